import { and, eq, ne } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { contexts } from '../../db/schema/knowledge.ts';
import { jobs } from '../../db/schema/platform.ts';
import type { Tx } from '../../db/tenant.ts';
import { addJob } from '../../jobs/queue.ts';

const KIND = 'embed';
/** Rows of one insert: a statement has room for 65,535 values. */
const BATCH = 500;

/**
 * Has the passages of a context embedded that lack it. The context's row must be locked by the transaction: a job that is
 * at its end looks once more for what lacks under the same lock, so one that is there will not miss what is new.
 */
export async function queueEmbedding(tx: Tx, accountId: string, contextId: string): Promise<void> {
  const ofContext = and(eq(jobs.accountId, accountId), eq(jobs.kind, KIND), eq(jobs.subjectId, contextId));
  await tx.delete(jobs).where(and(ofContext, ne(jobs.state, 'waiting')));
  const [known] = await tx.select({ id: jobs.id }).from(jobs).where(ofContext).limit(1);
  if (!known) await addJob(tx, { accountId, kind: KIND, subjectId: contextId });
}

/**
 * Ends all embedding, and has every context embedded anew when `isWanted`; by the platform's role. Jobs that are running
 * lose their row, and with it the right to keep what they have computed for another model.
 */
export async function requeueEmbedding(tx: Tx, isWanted: boolean): Promise<void> {
  await tx.delete(jobs).where(eq(jobs.kind, KIND));
  if (!isWanted) return;
  // Those without passages too: theirs may be in training at this moment, for the model before.
  const all = await tx.select({ accountId: contexts.accountId, subjectId: contexts.id }).from(contexts);
  const rows = all.map((context) => ({ ...context, id: uuidv7(), kind: KIND }));
  for (let from = 0; from < rows.length; from += BATCH) {
    await tx
      .insert(jobs)
      .values(rows.slice(from, from + BATCH))
      .onConflictDoNothing();
  }
}
