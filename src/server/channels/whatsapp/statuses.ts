import { sql } from 'drizzle-orm';
import type { ChannelRow } from '../../db/platform.ts';
import type { Tx } from '../../db/tenant.ts';
import type { Services } from '../../runtime/services.ts';
import { meaningOf } from './graph.ts';
import type { ReceivedStatus } from './payload.ts';
import { noteProblem, noteUndelivered } from './problems.ts';

/** A status never goes back. One that was delivered after all has not failed. */
const ORDER = ['queued', 'sending', 'sent', 'failed', 'delivered', 'read'];
const rankOf = ({ state }: ReceivedStatus) => ORDER.indexOf(state);

/** Applies the statuses of messages that a channel has sent, in any order and however often they come. */
export async function applyStatuses(
  tx: Tx,
  services: Services,
  channel: ChannelRow,
  statuses: readonly ReceivedStatus[],
): Promise<void> {
  const newest = new Map<string, ReceivedStatus>();
  for (const one of statuses) {
    const known = newest.get(one.externalId);
    if (!known || rankOf(one) > rankOf(known)) newest.set(one.externalId, one);
  }
  const { rows } = await tx.execute<{ kind: string; conversationId: string | null; code: number | null }>(sql`
    update channel_sends s set state = g.state, external_id = coalesce(s.external_id, g."externalId"),
      error_code = case when g.state = 'failed' then g.code end
    from jsonb_to_recordset(${JSON.stringify([...newest.values()])}::jsonb)
      as g("externalId" text, "sendId" uuid, state text, code int)
    where s.account_id = ${channel.accountId}::uuid and s.channel_id = ${channel.id}::uuid
      and (s.external_id = g."externalId" or s.external_id is null and s.id = g."sendId")
      and array_position(${sql.param(ORDER)}::text[], s.state) < array_position(${sql.param(ORDER)}::text[], g.state)
    returning case when s.state = 'failed' then s.kind end as kind, s.conversation_id as "conversationId",
      s.error_code as code`);
  for (const { kind, conversationId, code } of rows) {
    if (kind === null) continue;
    const meaning = meaningOf(code);
    if (meaning === 'token_ended' || meaning === 'blocked') await noteProblem(tx, services, channel, meaning);
    if (kind === 'person') await noteUndelivered(tx, channel.accountId, conversationId, meaning);
  }
}
