import { sql } from 'drizzle-orm';
import { platformSettings } from '../../db/schema/platform.ts';
import { type Db, readPlatform, type Tx } from '../../db/tenant.ts';
import { requeueEmbedding } from './queue-embedding.ts';

/** On the whole platform; old embeddings stay in use until new ones are ready. Null: words alone from now on. */
export async function chooseSearchModel(tx: Tx, modelId: string | null): Promise<void> {
  await tx
    .insert(platformSettings)
    .values({ id: 'platform', searchModelId: modelId })
    .onConflictDoUpdate({ target: platformSettings.id, set: { searchModelId: modelId } });
  // Locks contexts before jobs, as everywhere: the opposite order could deadlock.
  if (modelId === null) {
    await tx.execute(sql`update contexts set embedding_model_id = null, knowledge_version = knowledge_version + 1
      where embedding_model_id is not null`);
  }
  await requeueEmbedding(tx, modelId !== null);
  if (modelId === null) await tx.execute(sql`delete from chunk_embeddings`);
}

/** Passages in use, with one by the chosen model. */
export async function embeddingProgress(db: Db): Promise<{ done: number; total: number }> {
  const rows = await readPlatform<{ done: number; total: number }>(
    db,
    sql`select count(e.vector)::int as done, count(*)::int as total
      from chunks k
        join contents c on c.account_id = k.account_id and c.id = k.content_id and c.trained_version = k.version
        left join chunk_embeddings e on e.account_id = k.account_id and e.context_id = k.context_id
          and e.content_id = k.content_id and e.version = k.version and e.ordinal = k.ordinal
          and e.model_id = (select search_model_id from platform_settings)`,
  );
  return rows[0] ?? { done: 0, total: 0 };
}
