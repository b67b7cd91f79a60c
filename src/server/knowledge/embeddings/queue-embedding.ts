import { and, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { jobs } from '../../db/tables.ts';
import type { Tx } from '../../db/tenant.ts';

const KIND = 'embed';

/** Has the passages of a context embedded that lack it. Whatever waits for the same is replaced; what runs is repeated. */
export async function queueEmbedding(tx: Tx, accountId: string, contextId: string): Promise<void> {
  const ofContext = and(eq(jobs.accountId, accountId), eq(jobs.kind, KIND), eq(jobs.subjectId, contextId));
  await tx.delete(jobs).where(and(ofContext, isNull(jobs.leaseToken)));
  const version = Math.floor(Date.now() / 1_000);
  await tx
    .insert(jobs)
    .values({ id: uuidv7(), accountId, kind: KIND, subjectId: contextId, version })
    .onConflictDoNothing();
}
