import { and, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { jobs } from '../db/tables.ts';
import type { Tx } from '../db/tenant.ts';

const KIND = 'label';

/**
 * Has a conversation labelled so many minutes from now, instead of whenever it was going to be: each question puts it
 * off, its end brings it about. What is being labelled at this moment is labelled again.
 */
export async function queueLabels(tx: Tx, accountId: string, conversationId: string, minutes: number): Promise<void> {
  const ofConversation = and(eq(jobs.accountId, accountId), eq(jobs.kind, KIND), eq(jobs.subjectId, conversationId));
  await tx.delete(jobs).where(and(ofConversation, isNull(jobs.leaseToken)));
  const runAt = new Date(Date.now() + minutes * 60_000);
  const version = Math.floor(Date.now() / 1_000);
  await tx
    .insert(jobs)
    .values({ id: uuidv7(), accountId, kind: KIND, subjectId: conversationId, version, runAt })
    .onConflictDoNothing();
}
