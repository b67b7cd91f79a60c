import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { invoices } from '../db/schema/billing.ts';
import type { Tx } from '../db/tenant.ts';
import { dayOf } from '../runtime/calendar.ts';
import type { GatewayPayment } from './gateways/gateway.ts';

type InvoiceRow = typeof invoices.$inferSelect;

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 6;

/** Date and random bits of the id: `20261121-7K3MQX`. Does not reveal the number of orders. */
export function orderNumberOf(id: string, issuedAt: Date): string {
  const day = dayOf(issuedAt).replaceAll('-', '');
  const bits = BigInt(`0x${id.replaceAll('-', '').slice(-12)}`);
  const code = Array.from({ length: CODE_LENGTH }, (_, at) => ALPHABET[Number((bits >> BigInt(at * 5)) & 31n)]);
  return `${day}-${code.join('')}`;
}

/** Before the charge. The gateway returns the id with the payment. */
export async function draftInvoice(
  tx: Tx,
  draft: { accountId: string; id: string; pack: string; amount: number; text: string; issuedAt: Date },
): Promise<void> {
  const { accountId, id, pack, amount, text, issuedAt } = draft;
  await tx.insert(invoices).values({
    accountId,
    id,
    issuedAt,
    type: 'PREPAID',
    status: 'draft',
    plan: pack,
    amount,
    orderNumber: orderNumberOf(id, issuedAt),
    lines: [{ text, amount }],
  });
}

/** Returns the invoice as it was before; null when it did not exist. */
export async function saveInvoice(tx: Tx, accountId: string, payment: GatewayPayment): Promise<InvoiceRow | null> {
  const { status, reason, amount, lines, issuedAt, paidAt, item, reference } = payment;
  const isInvoice = reference ? eq(invoices.id, reference.invoiceId) : eq(invoices.gatewayInvoiceId, payment.id);
  const where = and(eq(invoices.accountId, accountId), isInvoice);
  const [known] = await tx.select().from(invoices).where(where);
  const state = { status, amount, lines, paidAt, gatewayInvoiceId: payment.id };
  if (known) {
    const isSame = known.status === status && known.gatewayInvoiceId === payment.id && known.amount === amount;
    if (!isSame) await tx.update(invoices).set(state).where(where);
    return known;
  }
  // A refused attempt does not become an invoice.
  if (!item || (status === 'void' && reason !== 'renewal')) return null;
  const id = uuidv7();
  const numbered = { orderNumber: orderNumberOf(id, issuedAt), issuedAt, type: item.period, plan: item.text };
  await tx.insert(invoices).values({ accountId, id, ...numbered, ...state });
  return null;
}

/** At a gateway that the account has left. Drafts belong to running calls and are kept. */
export async function voidOpenPrepaid(tx: Tx, accountId: string): Promise<void> {
  await tx
    .update(invoices)
    .set({ status: 'void' })
    .where(and(eq(invoices.accountId, accountId), eq(invoices.type, 'PREPAID'), eq(invoices.status, 'open')));
}

export async function voidDraft(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx
    .update(invoices)
    .set({ status: 'void' })
    .where(and(eq(invoices.accountId, accountId), eq(invoices.id, id), eq(invoices.status, 'draft')));
}
