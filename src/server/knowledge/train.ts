import { and, eq, ne } from 'drizzle-orm';
import { chunks, contentFiles, contents, contexts } from '../db/tables.ts';
import { tenant, type Tx, withTenant } from '../db/tenant.ts';
import { finishJob, type Job } from '../jobs/queue.ts';
import type { Handler } from '../jobs/worker.ts';
import { say } from '../locale.ts';
import type { Services } from '../services.ts';
import { CaptureError } from './capture/capture-error.ts';
import { captureReason } from './capture-site.ts';
import { readPage } from './capture/read-page.ts';
import { chunkDocument } from './chunk.ts';
import { bumpKnowledge } from './contexts.ts';
import { type Embedded, tryEmbedding } from './embeddings/embed-passages.ts';
import { keepVectors } from './embeddings/keep-vectors.ts';
import { queueEmbedding } from './embeddings/queue-embedding.ts';
import { ExtractError, extractFile } from './extract/extract-file.ts';
import { analysePassage } from './search/analyse.ts';

type Content = typeof contents.$inferSelect;

/** What a content becomes: its passages, and what was learnt of it on the way. */
interface Trained {
  title: string;
  words: number;
  passages: { heading: string | null; page: number | null; text: string; analysis: Buffer }[];
}

/** Rows of one insert: a statement has room for 65,535 values. */
const BATCH = 200;

const countWords = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
const reasonOf = (reason: string) => say(`training.reasons.${reason}`);

function trainFaq({ question, answer }: Content): Trained {
  const words = { title: '', heading: null, question: question ?? '', answer: answer ?? '', text: answer ?? '' };
  const passage = { heading: null, page: null, text: words.text, analysis: Buffer.from(analysePassage(words)) };
  return { title: words.question, words: countWords(`${words.question} ${words.text}`), passages: [passage] };
}

async function readDocument(services: Services, content: Content, signal: AbortSignal) {
  if (content.type === 'LINK') {
    const page = await readPage(services.outbound, content.url ?? '', { signal });
    return { document: page.document, title: page.title || content.title };
  }
  const [file] = await withTenant(services.db, tenant(content.accountId, 'all'), (tx) =>
    tx
      .select()
      .from(contentFiles)
      .where(and(eq(contentFiles.accountId, content.accountId), eq(contentFiles.contentId, content.id))),
  );
  if (!file) throw new ExtractError('empty');
  const document = await extractFile({ name: content.fileName ?? content.title, bytes: file.bytes }, { signal });
  return { document, title: content.title };
}

async function trainDocument(services: Services, content: Content, signal: AbortSignal): Promise<Trained> {
  const { document, title } = await readDocument(services, content, signal);
  const found = chunkDocument(document);
  if (found.length === 0) throw new ExtractError('no_text');
  const passages = found.map((chunk) => ({
    ...chunk,
    analysis: Buffer.from(analysePassage({ ...chunk, title, question: null, answer: null })),
  }));
  return { title, words: found.reduce((sum, chunk) => sum + countWords(chunk.text), 0), passages };
}

const toEmbedded =
  ({ question }: Content, { title }: Trained) =>
  ({ heading, text }: Trained['passages'][number]) => ({ title, heading, question, text });

/** Writes the passages of a version beside those that answer now, then switches: all in the job's last transaction. */
async function keepTrained(
  tx: Tx,
  content: Content,
  job: Job,
  trained: Trained,
  embedded: Embedded | null,
): Promise<void> {
  const { accountId, id: contentId } = content;
  const here = and(eq(contents.accountId, accountId), eq(contents.id, contentId));
  const [now] = await tx.select().from(contents).where(here).for('update');
  // Edited or deleted meanwhile: the newer version has a job of its own.
  if (!now || now.version !== job.version) return finishJob(tx, job);
  const rows = trained.passages.map((passage, ordinal) => ({
    ...passage,
    accountId,
    contextId: now.contextId,
    contentId,
    version: job.version,
    ordinal,
  }));
  for (let from = 0; from < rows.length; from += BATCH) await tx.insert(chunks).values(rows.slice(from, from + BATCH));
  if (embedded) {
    const at = { accountId, contextId: now.contextId, modelId: embedded.modelId };
    await keepVectors(tx, at, rows, embedded.vectors);
  }
  await tx
    .update(contents)
    .set({
      status: 'done',
      reason: null,
      title: trained.title.slice(0, 500),
      words: trained.words,
      trainedVersion: job.version,
      updatedAt: new Date(),
    })
    .where(here);
  await tx
    .delete(chunks)
    .where(and(eq(chunks.accountId, accountId), eq(chunks.contentId, contentId), ne(chunks.version, job.version)));
  await tx
    .delete(contentFiles)
    .where(and(eq(contentFiles.accountId, accountId), eq(contentFiles.contentId, contentId)));
  await bumpKnowledge(tx, accountId, [now.contextId]);
  await queueIfLacking(tx, now, embedded, rows.length);
  await finishJob(tx, job);
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

/** The state of a content's training, while that version is still the newest. */
async function setState(tx: Tx, job: Job, state: Pick<Content, 'status' | 'reason'>): Promise<Content | undefined> {
  const [content] = await tx
    .update(contents)
    .set({ ...state, updatedAt: new Date() })
    .where(
      and(eq(contents.accountId, job.accountId), eq(contents.id, job.subjectId), eq(contents.version, job.version)),
    )
    .returning();
  return content;
}

/** The sentence for a failure that trying again would not mend; null for any other. */
function failure(error: unknown): string | null {
  if (error instanceof ExtractError) return reasonOf(error.reason);
  if (error instanceof CaptureError) return captureReason(error.reason);
  return null;
}

/**
 * Trains one version of a content: its text is fetched and cut into passages, which then answer in place of the older
 * ones. What can be said of a failure ends as status `error`; anything else is tried again by the queue.
 */
export function trainWorker(services: Services): Handler {
  const within = <T>(job: Job, work: (tx: Tx) => Promise<T>) =>
    withTenant(services.db, tenant(job.accountId, 'all'), work);
  return {
    async run(job, signal) {
      const content = await within(job, (tx) => setState(tx, job, { status: 'working', reason: null }));
      if (!content) return within(job, (tx) => finishJob(tx, job));
      try {
        const trained = content.type === 'FAQ' ? trainFaq(content) : await trainDocument(services, content, signal);
        const embedded = await tryEmbedding(services, trained.passages.map(toEmbedded(content, trained)), signal);
        await within(job, (tx) => keepTrained(tx, content, job, trained, embedded));
      } catch (error) {
        const reason = failure(error);
        if (reason === null) throw error;
        await within(job, async (tx) => {
          await setState(tx, job, { status: 'error', reason });
          await finishJob(tx, job);
        });
      }
    },
    async giveUp(job) {
      await within(job, (tx) => setState(tx, job, { status: 'error', reason: reasonOf('unexpected') }));
    },
  };
}
