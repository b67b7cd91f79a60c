import { and, eq, ne } from 'drizzle-orm';
import { contexts } from '../../db/schema/knowledge.ts';
import { jobs } from '../../db/schema/platform.ts';
import type { Tx } from '../../db/tenant.ts';
import { addJob, addJobsOf } from '../../jobs/queue.ts';

const KIND = 'embed';

/** Hold the context's lock: a finishing job checks under it, so a job that exists will not miss new passages. */
export async function queueEmbedding(tx: Tx, accountId: string, contextId: string): Promise<void> {
  const ofContext = and(eq(jobs.accountId, accountId), eq(jobs.kind, KIND), eq(jobs.subjectId, contextId));
  await tx.delete(jobs).where(and(ofContext, ne(jobs.state, 'waiting')));
  const [known] = await tx.select({ id: jobs.id }).from(jobs).where(ofContext).limit(1);
  if (!known) await addJob(tx, { accountId, kind: KIND, subjectId: contextId });
}

/** Running jobs lose their row, so they cannot save the previous model's embeddings. Needs the platform's role. */
export async function requeueEmbedding(tx: Tx, isWanted: boolean): Promise<void> {
  await tx.delete(jobs).where(eq(jobs.kind, KIND));
  if (!isWanted) return;
  // Includes contexts without passages: a training in progress may be about to add some, embedded by the previous
  // model.
  const all = await tx.select({ accountId: contexts.accountId, subjectId: contexts.id }).from(contexts);
  await addJobsOf(tx, KIND, all);
}
