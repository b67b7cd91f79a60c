import { setImmediate } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { LeftOutText } from '../../../reading/blocks.ts';
import { CaptureError } from '../../../reading/capture/capture-error.ts';
import { readPage } from '../../../reading/capture/read-page.ts';
import { extractFile } from '../../../reading/extract/extract-file.ts';
import { takeListed } from '../../../reading/left-out.ts';
import { passagesOfFaq, type TrainingResult } from '../../../reading/passages/passages.ts';
import { analyseChunksInThread, passagesInThread } from '../../../reading/passages/text-in-thread.ts';
import { fileSlices } from '../../db/file-slices.ts';
import { contents } from '../../db/schema/knowledge.ts';
import { tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { claimMore, finishJob, finishJobs, type Job } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { takeCapturedPage } from '../captured-pages.ts';
import { choicesFor } from '../choices.ts';
import { type ContentRow, lockContents } from '../contents/contents.ts';
import { failureMessage, recordContentFailed } from '../contents/failures.ts';
import { readImportedText } from '../contents/imported-text.ts';
import { toEmbeddingInputs, tryEmbedding } from '../embeddings/embed-passages.ts';
import { saveLeftOut } from '../left-out/left-out-texts.ts';
import { readStoredText } from '../left-out/stored-text.ts';
import { finishTraining, insertInBatches, type TrainedVersion } from './finish-training.ts';
import { followSitemap } from './follow-sitemap.ts';
import { compareWithTrained, type PageReading, saveEvaluation, saveReadings, saveUnreadPages } from './save-reading.ts';

/**
 * Most of the time goes into transactions: as many as are read in this time, up to a number of contents or passages.
 */
const TOGETHER = { ms: 1_000, contents: 20, passages: 50 };
/** Pages wait for their sites. */
const CLAIMED_AT_ONCE = { FAQ: 20, FILE: 4, LINK: 4 };
const READ_AT_ONCE = { FAQ: 1, FILE: 1, LINK: 4 };

interface ReadContent extends ReadText {
  job: Job;
  content: ContentRow;
}
type Training = ReadContent & TrainedVersion;

/** The passages of a text that was read, and what of it was left out. */
interface ReadText {
  trained: TrainingResult;
  /** Not for questions with answers. */
  leftOut?: readonly LeftOutText[];
  reading?: PageReading;
  unreadPages?: readonly number[];
}

async function readFile(services: Services, content: ContentRow, signal: AbortSignal): Promise<ReadText> {
  const slices: Buffer[] = [];
  for await (const slice of fileSlices(services.db, tenant(content.accountId, 'all'), content.id)) slices.push(slice);
  const choices = await choicesFor(services.db, content);
  if (slices.length === 0 && content.trainedVersion !== null) {
    const { chunks, leftOut, unwanted } = await readStoredText(services.db, content, choices);
    return { trained: { ...(await analyseChunksInThread(chunks, content.title, signal)), unwanted }, leftOut };
  }
  const bytes = Buffer.concat(slices);
  const file = await extractFile(
    { name: content.fileName ?? content.title, bytes },
    { signal, owner: content.accountId },
  );
  const document = takeListed(file, new Set(choices.taken));
  const trained = await passagesInThread(document, content.title, signal, choices.unwanted);
  return { trained, leftOut: document.leftOut ?? [], unreadPages: file.unreadPages ?? [] };
}

async function readPageText(services: Services, content: ContentRow, signal: AbortSignal): Promise<ReadText> {
  const { taken: chosen, unwanted } = await choicesFor(services.db, content);
  const isFirst = content.trainedVersion === null;
  const captured = isFirst && chosen.length === 0 ? await takeCapturedPage(services.db, content) : null;
  const page =
    captured ??
    (await readPage(services.outbound, content.url ?? '', {
      signal,
      evaluates: true,
      chosen,
      owner: content.accountId,
    }));
  const trained = await passagesInThread(page.document, page.title || content.title, signal, unwanted);
  const comparison = await compareWithTrained(services.db, content, page.textHash, trained.passages);
  return { trained, leftOut: page.document.leftOut ?? [], reading: { page, ...comparison } };
}

async function readContent(services: Services, content: ContentRow, signal: AbortSignal): Promise<ReadText> {
  if (content.type === 'FAQ') {
    // Other requests have their turn: this takes a while with many of them.
    await setImmediate();
    return { trained: passagesOfFaq(content.question ?? '', content.answer ?? '') };
  }
  const imported = await readImportedText(services.db, content);
  if (imported.length > 0)
    return { trained: await analyseChunksInThread(imported, content.title, signal), leftOut: [] };
  return content.type === 'LINK' ? readPageText(services, content, signal) : readFile(services, content, signal);
}

async function prepare(services: Services, read: readonly ReadContent[], signal: AbortSignal): Promise<Training[]> {
  const inputs = read.flatMap(({ content, trained }) => toEmbeddingInputs(content, trained));
  const embedded = inputs.length > 0 ? await tryEmbedding(services, inputs, signal) : null;
  let end = 0;
  const trainings = read.map((one) => {
    const vectors = embedded?.vectors.slice(end, (end += one.trained.passages.length));
    return { ...one, version: one.job.version, embedded: embedded && { ...embedded, vectors: vectors! } };
  });
  for (const training of trainings) await insertInBatches(services.db, training);
  return trainings;
}

async function saveTrainings(tx: Tx, trainings: readonly Training[]): Promise<void> {
  const jobs = trainings.map(({ job }) => job);
  const { accountId } = jobs[0]!;
  const rows = await lockContents(
    tx,
    tenant(accountId, 'all'),
    jobs.map(({ subjectId }) => subjectId),
  );
  const byId = new Map(rows.map((content) => [content.id, content]));
  // A content that was edited meanwhile has another job for its newer version.
  const current = trainings.flatMap((one) => {
    const content = byId.get(one.job.subjectId);
    return content?.version === one.version ? [{ ...one, content }] : [];
  });
  await finishTraining(tx, current);
  await saveReadings(
    tx,
    current.flatMap(({ content, reading }) => (reading ? { content, ...reading } : [])),
  );
  for (const { content, trained, leftOut, unreadPages } of current) {
    if (unreadPages) await saveUnreadPages(tx, content, unreadPages);
    if (leftOut) await saveLeftOut(tx, content, leftOut, trained.unwanted);
  }
  await finishJobs(tx, jobs);
}

/** Unless there is a newer version. Returns their rows. */
async function setState(
  tx: Tx,
  jobs: readonly Job[],
  state: Pick<ContentRow, 'status' | 'reason'>,
): Promise<ContentRow[]> {
  const ids = jobs.map(({ subjectId }) => subjectId);
  const versions = jobs.map(({ version }) => version);
  return tx
    .update(contents)
    .set({ ...state, updatedAt: new Date() })
    .where(
      and(
        eq(contents.accountId, jobs[0]!.accountId),
        sql`(${contents.id}, ${contents.version}) in (select * from unnest(${sql.param(ids)}::uuid[], ${sql.param(versions)}::int[]))`,
      ),
    )
    .returning();
}

/** Unless the content has a newer version; then undefined. */
async function fail(tx: Tx, job: Job, reason: string): Promise<ContentRow | undefined> {
  const [failed] = await setState(tx, [job], { status: 'error', reason });
  if (failed) await recordContentFailed(tx, failed);
  return failed;
}

/** With others of its type in the account. A known failure ends with `error`; the queue retries any other. */
export function trainWorker(services: Services): JobHandler {
  const within = <T>(job: Job, work: (tx: Tx) => Promise<T>) =>
    withTenant(services.db, tenant(job.accountId, 'all'), work);

  /** Finishes those whose content is gone or has a newer version. */
  async function begin(jobs: readonly Job[]): Promise<[Job, ContentRow][]> {
    if (jobs.length === 0) return [];
    return within(jobs[0]!, async (tx) => {
      const rows = await setState(tx, jobs, { status: 'working', reason: null });
      const byId = new Map(rows.map((content) => [content.id, content]));
      const begun = jobs.flatMap((job): [Job, ContentRow][] => {
        const content = byId.get(job.subjectId);
        return content?.version === job.version ? [[job, content]] : [];
      });
      const current = new Set(begun.map(([job]) => job));
      await finishJobs(
        tx,
        jobs.filter((job) => !current.has(job)),
      );
      return begun;
    });
  }

  /** A known failure ends it with an error; then undefined. */
  async function attempt<T>(job: Job, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      const reason = failureMessage(error);
      if (reason === null) throw error;
      await within(job, async (tx) => {
        const failed = await fail(tx, job, reason);
        if (failed && error instanceof CaptureError) await saveEvaluation(tx, failed, error.seo);
        await finishJob(tx, job);
      });
      return undefined;
    }
  }

  /** After a failure, each is trained alone. */
  async function beginMore(job: Job, type: keyof typeof CLAIMED_AT_ONCE): Promise<[Job, ContentRow][]> {
    if (job.attempts > 1) return [];
    const ofType = sql`select id from contents where account_id = ${job.accountId} and type = ${type}`;
    return begin(await claimMore(services.db, job, CLAIMED_AT_ONCE[type], ofType));
  }

  return {
    async run(job, signal) {
      const [first] = await begin([job]);
      if (!first) return;
      const { type } = first[1];
      if (type === 'SITEMAP') {
        await attempt(job, () => followSitemap(services, first[1], job, signal));
        return;
      }
      const end = performance.now() + TOGETHER.ms;
      const read: ReadContent[] = [];
      const isFull = () =>
        performance.now() > end ||
        read.length >= TOGETHER.contents ||
        read.reduce((sum, { trained }) => sum + trained.passages.length, 0) >= TOGETHER.passages;
      let some = [first, ...(await beginMore(job, type))];
      while (some.length > 0) {
        const texts = await pLimit(READ_AT_ONCE[type]).map(some, ([one, content]) =>
          attempt(one, () => readContent(services, content, signal)),
        );
        for (const [at, [one, content]] of some.entries())
          if (texts[at]) read.push({ ...texts[at], job: one, content });
        some = isFull() ? [] : await beginMore(job, type);
      }
      if (read.length === 0) return;
      const trainings = await prepare(services, read, signal);
      await within(job, (tx) => saveTrainings(tx, trainings));
    },
    async giveUp(job) {
      await within(job, (tx) => fail(tx, job, t('training.reasons.unexpected')));
    },
  };
}
