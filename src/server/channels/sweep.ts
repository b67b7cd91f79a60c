import { and, inArray, lt, notInArray, sql } from 'drizzle-orm';
import { deleteInSteps } from '../db/delete-in-steps.ts';
import { channelEvents as events, channelSends as sends } from '../db/schema/channels.ts';
import type { Db } from '../db/tenant.ts';

/** How long Meta's webhooks are recognised as repeated: far longer than it repeats them. */
const KEPT_DAYS = 30;
const isOld = (table: typeof events | typeof sends) =>
  lt(table.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`);

/** Deletes what channels received and sent more than 30 days ago. The conversations stay. Returns the number of rows. */
export async function sweepChannels(db: Db): Promise<number> {
  const received = and(isOld(events), notInArray(events.state, ['waiting']))!;
  const sent = and(isOld(sends), inArray(sends.state, ['sent', 'delivered', 'read', 'failed', 'dropped']))!;
  return (
    (await deleteInSteps(db, events, [events.accountId, events.id], received)) +
    (await deleteInSteps(db, sends, [sends.accountId, sends.id], sent))
  );
}
