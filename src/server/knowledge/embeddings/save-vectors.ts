import { and, eq, inArray, sql } from 'drizzle-orm';
import { inBatches } from '../../db/in-batches.ts';
import { type chunks, contents } from '../../db/schema/knowledge.ts';
import type { Tx } from '../../db/tenant.ts';

export type PassageKey = Pick<typeof chunks.$inferSelect, 'contentId' | 'version' | 'ordinal'>;
export type PassageVector = PassageKey & { vector: Int8Array };

const BATCH = 200;

/** A content may have been deleted, moved or trained again meanwhile. Locks them until the transaction ends. */
export async function saveVectors(
  tx: Tx,
  at: { accountId: string; contextId: string; modelId: string },
  rows: readonly PassageVector[],
): Promise<void> {
  const { accountId } = at;
  const save = async (batch: readonly PassageVector[]) => {
    const ids = [...new Set(batch.map(({ contentId }) => contentId))];
    const touched = and(eq(contents.accountId, accountId), inArray(contents.id, ids));
    await tx.select({ id: contents.id }).from(contents).where(touched).orderBy(contents.id).for('share');
    const values = batch.map(
      ({ contentId, version, ordinal, vector }) =>
        sql`(${contentId}::uuid, ${version}::int, ${ordinal}::int, ${Buffer.from(vector)}::bytea)`,
    );
    await tx.execute(sql`
      insert into chunk_embeddings (account_id, context_id, content_id, version, ordinal, model_id, vector)
      select k.account_id, k.context_id, k.content_id, k.version, k.ordinal, ${at.modelId}::uuid, v.vector
      from (values ${sql.join(values, sql`, `)}) as v (content_id, version, ordinal, vector)
        join chunks k on k.account_id = ${accountId} and k.context_id = ${at.contextId}
          and k.content_id = v.content_id and k.version = v.version and k.ordinal = v.ordinal
      on conflict do nothing`);
  };
  await inBatches(rows, save, BATCH);
}
