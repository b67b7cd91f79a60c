import { type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';

/** Replaces a waiting job: questions postpone it, the conversation's end brings it forward. */
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
