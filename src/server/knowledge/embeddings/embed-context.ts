import { and, eq, sql } from 'drizzle-orm';
import { contexts } from '../../db/schema/knowledge.ts';
import { jobs } from '../../db/schema/platform.ts';
import { readTenant, type Tenant, tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { finishJob, type Job, LostLease } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import type { Services } from '../../runtime/services.ts';
import { contextAt } from '../context-row.ts';
import { bumpContexts } from '../contexts.ts';
import { type EmbeddingInput, embedPassages, openSearchModel } from './embed-passages.ts';
import { queueEmbedding } from './queue-embedding.ts';
import { type PassageKey, saveVectors } from './save-vectors.ts';

/** Each round is saved, so a crash loses one at most. */
const ROUND = 200;
/** Before the job starts over: an outage must not leave a context half embedded. */
const PAUSE_SECONDS = 1_800;

type UnembeddedPassage = EmbeddingInput & PassageKey;

const fromUnembedded = (owner: Tenant, contextId: string, modelId: string) => sql`
  from chunks k
    join contents c on c.account_id = k.account_id and c.id = k.content_id and c.trained_version = k.version
  where k.account_id = ${owner.accountId} and k.context_id = ${contextId} and not exists (
    select 1 from chunk_embeddings e
    where e.account_id = k.account_id and e.context_id = k.context_id and e.content_id = k.content_id
      and e.version = k.version and e.ordinal = k.ordinal and e.model_id = ${modelId})`;

/** A large context would delay everybody's emails and trainings. Throws `LostLease` also for another model. */
async function requeueJob(tx: Tx, { accountId, id, leaseToken }: Job): Promise<void> {
  const rows = await tx
    .update(jobs)
    .set({ attempts: 0, error: null, leaseToken: null, leaseUntil: null, runAt: sql`now()` })
    .where(and(eq(jobs.accountId, accountId), eq(jobs.id, id), eq(jobs.leaseToken, leaseToken)))
    .returning({ id: jobs.id });
  if (rows.length === 0) throw new LostLease(id);
}

/** Passages of a deleted context may have moved anywhere in the account. */
async function queueOtherContexts(tx: Tx, accountId: string): Promise<void> {
  const left = await tx
    .select({ id: contexts.id })
    .from(contexts)
    .where(eq(contexts.accountId, accountId))
    .orderBy(contexts.id)
    .for('update');
  for (const { id } of left) await queueEmbedding(tx, accountId, id);
}

/** Locks the context first: a training that finishes now is seen here, or sees that the job is gone. */
async function activateModel(tx: Tx, owner: Tenant, job: Job, modelId: string | null): Promise<void> {
  const { accountId } = owner;
  const contextId = job.subjectId;
  const at = contextAt(owner, contextId);
  const [context] = await tx.select({ id: contexts.id }).from(contexts).where(at).for('update');
  if (!context) {
    await finishJob(tx, job);
    return queueOtherContexts(tx, accountId);
  }
  if (modelId !== null) {
    const { rows } = await tx.execute(sql`select 1 ${fromUnembedded(owner, contextId, modelId)} limit 1`);
    if (rows.length > 0) return requeueJob(tx, job);
  }
  await tx.update(contexts).set({ embeddingModelId: modelId }).where(at);
  await tx.execute(sql`delete from chunk_embeddings
    where account_id = ${accountId} and context_id = ${contextId} and model_id is distinct from ${modelId}::uuid`);
  await bumpContexts(tx, accountId, [contextId], 'all');
  await finishJob(tx, job);
}

/** Old embeddings stay in use until all are done. When the provider fails, finished rounds are kept. */
export function embedWorker(services: Services, round = ROUND): JobHandler {
  const { db } = services;
  return {
    async run(job, signal) {
      const owner = tenant(job.accountId, 'all');
      const { accountId, subjectId: contextId } = job;
      const model = await openSearchModel(services);
      const unembedded = model
        ? await readTenant<UnembeddedPassage>(
            db,
            owner,
            sql`select k.content_id as "contentId", k.version, k.ordinal, c.title, k.heading, c.question, k.text
                ${fromUnembedded(owner, contextId, model.id)} order by k.content_id, k.ordinal limit ${round}`,
          )
        : [];
      if (!model || unembedded.length === 0) {
        return withTenant(db, owner, (tx) => activateModel(tx, owner, job, model?.id ?? null));
      }
      const vectors = await embedPassages(services, model, unembedded, { signal });
      await withTenant(db, owner, async (tx) => {
        const rows = vectors.map((vector, at) => ({ ...unembedded[at]!, vector }));
        await saveVectors(tx, { accountId, contextId, modelId: model.id }, rows);
        await requeueJob(tx, job);
      });
    },
    async giveUp({ accountId, id }) {
      const wait = sql`now() + make_interval(secs => ${PAUSE_SECONDS})`;
      await withTenant(db, tenant(accountId, 'all'), (tx) =>
        tx
          .update(jobs)
          .set({ state: 'waiting', attempts: 0, runAt: wait })
          .where(and(eq(jobs.accountId, accountId), eq(jobs.id, id), eq(jobs.state, 'parked'))),
      );
    },
  };
}
