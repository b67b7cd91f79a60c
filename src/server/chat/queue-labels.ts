import { type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';

/**
 * Returns the statements that schedule the labelling of a conversation in `minutes` minutes. They replace a job that
 * is still waiting, so each question postpones it and the end of the conversation brings it forward. If the
 * conversation is being labelled right now, it is labelled again.
 */
export function queueLabelsStatement(accountId: string, conversationId: string, minutes: number): SQL[] {
  const version = Math.floor(Date.now() / 1_000);
  return [
    sql`delete from jobs where account_id = ${accountId} and kind = 'label' and subject_id = ${conversationId}
      and lease_token is null`,
    sql`insert into jobs (account_id, id, kind, subject_id, version, run_at)
      values (${accountId}, ${uuidv7()}, 'label', ${conversationId}, ${version}, now() + make_interval(mins => ${minutes}))
      on conflict (account_id, kind, subject_id, version) do nothing`,
  ];
}
