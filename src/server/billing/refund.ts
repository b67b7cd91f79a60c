import { and, eq, isNull, sql } from 'drizzle-orm';
import { writeAudit } from '../audit/write-audit.ts';
import { invoices } from '../db/schema/billing.ts';
import type { Tx } from '../db/tenant.ts';
import { ApiError, notFound } from '../runtime/api-error.ts';
import { takeLastingCredits } from './balance.ts';
import type { Refund } from './commands.ts';
import type { GatewayName } from './gateways/gateway.ts';

const isInvoice = (accountId: string, id: string) => and(eq(invoices.accountId, accountId), eq(invoices.id, id));

/** An account may have changed its gateway since; only the sandbox's ids name theirs. */
const gatewayOfPayment = (id: string): GatewayName => (id.includes('_sandbox_') ? 'sandbox' : 'stripe');

/**
 * Throws `ApiError` `not_found`, or `invoice_not_refundable` if nothing was paid or the money was given back already.
 */
export async function decideRefund(
  tx: Tx,
  accountId: string,
  { invoiceId, ...order }: Pick<Refund, 'invoiceId' | 'reason' | 'by'>,
): Promise<Refund> {
  const [invoice] = await tx.select().from(invoices).where(isInvoice(accountId, invoiceId));
  if (!invoice) throw notFound();
  const { status, amount, refundedAt, gatewayInvoiceId: paymentId } = invoice;
  if (status !== 'paid' || amount <= 0 || refundedAt || !paymentId) throw new ApiError('invoice_not_refundable');
  return { invoiceId, paymentId, gateway: gatewayOfPayment(paymentId), ...order };
}

/** In thousandths; 0 for an invoice of a subscription. */
async function creditsBought(tx: Tx, accountId: string, invoiceId: string): Promise<number> {
  const { rows } = await tx.execute<{ lasting: number }>(
    sql`select lasting from credit_entries where account_id = ${accountId} and cause = ${`invoice:${invoiceId}`}`,
  );
  return rows[0]?.lasting ?? 0;
}

/** Once. Takes back a pack's unused credits; a subscription keeps plan, period and credits. */
export async function applyRefund(tx: Tx, accountId: string, { invoiceId, reason, by }: Refund): Promise<void> {
  const [invoice] = await tx
    .update(invoices)
    .set({ refundedAt: sql`now()` })
    .where(and(isInvoice(accountId, invoiceId), isNull(invoices.refundedAt)))
    .returning();
  if (!invoice) return;
  const credits = await creditsBought(tx, accountId, invoiceId);
  if (credits > 0) await takeLastingCredits(tx, accountId, { credits, cause: `refund:${invoiceId}` });
  const { orderNumber, amount } = invoice;
  await writeAudit(tx, { accountId, ...by }, 'invoice_refunded', { subject: orderNumber, detail: { amount, reason } });
}
