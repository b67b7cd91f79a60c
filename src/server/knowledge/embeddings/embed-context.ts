import { sql } from 'drizzle-orm';
import { readTenant, type Tenant, tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { finishJob } from '../../jobs/queue.ts';
import type { Handler } from '../../jobs/worker.ts';
import type { Services } from '../../services.ts';
import { bumpKnowledge } from '../contexts.ts';
import { type EmbeddedPassage, embedPassages, openSearchModel } from './embed-passages.ts';

/** Passages of one round: each is kept before the next begins, so that a death costs one round at most. */
const ROUND = 200;

interface Lacking extends EmbeddedPassage {
  contentId: string;
  version: number;
  ordinal: number;
}

/** Passages that may answer and have no embedding of the model. */
const lackingOf = (owner: Tenant, contextId: string, modelId: string) => sql`
  from chunks k
    join contents c on c.account_id = k.account_id and c.id = k.content_id and c.trained_version = k.version
  where k.account_id = ${owner.accountId} and k.context_id = ${contextId} and not exists (
    select 1 from chunk_embeddings e
    where e.account_id = k.account_id and e.context_id = k.context_id and e.content_id = k.content_id
      and e.version = k.version and e.ordinal = k.ordinal and e.model_id = ${modelId})`;

/** Keeps vectors of chunks that are still there: a content may have been deleted or trained anew meanwhile. */
async function keepVectors(
  tx: Tx,
  at: { accountId: string; contextId: string; modelId: string },
  lacking: readonly Lacking[],
  vectors: readonly Int8Array[],
): Promise<void> {
  const rows = lacking.map(
    ({ contentId, version, ordinal }, index) =>
      sql`(${contentId}::uuid, ${version}::int, ${ordinal}::int, ${Buffer.from(vectors[index]!)}::bytea)`,
  );
  await tx.execute(sql`
    insert into chunk_embeddings (account_id, context_id, content_id, version, ordinal, model_id, vector)
    select k.account_id, k.context_id, k.content_id, k.version, k.ordinal, ${at.modelId}::uuid, v.vector
    from (values ${sql.join(rows, sql`, `)}) as v (content_id, version, ordinal, vector)
      join chunks k on k.account_id = ${at.accountId} and k.context_id = ${at.contextId}
        and k.content_id = v.content_id and k.version = v.version and k.ordinal = v.ordinal
    on conflict do nothing`);
}

/** Lets the model's embeddings answer, and no others, once none is lacking. Answers whether it did. */
async function switchOver(tx: Tx, owner: Tenant, contextId: string, modelId: string): Promise<boolean> {
  const { accountId } = owner;
  await tx.execute(sql`select 1 from contexts where account_id = ${accountId} and id = ${contextId} for update`);
  const { rows } = await tx.execute(sql`select 1 ${lackingOf(owner, contextId, modelId)} limit 1`);
  if (rows.length > 0) return false;
  await tx.execute(sql`update contexts set embedding_model_id = ${modelId}
    where account_id = ${accountId} and id = ${contextId}`);
  await tx.execute(sql`delete from chunk_embeddings
    where account_id = ${accountId} and context_id = ${contextId} and model_id <> ${modelId}`);
  await bumpKnowledge(tx, accountId, [contextId]);
  return true;
}

/**
 * Embeds what a context lacks, while its old embeddings answer, and switches over in the end. A provider that fails has the
 * job tried again; what was embedded by then is kept.
 */
export function embedWorker(services: Services): Handler {
  const { db } = services;
  return {
    async run(job, signal) {
      const owner = tenant(job.accountId, 'all');
      const contextId = job.subjectId;
      const model = await openSearchModel(services);
      if (!model) return withTenant(db, owner, (tx) => finishJob(tx, job));
      for (;;) {
        const lacking = await readTenant<Lacking>(
          db,
          owner,
          sql`select k.content_id as "contentId", k.version, k.ordinal, c.title, k.heading, c.question, k.text
              ${lackingOf(owner, contextId, model.id)} order by k.content_id, k.ordinal limit ${ROUND}`,
        );
        if (lacking.length > 0) {
          const vectors = await embedPassages(services, model, lacking, signal);
          const at = { accountId: owner.accountId, contextId, modelId: model.id };
          await withTenant(db, owner, (tx) => keepVectors(tx, at, lacking, vectors));
          if (lacking.length === ROUND) continue;
        }
        const isDone = await withTenant(db, owner, async (tx) => {
          const isWhole = await switchOver(tx, owner, contextId, model.id);
          if (isWhole) await finishJob(tx, job);
          return isWhole;
        });
        if (isDone) return;
      }
    },
  };
}
