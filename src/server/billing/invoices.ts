import { and, eq } from 'drizzle-orm';
import { dayOf } from '../runtime/calendar.ts';
import { v7 as uuidv7 } from 'uuid';
import { invoices } from '../db/schema/billing.ts';
import type { Tx } from '../db/tenant.ts';
import type { GatewayPayment } from './gateways/gateway.ts';

export type InvoiceRow = typeof invoices.$inferSelect;

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const MARKS = 6;

/**
 * An order's number: the day, and six marks of the invoice's own random bits, so that no sequence is needed and nobody
 * learns how many there are. `20261121-7K3MQX`.
 */
export function orderNumberOf(id: string, issuedAt: Date): string {
  const day = dayOf(issuedAt).replaceAll('-', '');
  const bits = BigInt(`0x${id.replaceAll('-', '').slice(-12)}`);
  const marks = Array.from({ length: MARKS }, (_, at) => ALPHABET[Number((bits >> BigInt(at * 5)) & 31n)]);
  return `${day}-${marks.join('')}`;
}

/** Writes down what we are about to charge, before it is: the gateway gives its id back with the payment. */
export async function draftInvoice(
  tx: Tx,
  draft: { accountId: string; id: string; pack: string; amount: number; text: string; issuedAt: Date },
): Promise<void> {
  const { accountId, id, pack, amount, text, issuedAt } = draft;
  await tx.insert(invoices).values({
    ...{ accountId, id, issuedAt, type: 'PREPAID', status: 'draft', plan: pack, amount },
    ...{ orderNumber: orderNumberOf(id, issuedAt), lines: [{ text, amount }] },
  });
}

/** Takes a payment's state over into its invoice; answers the invoice as it was before, null when it is new. */
export async function keepInvoice(tx: Tx, accountId: string, payment: GatewayPayment): Promise<InvoiceRow | null> {
  const { status, reason, amount, lines, issuedAt, paidAt, item, reference } = payment;
  const its = reference ? eq(invoices.id, reference.invoiceId) : eq(invoices.gatewayInvoiceId, payment.id);
  const [known] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.accountId, accountId), its));
  const state = { status, amount, lines, paidAt, gatewayInvoiceId: payment.id };
  if (known) {
    const isSame = known.status === status && known.gatewayInvoiceId === payment.id && known.amount === amount;
    if (!isSame)
      await tx
        .update(invoices)
        .set(state)
        .where(and(eq(invoices.accountId, accountId), its));
    return known;
  }
  // An attempt that was refused is no invoice.
  if (!item || (status === 'void' && reason !== 'renewal')) return null;
  const id = uuidv7();
  const numbered = { orderNumber: orderNumberOf(id, issuedAt), issuedAt, type: item.period, plan: item.text };
  await tx.insert(invoices).values({ accountId, id, ...numbered, ...state });
  return null;
}

/** Packs that wait for their payment at a gateway that is no longer asked: drafts are of calls under way, they stay. */
export async function voidOpenPrepaid(tx: Tx, accountId: string): Promise<void> {
  await tx
    .update(invoices)
    .set({ status: 'void' })
    .where(and(eq(invoices.accountId, accountId), eq(invoices.type, 'PREPAID'), eq(invoices.status, 'open')));
}

/** What was about to be charged, and never will be. */
export async function voidDraft(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx
    .update(invoices)
    .set({ status: 'void' })
    .where(and(eq(invoices.accountId, accountId), eq(invoices.id, id), eq(invoices.status, 'draft')));
}
