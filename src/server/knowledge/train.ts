import { and, eq } from 'drizzle-orm';
import { CaptureError } from '../../reading/capture/capture-error.ts';
import { readPage } from '../../reading/capture/read-page.ts';
import { extractFile } from '../../reading/extract/extract-file.ts';
import { fileSlices } from '../db/file-slices.ts';
import { contents } from '../db/schema/knowledge.ts';
import { tenant, type Tx, withTenant } from '../db/tenant.ts';
import { finishJob, type Job } from '../jobs/queue.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { Services } from '../runtime/services.ts';
import { t } from '../runtime/translate.ts';
import type { ContentRow } from './contents.ts';
import { type TrainingEmbeddings, tryEmbedding } from './embeddings/embed-passages.ts';
import { failureMessage, recordContentFailed } from './failures.ts';
import { findContentForUpdate, finishTraining, insertInBatches } from './finish-training.ts';
import { readImportedText } from './imported-text.ts';
import { passagesOfFaq, toEmbeddingInputs, type TrainingResult } from './passages.ts';
import { compareWithTrained } from './sync/difference.ts';
import { followSitemap } from './sync/follow-sitemap.ts';
import { type PageReading, saveEvaluation, saveReading } from './sync/save-reading.ts';
import { analyseChunksInThread, passagesInThread } from './threads/text-worker.ts';

interface Training {
  trained: TrainingResult;
  embedded: TrainingEmbeddings | null;
  /** Set for pages only. */
  reading?: PageReading;
}

async function readFile(services: Services, content: ContentRow, signal: AbortSignal): Promise<TrainingResult> {
  const slices: Buffer[] = [];
  for await (const slice of fileSlices(services.db, tenant(content.accountId, 'all'), content.id)) slices.push(slice);
  const bytes = Buffer.concat(slices);
  const document = await extractFile({ name: content.fileName ?? content.title, bytes }, { signal });
  return passagesInThread(document, content.title, signal);
}

async function train(services: Services, content: ContentRow, signal: AbortSignal): Promise<Training> {
  let trained: TrainingResult;
  let reading: PageReading | undefined;
  const imported = content.type === 'FAQ' ? [] : await readImportedText(services.db, content);
  if (imported.length > 0) trained = await analyseChunksInThread(imported, content.title, signal);
  else if (content.type === 'LINK') {
    const page = await readPage(services.outbound, content.url ?? '', { signal, evaluates: true });
    trained = await passagesInThread(page.document, page.title || content.title, signal);
    reading = { page, ...(await compareWithTrained(services.db, content, page.textHash, trained.passages)) };
  } else trained = content.type === 'FAQ' ? passagesOfFaq(content) : await readFile(services, content, signal);
  const embedded = await tryEmbedding(services, toEmbeddingInputs(content, trained), signal);
  await insertInBatches(services.db, content, content.version, trained, embedded);
  return { trained, embedded, reading };
}

async function saveTraining(tx: Tx, job: Job, { trained, embedded, reading }: Training): Promise<void> {
  const now = await findContentForUpdate(tx, { accountId: job.accountId, id: job.subjectId });
  // A content that was edited meanwhile has another job for its newer version.
  if (now && now.version === job.version) {
    await finishTraining(tx, now, job.version, trained, embedded);
    if (reading) await saveReading(tx, now, reading);
  }
  await finishJob(tx, job);
}

/** Sets the training state of the content, unless it has a newer version. Returns the row, or undefined. */
async function setState(
  tx: Tx,
  job: Job,
  state: Pick<ContentRow, 'status' | 'reason'>,
): Promise<ContentRow | undefined> {
  const [content] = await tx
    .update(contents)
    .set({ ...state, updatedAt: new Date() })
    .where(
      and(eq(contents.accountId, job.accountId), eq(contents.id, job.subjectId), eq(contents.version, job.version)),
    )
    .returning();
  return content;
}

/** Ends the training with an error, unless the content has a newer version. Returns the row, or undefined. */
async function fail(tx: Tx, job: Job, reason: string): Promise<ContentRow | undefined> {
  const failed = await setState(tx, job, { status: 'error', reason });
  if (failed) await recordContentFailed(tx, failed);
  return failed;
}

/**
 * Trains one version of a content: reads its text and splits it into passages, which then replace those of the version
 * in use. A known failure ends with status `error`; the queue retries after any other.
 */
export function trainWorker(services: Services): JobHandler {
  const within = <T>(job: Job, work: (tx: Tx) => Promise<T>) =>
    withTenant(services.db, tenant(job.accountId, 'all'), work);
  return {
    async run(job, signal) {
      const content = await within(job, (tx) => setState(tx, job, { status: 'working', reason: null }));
      if (!content) return within(job, (tx) => finishJob(tx, job));
      try {
        if (content.type === 'SITEMAP') return await followSitemap(services, content, job, signal);
        const training = await train(services, content, signal);
        await within(job, (tx) => saveTraining(tx, job, training));
      } catch (error) {
        const reason = failureMessage(error);
        if (reason === null) throw error;
        await within(job, async (tx) => {
          const failed = await fail(tx, job, reason);
          if (failed && error instanceof CaptureError) await saveEvaluation(tx, failed, error.seo);
          await finishJob(tx, job);
        });
      }
    },
    async giveUp(job) {
      await within(job, (tx) => fail(tx, job, t('training.reasons.unexpected')));
    },
  };
}
