import { formatNumber } from '../../../shared/format.ts';
import { type Tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { queueEmail } from '../../mail/emails.ts';
import { recordEvent } from '../../outgoing-webhooks/record-event.ts';
import type { Services } from '../../runtime/services.ts';
import type { AfterReply } from '../answer/after-reply.ts';
import { readNoticeRecipients } from './notice-recipients.ts';
import { levelReached, type NearLimit, noticeKey, storeNoticeOnce } from './store-notice.ts';

const inCredits = (thousandths: number) => formatNumber(thousandths / 1_000);

/** For outgoing webhooks: 90 % of the plan's credits. */
const recordNearlyUsed = (tx: Tx, accountId: string, { period, level, used, most }: NearLimit, lasting: number) =>
  recordEvent(tx, {
    accountId,
    type: 'credits.low',
    cause: period,
    data: { percent: level, used: used / 1_000, granted: most / 1_000, lasting: lasting / 1_000 },
  });

/** OWNER and ADMINs, once per credit period and level. Call it after storing an answer that cost credits. */
export async function notifyCredits(
  services: Services,
  owner: Tenant,
  { balance, noticed }: Pick<AfterReply, 'balance' | 'noticed'>,
): Promise<void> {
  if (!balance || balance.granted === 0) return;
  const { accountId } = owner;
  const { granted: granted, monthly, lasting, period } = balance;
  const used = Math.max(0, granted - monthly);
  const reached = levelReached(used, granted);
  if (!reached) return;
  // Bought credits may be left, so the end shows only when they do not pay for an answer.
  const level = reached === 100 ? 90 : reached;
  const near = { limit: 'plan' as const, level, period, used, most: granted };
  if (noticed.includes(noticeKey(near))) return;
  const url = `${services.publicUrl()}/settings/usage`;
  await withTenant(services.db, owner, async (tx) => {
    if (!(await storeNoticeOnce(tx, accountId, null, near))) return;
    if (level === 90) await recordNearlyUsed(tx, accountId, near, lasting);
    const people = await readNoticeRecipients(tx, { accountId, contextId: null });
    const words = { level, used: inCredits(used), most: inCredits(granted), lasting: inCredits(lasting), url };
    for (const { name, email } of people) await queueEmail(tx, accountId, email, 'credits', { name, ...words });
  });
}
