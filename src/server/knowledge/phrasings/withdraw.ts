import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/tenant.ts';
import { bumpKnowledge } from '../contexts.ts';

export async function proposedBy(tx: Tx, which: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct r.phrasing_id as id from messages m join phrasing_proposals r
      on r.account_id = m.account_id and r.conversation_id = m.conversation_id and r.message_id = m.id
    where ${which}`);
  return rows.map(({ id }) => id);
}

/** Without any visitor left, in whatever state. */
export async function withdrawPhrasings(tx: Tx, accountId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await tx.execute<{ contextId: string; id: string; state: string }>(sql`
    delete from phrasings p using contents c
    where p.account_id = ${accountId} and p.id in ${[...ids]} and p.origin = 'visitors'
      and c.account_id = p.account_id and c.id = p.content_id
      and not exists (select from phrasing_proposals r where r.account_id = p.account_id and r.phrasing_id = p.id)
    returning c.context_id as "contextId", c.id, p.state`);
  await bumpKnowledge(
    tx,
    accountId,
    rows.filter(({ state }) => state === 'accepted'),
  );
}
