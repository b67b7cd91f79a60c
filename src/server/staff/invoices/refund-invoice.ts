import { callOnce } from '../../billing/idempotent-calls.ts';
import { decideRefund } from '../../billing/refund.ts';
import { tenant, withPlatform } from '../../db/tenant.ts';
import type { Services } from '../../runtime/services.ts';
import { requireCustomer } from '../accounts/accounts.ts';
import { auditContextIn, type StaffMember } from '../staff-member.ts';

/** Once, whatever the key. Throws `ApiError` `not_found`, `invoice_not_refundable`, `refund_refused`, as `callOnce`. */
export async function refundInvoice(
  services: Services,
  member: StaffMember,
  key: string,
  { accountId, invoiceId, reason }: { accountId: string; invoiceId: string; reason: string },
): Promise<void> {
  const { actor, ip } = await withPlatform(services.db, async (tx) => {
    await requireCustomer(tx, accountId);
    return auditContextIn(tx, accountId, member);
  });
  const request = { name: 'refund', body: { invoiceId, reason } };
  await callOnce(services, { tenant: tenant(accountId, 'all'), key, request }, async (tx) => ({
    kind: 'refund',
    refund: await decideRefund(tx, accountId, { invoiceId, reason, by: { actor, ip } }),
  }));
}
