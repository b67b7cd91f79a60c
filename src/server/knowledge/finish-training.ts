import { and, eq, ne } from 'drizzle-orm';
import { TITLE_MAX } from '../../shared/constants.ts';
import { heldChanges } from '../db/schema/insight.ts';
import { chunks, contentFiles, contents, contexts } from '../db/schema/knowledge.ts';
import { type Db, tenant, type Tx, withTenant } from '../db/tenant.ts';
import type { ContentRow } from './contents.ts';
import { bumpKnowledge } from './contexts.ts';
import type { TrainingEmbeddings } from './embeddings/embed-passages.ts';
import { queueEmbedding } from './embeddings/queue-embedding.ts';
import { saveVectors } from './embeddings/save-vectors.ts';
import { holdChange, isHeldBack } from './hold-change.ts';
import type { TrainingResult } from './passages.ts';

/**
 * Passages per transaction. The embedded database, and the event loop while it builds the statement, are blocked
 * meanwhile.
 */
const BATCH = 50;

const ofContent = ({ accountId, id }: Pick<ContentRow, 'accountId' | 'id'>) =>
  and(eq(chunks.accountId, accountId), eq(chunks.contentId, id));

/** Returns the current row of the content, locked; undefined when it was deleted. */
export async function findContentForUpdate(
  tx: Tx,
  { accountId, id }: Pick<ContentRow, 'accountId' | 'id'>,
): Promise<ContentRow | undefined> {
  const thisContent = and(eq(contents.accountId, accountId), eq(contents.id, id));
  const [now] = await tx.select().from(contents).where(thisContent).for('update');
  return now;
}

/** Inserts the passages `from` to `from + BATCH`, next to those of the version in use. */
async function insertBatch(
  tx: Tx,
  { accountId, contextId, id: contentId }: ContentRow,
  version: number,
  { passages }: TrainingResult,
  embedded: TrainingEmbeddings | null,
  from: number,
): Promise<void> {
  const batch = passages.slice(from, from + BATCH);
  const at = { accountId, contextId, contentId, version };
  const rows = batch.map((passage, index) => ({ ...passage, ...at, ordinal: from + index }));
  await tx.insert(chunks).values(rows);
  const vectors = embedded?.vectors.slice(from, from + BATCH) ?? [];
  if (!embedded || vectors.length === 0) return;
  await saveVectors(tx, { accountId, contextId, modelId: embedded.modelId }, rows, vectors);
}

/**
 * Inserts the passages of a long text before `finishTraining`, one batch per transaction, so that other queries run in
 * between. Stops when the content is edited or deleted meanwhile.
 */
export async function insertInBatches(
  db: Db,
  read: ContentRow,
  version: number,
  trained: TrainingResult,
  embedded: TrainingEmbeddings | null,
): Promise<void> {
  if (trained.passages.length <= BATCH) return;
  for (let from = 0; from < trained.passages.length; from += BATCH) {
    const isSame = await withTenant(db, tenant(read.accountId, 'all'), async (tx) => {
      const now = await findContentForUpdate(tx, read);
      if (!now || now.version !== read.version) return false;
      // Removes what an earlier attempt inserted.
      if (from === 0) await tx.delete(chunks).where(and(ofContent(now), eq(chunks.version, version)));
      await insertBatch(tx, now, version, trained, embedded, from);
      return true;
    });
    if (!isSame) return;
  }
}

/**
 * Puts a trained version in use, or holds it back when test questions must run first. The passages of a long text must
 * have been inserted by `insertInBatches`. The content must be locked, in the transaction that finishes the job.
 */
export async function finishTraining(
  tx: Tx,
  now: ContentRow,
  version: number,
  trained: TrainingResult,
  embedded: TrainingEmbeddings | null,
): Promise<void> {
  const { title, words, passages } = trained;
  if (passages.length <= BATCH) await insertBatch(tx, now, version, trained, embedded, 0);
  if (await isHeldBack(tx, now)) return holdChange(tx, now, version, { title, words });
  await activateVersion(tx, now, version, { title, words });
  await queueMissingEmbeddings(tx, now, embedded, passages.length);
}

/** Replaces the version in use with a trained one. The content must be locked. */
export async function activateVersion(
  tx: Tx,
  { accountId, contextId, id: contentId }: ContentRow,
  version: number,
  trained: Pick<TrainingResult, 'title' | 'words'>,
): Promise<void> {
  await tx
    .update(contents)
    .set({
      status: 'done',
      reason: null,
      version,
      trainedVersion: version,
      answering: null,
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
  await bumpKnowledge(tx, accountId, [{ contextId, id: contentId }]);
}

/**
 * Queues an embedding job when passages lack an embedding, or have one by a model that is not in use in the context.
 * The context must be locked.
 */
async function queueMissingEmbeddings(
  tx: Tx,
  { accountId, contextId }: Pick<ContentRow, 'accountId' | 'contextId'>,
  embedded: TrainingEmbeddings | null,
  passageCount: number,
): Promise<void> {
  const [context] = await tx
    .select({ answering: contexts.embeddingModelId })
    .from(contexts)
    .where(and(eq(contexts.accountId, accountId), eq(contexts.id, contextId)));
  const isComplete = embedded === null || embedded.vectors.length === passageCount;
  if (!isComplete || context?.answering !== (embedded?.modelId ?? null)) await queueEmbedding(tx, accountId, contextId);
}
