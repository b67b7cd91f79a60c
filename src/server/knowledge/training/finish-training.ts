import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { TrainingResult } from '../../../reading/passages/passages.ts';
import { heldChanges } from '../../db/schema/insight.ts';
import { chunks, contentFiles, contents, contexts } from '../../db/schema/knowledge.ts';
import { type Db, tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { addJob } from '../../jobs/queue.ts';
import { type ContentRow, lockContents } from '../contents/contents.ts';
import { ofContent } from '../contents/imported-text.ts';
import { contextAt } from '../context-row.ts';
import { bumpKnowledge } from '../contexts.ts';
import type { TrainingEmbeddings } from '../embeddings/embed-passages.ts';
import { queueEmbedding } from '../embeddings/queue-embedding.ts';
import { saveVectors } from '../embeddings/save-vectors.ts';

type ContextKey = Pick<ContentRow, 'accountId' | 'contextId'>;

/** They use the contents of the context, itself included. */
const usesContext = (alias: string, contextId: string) =>
  sql`${contextId} = any(string_to_array(${sql.identifier(alias)}.inheritance, '.'))`;

/** By test questions in this context or a subcontext. */
async function isHeldBack(tx: Tx, { accountId, contextId }: ContextKey): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from contexts c
    where c.account_id = ${accountId} and c.holds_worse and ${usesContext('c', contextId)}
      and exists (select from test_questions q where q.account_id = c.account_id and q.context_id = c.id)
    limit 1`);
  return rows.length > 0;
}

/**
 * The previous version stays in use. Replaces an older held one. The content must be locked and the passages written.
 */
async function holdChange(
  tx: Tx,
  content: ContentRow,
  version: number,
  { words, damage }: Pick<TrainingResult, 'words' | 'damage'>,
): Promise<void> {
  const { accountId, contextId, id: contentId, trainedVersion } = content;
  const versionsInUse = trainedVersion === null ? [version] : [version, trainedVersion];
  await tx.delete(chunks).where(and(ofContent(content), notInArray(chunks.version, versionsInUse)));
  await tx
    .update(contents)
    .set({ status: 'working', reason: null, version, updatedAt: new Date() })
    .where(and(eq(contents.accountId, accountId), eq(contents.id, contentId)));
  const change = {
    version,
    trained: { words, damage },
    state: 'testing' as const,
    runIds: [],
    createdAt: new Date(),
  };
  await tx
    .insert(heldChanges)
    .values({ accountId, contentId, contextId, ...change })
    .onConflictDoUpdate({ target: [heldChanges.accountId, heldChanges.contentId], set: change });
  await addJob(tx, { accountId, kind: 'test-held', subjectId: contentId, version });
}

/** Per transaction: the embedded database, and the event loop while it builds the statement, are blocked meanwhile. */
const BATCH = 50;

export async function findContentForUpdate(
  tx: Tx,
  { accountId, id }: Pick<ContentRow, 'accountId' | 'id'>,
): Promise<ContentRow | undefined> {
  const [now] = await lockContents(tx, tenant(accountId, 'all'), [id]);
  return now;
}

export interface TrainedVersion {
  content: ContentRow;
  version: number;
  trained: TrainingResult;
  embedded: TrainingEmbeddings | null;
}

async function insertBatch(tx: Tx, versions: readonly TrainedVersion[], from = 0): Promise<void> {
  const rows = versions.flatMap(({ content: { accountId, contextId, id: contentId }, version, trained, embedded }) =>
    trained.passages.slice(from, from + BATCH).map((passage, at) => {
      const key = { accountId, contextId, contentId, version, ordinal: from + at };
      return { key, passage, modelId: embedded?.modelId, vector: embedded?.vectors[from + at] };
    }),
  );
  await tx.insert(chunks).values(rows.map(({ key, passage }) => ({ ...passage, ...key })));
  const vectors = rows.flatMap(({ key, modelId, vector }) => (modelId && vector ? { ...key, modelId, vector } : []));
  for (const some of Map.groupBy(vectors, ({ contextId }) => contextId).values()) await saveVectors(tx, some[0]!, some);
}

/** One batch per transaction, so that others run in between. Stops when the content is edited or deleted. */
export async function insertInBatches(db: Db, finished: TrainedVersion): Promise<void> {
  const { content: read, version, trained } = finished;
  if (trained.passages.length <= BATCH) return;
  for (let from = 0; from < trained.passages.length; from += BATCH) {
    const isSame = await withTenant(db, tenant(read.accountId, 'all'), async (tx) => {
      const now = await findContentForUpdate(tx, read);
      if (!now || now.version !== read.version) return false;
      // Removes what an earlier attempt inserted.
      if (from === 0) await tx.delete(chunks).where(and(ofContent(now), eq(chunks.version, version)));
      await insertBatch(tx, [{ ...finished, content: now }], from);
      return true;
    });
    if (!isSame) return;
  }
}

/** Or held back for tests. Contents locked, in the jobs' transaction; long texts already in by `insertInBatches`. */
export async function finishTraining(tx: Tx, finished: readonly TrainedVersion[]): Promise<void> {
  const short = finished.filter(({ trained }) => trained.passages.length <= BATCH);
  if (short.length > 0) await insertBatch(tx, short);
  for (const [contextId, some] of Map.groupBy(finished, ({ content }) => content.contextId)) {
    const { accountId } = some[0]!.content;
    if (await isHeldBack(tx, { accountId, contextId })) {
      for (const { content, version, trained } of some) await holdChange(tx, content, version, trained);
    } else {
      await activateVersions(tx, some);
      await queueMissingEmbeddings(tx, { accountId, contextId }, some);
    }
  }
}

async function deleteOriginals(tx: Tx, accountId: string, contentIds: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from ${contentFiles} f where f.account_id = ${accountId} and f.content_id = any(${sql.param(contentIds)}::uuid[])
    and not exists (select from accounts a where a.id = f.account_id and a.keeps_files)`);
}

/** The contents must be locked. */
export async function activateVersions(
  tx: Tx,
  versions: readonly {
    content: ContentRow;
    version: number;
    trained: Pick<TrainingResult, 'words'> & Partial<Pick<TrainingResult, 'damage'>>;
  }[],
): Promise<void> {
  const changed = versions.map(({ content }) => content);
  const ids = changed.map(({ id }) => id);
  const { accountId } = changed[0]!;
  const numbers = versions.map(({ version }) => version);
  const words = versions.map(({ trained }) => trained.words);
  const damages = versions.map(({ trained }) => trained.damage ?? null);
  await tx.execute(sql`
    update contents c set status = 'done', reason = null, version = t.version, trained_version = t.version,
      answering = null, words = t.words, damage = t.damage, updated_at = now()
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(numbers)}::int[],
      ${sql.param(words)}::int[], ${sql.param(damages)}::text[]) t(id, version, words, damage)
    where c.account_id = ${accountId} and c.id = t.id`);
  await tx.execute(sql`
    delete from chunks k using contents c where k.account_id = ${accountId} and k.content_id = any(${sql.param(ids)}::uuid[])
      and c.account_id = k.account_id and c.id = k.content_id and k.version <> c.trained_version`);
  await deleteOriginals(tx, accountId, ids);
  await tx.delete(heldChanges).where(and(eq(heldChanges.accountId, accountId), inArray(heldChanges.contentId, ids)));
  await bumpKnowledge(tx, accountId, changed);
}

/** Missing, or by a model not in use in the context, which must be locked. */
async function queueMissingEmbeddings(
  tx: Tx,
  { accountId, contextId }: Pick<ContentRow, 'accountId' | 'contextId'>,
  finished: readonly TrainedVersion[],
): Promise<void> {
  const at = contextAt({ accountId }, contextId);
  const [context] = await tx.select({ inUse: contexts.embeddingModelId }).from(contexts).where(at);
  const isComplete = ({ trained, embedded }: TrainedVersion) =>
    embedded === null || embedded.vectors.length === trained.passages.length;
  const isInUse = ({ embedded }: TrainedVersion) => context?.inUse === (embedded?.modelId ?? null);
  if (!finished.every((one) => isComplete(one) && isInUse(one))) await queueEmbedding(tx, accountId, contextId);
}
