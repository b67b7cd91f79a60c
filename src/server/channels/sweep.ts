import { and, inArray, lt, notInArray, sql } from 'drizzle-orm';
import { deleteInSteps } from '../db/delete-in-steps.ts';
import { channelContacts as contacts, channelEvents as events, channelSends as sends } from '../db/schema/channels.ts';
import type { Db } from '../db/tenant.ts';

/** How long Meta's webhooks are recognised as repeated: far longer than it repeats them. */
const KEPT_DAYS = 30;
const isOld = (table: typeof events | typeof sends) =>
  lt(table.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`);

/** Nobody could erase them: they have no conversation. One who asked for no more messages must stay known. */
const isForgotten = sql`stopped_at is null and created_at < now() - make_interval(days => ${KEPT_DAYS})
  and not exists (select from conversations v where v.account_id = channel_contacts.account_id
    and v.visitor_hash = channel_contacts.visitor_hash)
  and not exists (select from channel_events e where e.account_id = channel_contacts.account_id
    and e.contact_id = channel_contacts.id)`;

/**
 * Deletes what channels received and sent more than 30 days ago, and visitors of whom nothing remains. The conversations
 * stay. Returns the number of rows.
 */
export async function sweepChannels(db: Db): Promise<number> {
  const received = and(isOld(events), notInArray(events.state, ['waiting']))!;
  const sent = and(isOld(sends), inArray(sends.state, ['sent', 'delivered', 'read', 'failed', 'dropped']))!;
  return (
    (await deleteInSteps(db, events, [events.accountId, events.id], received)) +
    (await deleteInSteps(db, sends, [sends.accountId, sends.id], sent)) +
    (await deleteInSteps(db, contacts, [contacts.accountId, contacts.id], isForgotten))
  );
}
