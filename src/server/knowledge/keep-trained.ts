import { and, eq, ne } from 'drizzle-orm';
import { TITLE_MAX } from '../../shared/constants.ts';
import { heldChanges } from '../db/insight-tables.ts';
import { chunks, contentFiles, contents, contexts } from '../db/tables.ts';
import type { Tx } from '../db/tenant.ts';
import { bumpKnowledge } from './contexts.ts';
import type { Embedded } from './embeddings/embed-passages.ts';
import { keepVectors } from './embeddings/keep-vectors.ts';
import { queueEmbedding } from './embeddings/queue-embedding.ts';
import { holdChange, isHeldBack } from './hold-change.ts';
import type { Trained } from './passages.ts';

type Content = typeof contents.$inferSelect;

/** Rows of one insert: a statement has room for 65,535 values. */
const BATCH = 200;

/** The content as it is now, locked; nothing when it was deleted. */
export async function lockRow(
  tx: Tx,
  { accountId, id }: Pick<Content, 'accountId' | 'id'>,
): Promise<Content | undefined> {
  const here = and(eq(contents.accountId, accountId), eq(contents.id, id));
  const [now] = await tx.select().from(contents).where(here).for('update');
  return now;
}

/**
 * Writes the passages of a version beside those that answer now, then switches to them, unless test questions come first. To be called with the content
 * locked, in the transaction that ends the job.
 */
export async function keepTrained(
  tx: Tx,
  now: Content,
  version: number,
  trained: Trained,
  embedded: Embedded | null,
): Promise<void> {
  const { accountId, contextId, id: contentId } = now;
  const rows = trained.passages.map((passage, ordinal) => ({
    ...passage,
    ...{ accountId, contextId, contentId, version, ordinal },
  }));
  for (let from = 0; from < rows.length; from += BATCH) await tx.insert(chunks).values(rows.slice(from, from + BATCH));
  if (embedded) await keepVectors(tx, { accountId, contextId, modelId: embedded.modelId }, rows, embedded.vectors);
  if (await isHeldBack(tx, now)) return holdChange(tx, now, version, { title: trained.title, words: trained.words });
  await switchTo(tx, now, version, trained);
  await queueIfLacking(tx, now, embedded, rows.length);
}

/** Has a trained version answer in the place of the one before. To be called with the content locked. */
export async function switchTo(
  tx: Tx,
  { accountId, contextId, id: contentId }: Content,
  version: number,
  trained: Pick<Trained, 'title' | 'words'>,
): Promise<void> {
  await tx
    .update(contents)
    .set({
      ...{ status: 'done', reason: null, version, trainedVersion: version, answering: null },
      title: trained.title.slice(0, TITLE_MAX),
      words: trained.words,
      updatedAt: new Date(),
    })
    .where(and(eq(contents.accountId, accountId), eq(contents.id, contentId)));
  await tx
    .delete(chunks)
    .where(and(eq(chunks.accountId, accountId), eq(chunks.contentId, contentId), ne(chunks.version, version)));
  await tx
    .delete(contentFiles)
    .where(and(eq(contentFiles.accountId, accountId), eq(contentFiles.contentId, contentId)));
  await tx.delete(heldChanges).where(and(eq(heldChanges.accountId, accountId), eq(heldChanges.contentId, contentId)));
  await bumpKnowledge(tx, accountId, [contextId]);
}

/**
 * Has a job see to what the training could not: passages without an embedding, or of a model that does not answer here
 * (yet, or any more). To be called with the context locked.
 */
async function queueIfLacking(
  tx: Tx,
  { accountId, contextId }: Pick<Content, 'accountId' | 'contextId'>,
  embedded: Embedded | null,
  passageCount: number,
): Promise<void> {
  const [context] = await tx
    .select({ answering: contexts.embeddingModelId })
    .from(contexts)
    .where(and(eq(contexts.accountId, accountId), eq(contexts.id, contextId)));
  const isWhole = embedded === null || embedded.vectors.length === passageCount;
  if (!isWhole || context?.answering !== (embedded?.modelId ?? null)) await queueEmbedding(tx, accountId, contextId);
}
