import { MESSAGES_PER_CONTEXT } from '../../../shared/constants.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { tenant, withTenant } from '../../db/tenant.ts';
import { queueEmail } from '../../mail/emails.ts';
import { dayOf } from '../../runtime/calendar.ts';
import type { Services } from '../../runtime/services.ts';
import { readNoticeRecipients } from '../limits/notice-recipients.ts';
import { storeNoticeOnce } from '../limits/store-notice.ts';

/** By day, so that a flood does not reach the database. */
const told = new Map<string, string>();
const TOLD_MAX = 10_000;

/** In the console and by email, once a day. */
export async function noteFlood(
  { db, publicUrl }: Services,
  { accountId, contextId, name: assistant }: WidgetContext,
): Promise<void> {
  const today = dayOf(new Date());
  if (told.get(contextId) === today) return;
  if (told.size >= TOLD_MAX) told.clear();
  told.set(contextId, today);
  const notice = { limit: 'messages', level: 90, period: today } as const;
  await withTenant(db, tenant(accountId, [contextId]), async (tx) => {
    if (!(await storeNoticeOnce(tx, accountId, contextId, notice))) return;
    const values = { assistant, most: MESSAGES_PER_CONTEXT, url: `${publicUrl()}/visitor-messages` };
    for (const { name, email } of await readNoticeRecipients(tx, { accountId, contextId }))
      await queueEmail(tx, accountId, email, 'messagesFlooded', { name, ...values });
  });
}
