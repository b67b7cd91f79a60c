import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { SandboxCard, Subscription } from '../../src/shared/billing.ts';
import type { Answer, Caller, SharedServer } from './server.ts';
import { createStaff, type Staff } from './staff.ts';

/** Returns the header with a new idempotency key, as each press of a button does. */
export const newKey = () => ({ 'idempotency-key': `tentativa-${randomUUID()}` });

export const show = async (caller: Caller): Promise<Subscription> => (await caller.get('/subscription')).body;

/** Enters a card on the gateway's page. Returns the setup's id. */
export async function typeCard(caller: Caller, card: SandboxCard): Promise<string> {
  const { setupId, clientSecret } = (await caller.post('/subscription/payment-method/setup')).body;
  const done = await caller.post(`/sandbox/setups/${setupId}/confirm`, { clientSecret, card });
  expect(done.status, done.text).toBe(200);
  return setupId;
}

type Period = 'MONTHLY' | 'YEARLY';

/** Requests a quote and subscribes, as the screens do. */
export async function subscribe(
  caller: Caller,
  planId = 'essential',
  { card = 'approves' as SandboxCard, period = 'MONTHLY' as Period, key = newKey() } = {},
): Promise<Answer> {
  const setupId = await typeCard(caller, card);
  const { amountNow } = (await caller.post('/subscription/quote', { planId, period })).body;
  const { version } = await show(caller);
  return caller.post('/subscription/checkout', { planId, period, version, amountNow, setupId }, key);
}

/** Requests a quote and changes the subscription, as the screens do. */
export async function change(
  caller: Caller,
  planId: string,
  period: Period = 'MONTHLY',
  key = newKey(),
): Promise<Answer> {
  const { amountNow, quotedAt } = (await caller.post('/subscription/quote', { planId, period })).body;
  const { version } = await show(caller);
  return caller.post('/subscription/change', { planId, period, version, amountNow, quotedAt }, key);
}

/** Makes one of the calls whose only parameter is a version. */
export const ask = async (caller: Caller, path: 'cancel' | 'reactivate' | 'cancel-change') =>
  caller.post(`/subscription/${path}`, { version: (await show(caller)).version });

/** Confirms or refuses the pending payment on the gateway's page. */
export async function answerPayment(caller: Caller, outcome: 'pay' | 'refuse'): Promise<void> {
  const { payments } = await show(caller);
  const [{ id, clientSecret } = { id: '', clientSecret: '' }] = payments;
  const done = await caller.post(`/sandbox/payments/${id}/confirm`, { clientSecret, outcome });
  expect(done.status, done.text).toBe(200);
}

/** Returns the stored invoices of an account, oldest first. */
export async function invoicesOf(server: SharedServer, { accountId }: Caller) {
  const { rows } = await server.services.db.pool.query(
    `select id, status, type, plan, amount, order_number as "orderNumber", lines, paid_at as "paidAt",
       gateway_invoice_id as "gatewayId" from invoices where account_id = $1 order by issued_at, id`,
    [accountId],
  );
  return rows as {
    id: string;
    status: string;
    type: string;
    plan: string;
    amount: number;
    orderNumber: string;
    lines: { text: string; amount: number }[];
    paidAt: Date | null;
    gatewayId: string;
  }[];
}

/**
 * Returns what the gateway charged an account's customer: sums over its own payments, and the number of charges for
 * each.
 */
export async function chargedOf(server: SharedServer, { accountId }: Caller) {
  const { rows } = await server.services.db.pool.query(
    `select (p.data ->> 'amount')::int as amount, (p.data ->> 'charges')::int as charges, p.data ->> 'status' as status
     from sandbox_objects p join subscriptions s on s.customer_id = p.customer_id
     where p.kind = 'payment' and s.account_id = $1`,
    [accountId],
  );
  const paid = rows.filter((row) => row.status === 'paid');
  return {
    total: paid.reduce((sum, { amount }) => sum + amount, 0),
    payments: paid.length,
    maxCharges: Math.max(0, ...rows.map(({ charges }) => charges)),
  };
}

/** Returns the sums of the credit ledger and the stored balance, in thousandths of a credit. */
export async function ledgerOf(server: SharedServer, { accountId }: Caller) {
  const { rows } = await server.services.db.pool.query(
    `select coalesce(sum(amount), 0)::int as sum, coalesce(sum(lasting), 0)::int as lasting,
       (select monthly from credit_balances b where b.account_id = $1) as monthly,
       (select b.lasting from credit_balances b where b.account_id = $1) as "balanceLasting"
     from credit_entries where account_id = $1`,
    [accountId],
  );
  return rows[0] as { sum: number; lasting: number; monthly: number; balanceLasting: number };
}

/** Moves the gateway's clock by some days; null: to the next due event. */
export const advanceClock = async (staff: Staff, days: number | null = null) => {
  const answer = await staff.post('/admin/sandbox/advance', { days });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

export const createBillingStaff = (server: SharedServer) => createStaff(server, { name: 'Rui da Prosa' });

/** Gives the money of an invoice back, as staff do. */
export const refund = (
  staff: Staff,
  { accountId }: Caller,
  invoiceId: string,
  { key = newKey(), reason = 'Cobrança em dobro' } = {},
) => staff.post(`/admin/invoices/${invoiceId}/refund`, { accountId, reason }, key);
