import { setImmediate } from 'node:timers/promises';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { LeftOutText } from '../../../reading/blocks.ts';
import { CaptureError } from '../../../reading/capture/capture-error.ts';
import { readPage } from '../../../reading/capture/read-page.ts';
import { extractFile } from '../../../reading/extract/extract-file.ts';
import { fileSlices } from '../../db/file-slices.ts';
import { contents } from '../../db/schema/knowledge.ts';
import { tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { claimMore, finishJob, finishJobs, type Job } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import type { ContentRow } from '../contents/contents.ts';
import { failureMessage, recordContentFailed } from '../contents/failures.ts';
import { readImportedText } from '../contents/imported-text.ts';
import { tryEmbedding } from '../embeddings/embed-passages.ts';
import { saveLeftOut } from '../left-out/left-out-texts.ts';
import { choicesFor } from '../site-choices.ts';
import { compareWithTrained } from './difference.ts';
import { finishTraining, insertInBatches, lockContents, type TrainedVersion } from './finish-training.ts';
import { followSitemap } from './follow-sitemap.ts';
import { passagesOfFaq, toEmbeddingInputs, type TrainingResult } from './passages.ts';
import { type PageReading, saveEvaluation, saveReading } from './save-reading.ts';
import { analyseChunksInThread, passagesInThread } from './text-worker.ts';

/** Questions with answers that are trained together, because most of the time goes into transactions. */
const FAQS_AT_ONCE = 20;

/** A job and its content, if that exists. */
type Claimed = [Job, ContentRow | undefined];

interface Training extends TrainedVersion, Partial<Omit<ReadText, 'trained'>> {
  job: Job;
}

/** The passages of a text that was read, and what of it was left out. */
interface ReadText {
  trained: TrainingResult;
  leftOut: readonly LeftOutText[];
  /** Set for pages only. */
  reading?: PageReading;
}

async function readFile(services: Services, content: ContentRow, signal: AbortSignal): Promise<ReadText> {
  const slices: Buffer[] = [];
  for await (const slice of fileSlices(services.db, tenant(content.accountId, 'all'), content.id)) slices.push(slice);
  const bytes = Buffer.concat(slices);
  const document = await extractFile({ name: content.fileName ?? content.title, bytes }, { signal });
  return { trained: await passagesInThread(document, content.title, signal), leftOut: document.leftOut ?? [] };
}

async function readPageText(services: Services, content: ContentRow, signal: AbortSignal): Promise<ReadText> {
  const { taken: chosen, unwanted } = await choicesFor(services.db, content);
  const page = await readPage(services.outbound, content.url ?? '', { signal, evaluates: true, chosen });
  const trained = await passagesInThread(page.document, page.title || content.title, signal, unwanted);
  const comparison = await compareWithTrained(services.db, content, page.textHash, trained.passages);
  return { trained, leftOut: page.document.leftOut ?? [], reading: { page, ...comparison } };
}

async function readContent(services: Services, content: ContentRow, signal: AbortSignal): Promise<ReadText> {
  const imported = await readImportedText(services.db, content);
  if (imported.length > 0)
    return { trained: await analyseChunksInThread(imported, content.title, signal), leftOut: [] };
  return content.type === 'LINK' ? readPageText(services, content, signal) : readFile(services, content, signal);
}

async function train(services: Services, job: Job, content: ContentRow, signal: AbortSignal): Promise<Training> {
  const read = await readContent(services, content, signal);
  const { trained } = read;
  const embedded = await tryEmbedding(services, toEmbeddingInputs(content, trained), signal);
  const training = { ...read, job, content, version: content.version, embedded };
  await insertInBatches(services.db, training);
  return training;
}

/** Claims other questions with answers that wait in the account, and returns them with their contents. */
async function claimFaqs({ db }: Services, job: Job): Promise<Claimed[]> {
  const { accountId } = job;
  // After a failure, each is trained alone.
  if (job.attempts > 1) return [];
  const faqs = sql`select id from contents where account_id = ${accountId} and type = 'FAQ'`;
  const jobs = await claimMore(db, job, FAQS_AT_ONCE - 1, faqs);
  const ids = jobs.map(({ subjectId }) => subjectId);
  const rows = await withTenant(db, tenant(accountId, 'all'), (tx) =>
    tx
      .select()
      .from(contents)
      .where(and(eq(contents.accountId, accountId), inArray(contents.id, ids))),
  );
  const byId = new Map(rows.map((content) => [content.id, content]));
  return jobs.map((one) => [one, byId.get(one.subjectId)]);
}

async function trainFaqs(services: Services, claimed: Claimed[], signal: AbortSignal): Promise<Training[]> {
  const read: Omit<Training, 'embedded'>[] = [];
  for (const [job, content] of claimed) {
    if (content?.version !== job.version) continue;
    read.push({ job, content, version: job.version, trained: passagesOfFaq(content) });
    await setImmediate();
  }
  const inputs = read.flatMap(({ content, trained }) => toEmbeddingInputs(content, trained));
  const embedded = await tryEmbedding(services, inputs, signal);
  return read.map((one, at) => ({
    ...one,
    embedded: embedded && { ...embedded, vectors: embedded.vectors.slice(at, at + 1) },
  }));
}

/** Finishes jobs and puts in use what they trained. */
async function saveTrainings(tx: Tx, jobs: readonly Job[], trainings: readonly Training[]): Promise<void> {
  const { accountId } = jobs[0]!;
  const rows = await lockContents(
    tx,
    accountId,
    jobs.map(({ subjectId }) => subjectId),
  );
  const byId = new Map(rows.map((content) => [content.id, content]));
  // A content that was edited meanwhile has another job for its newer version.
  const current = trainings.flatMap((one) => {
    const content = byId.get(one.job.subjectId);
    return content?.version === one.version ? [{ ...one, content }] : [];
  });
  await finishTraining(tx, current);
  for (const { content, trained, reading, leftOut } of current) {
    if (reading) await saveReading(tx, content, reading);
    if (leftOut) await saveLeftOut(tx, content, leftOut, trained.unwanted);
  }
  await finishJobs(tx, jobs);
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
 * in use. Questions with answers are trained together. A known failure ends with status `error`; the queue retries after any other.
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
        if (content.type === 'FAQ') {
          const claimed: Claimed[] = [[job, content], ...(await claimFaqs(services, job))];
          const trainings = await trainFaqs(services, claimed, signal);
          const jobs = claimed.map(([one]) => one);
          return await within(job, (tx) => saveTrainings(tx, jobs, trainings));
        }
        const training = await train(services, job, content, signal);
        await within(job, (tx) => saveTrainings(tx, [job], [training]));
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
