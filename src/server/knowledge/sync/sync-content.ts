import { and, eq, sql } from 'drizzle-orm';
import { CaptureError } from '../../../reading/capture/capture-error.ts';
import type { ParsedPage } from '../../../reading/capture/capture-page.ts';
import { readPage } from '../../../reading/capture/read-page.ts';
import { passagesInThread } from '../../../reading/passages/text-in-thread.ts';
import type { ContentSync } from '../../../shared/seo.ts';
import { findDueSyncs } from '../../db/due-work.ts';
import { isoMoment } from '../../db/iso-moment.ts';
import { contents } from '../../db/schema/knowledge.ts';
import { jobs } from '../../db/schema/platform.ts';
import { type Db, readTenant, type Tenant, tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { addJob, finishJob, finishJobWith, type Job } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { isExclusion } from '../capture-site.ts';
import { choicesFor } from '../choices.ts';
import { assertContent, type ContentRow, isSynced, lockContent } from '../contents/contents.ts';
import { failureMessage } from '../contents/failures.ts';
import { toEmbeddingInputs, tryEmbedding } from '../embeddings/embed-passages.ts';
import { saveLeftOut } from '../left-out/left-out-texts.ts';
import { findContentForUpdate, finishTraining, insertInBatches } from '../training/finish-training.ts';
import { followSitemap } from '../training/follow-sitemap.ts';
import { compareWithTrained, recordAttempt, saveReadings } from '../training/save-reading.ts';

/** In words: a shorter text may change altogether. */
const WORDS_TO_LOSE = 40;
const KEPT_SHARE = 0.4;

const isBusy = ({ status }: Pick<ContentRow, 'status'>) => status === 'pending' || status === 'working';

/** At most once; replaces a job that was given up. */
export async function queueSync(
  tx: Tx,
  { accountId, id }: Pick<ContentRow, 'accountId' | 'id'>,
  runAt?: Date,
): Promise<void> {
  await tx
    .delete(jobs)
    .where(and(eq(jobs.accountId, accountId), eq(jobs.kind, 'sync'), eq(jobs.subjectId, id), eq(jobs.state, 'parked')));
  await addJob(tx, { accountId, kind: 'sync', subjectId: id, runAt });
}

/** Throws `ApiError` `not_found` when the content is not a page or sitemap; `content_busy` while it is in training. */
export async function syncNow(db: Db, owner: Tenant, id: string): Promise<void> {
  await withTenant(db, owner, async (tx) => {
    const content = await lockContent(tx, owner, id);
    if (!isSynced(content)) throw notFound();
    if (isBusy(content)) throw new ApiError('content_busy');
    await queueSync(tx, content);
  });
}

/** A site captured in one afternoon must not be requested all at once a week later. */
const MAX_PER_ACCOUNT = 20;
const MAX_PER_ROUND = 400;
/** Syncs start at random within it. */
const SPREAD_MS = 50_000;

export async function queueDueSyncs(db: Db): Promise<number> {
  const due = await findDueSyncs(db, { anAccount: MAX_PER_ACCOUNT, limit: MAX_PER_ROUND });
  const byAccount = Map.groupBy(due, ({ accountId }) => accountId);
  for (const [accountId, contents] of byAccount) {
    await withTenant(db, tenant(accountId, 'all'), async (tx) => {
      for (const { id } of contents)
        await queueSync(tx, { accountId, id }, new Date(Date.now() + Math.random() * SPREAD_MS));
    });
  }
  return due.length;
}

/** Newest first. Throws `ApiError` `not_found`. */
export async function readSyncs(db: Db, owner: Tenant, id: string): Promise<ContentSync[]> {
  await assertContent(db, owner, id);
  return readTenant<ContentSync>(
    db,
    owner,
    sql`select id, ${isoMoment(sql`at`)} as at, outcome, reason, difference from content_syncs
        where account_id = ${owner.accountId} and content_id = ${id} order by content_syncs.at desc, id desc`,
  );
}

function readIfModified(
  services: Services,
  content: ContentRow,
  chosen: readonly string[],
  signal: AbortSignal,
): Promise<ParsedPage | null> {
  // A page must be read in full if it was never trained or its title is not known.
  const known = content.trainedVersion !== null && content.digest !== null && content.pageTitle !== null;
  const { etag, lastModified } = known ? content : { etag: null, lastModified: null };
  return readPage(services.outbound, content.url ?? '', {
    signal,
    evaluates: true,
    chosen,
    owner: content.accountId,
    ...(etag ? { etag } : {}),
    ...(lastModified ? { lastModified } : {}),
  });
}

/** Unless edited, deleted or queued for training meanwhile. */
async function saveIfCurrent(
  services: Services,
  job: Job,
  content: ContentRow,
  save: (tx: Tx, now: ContentRow) => Promise<void>,
): Promise<void> {
  await withTenant(services.db, tenant(job.accountId, 'all'), async (tx) => {
    const now = await findContentForUpdate(tx, content);
    if (now && now.version === content.version && !isBusy(now)) await save(tx, now);
    await finishJob(tx, job);
  });
}

/** A person should look at it first; reading the page again by hand uses it. */
const hasLostMost = (before: number, after: number) => before >= WORDS_TO_LOSE && after < before * KEPT_SHARE;

async function syncPage(services: Services, content: ContentRow, job: Job, signal: AbortSignal): Promise<void> {
  const { taken, unwanted } = await choicesFor(services.db, content);
  const page = await readIfModified(services, content, taken, signal);
  if (page === null)
    return saveIfCurrent(services, job, content, (tx, now) => recordAttempt(tx, now, { outcome: 'unchanged' }));
  if (content.trainedVersion !== null && page.textHash === content.digest)
    return saveIfCurrent(services, job, content, (tx, now) =>
      saveReadings(tx, [{ content: now, page, outcome: 'unchanged', difference: null }]),
    );
  const trained = await passagesInThread(page.document, page.title || content.title, signal, unwanted);
  const embedded = await tryEmbedding(services, toEmbeddingInputs(content, trained), signal);
  const comparison = await compareWithTrained(services.db, content, page.textHash, trained.passages);
  if (hasLostMost(content.words, trained.words)) {
    const reason = t('training.lost_text', { before: content.words, after: trained.words });
    const { difference } = comparison;
    return saveIfCurrent(services, job, content, (tx, now) =>
      recordAttempt(tx, now, { outcome: 'failed', reason, difference }, page.seo),
    );
  }
  await insertInBatches(services.db, { content, version: content.version + 1, trained, embedded });
  await saveIfCurrent(services, job, content, async (tx, now) => {
    await finishTraining(tx, [{ content: now, version: now.version + 1, trained, embedded }]);
    await saveReadings(tx, [{ content: now, page, ...comparison }]);
    await saveLeftOut(tx, now, page.document.leftOut ?? [], trained.unwanted);
  });
}

/** Unmodified costs one request; changed text is trained first; on failure the old version stays. */
export function syncWorker(services: Services): JobHandler {
  return {
    concurrency: { total: 4, perAccount: 2 },
    async run(job, signal) {
      const own = and(eq(contents.accountId, job.accountId), eq(contents.id, job.subjectId));
      const [content] = await withTenant(services.db, tenant(job.accountId, 'all'), (tx) =>
        tx.select().from(contents).where(own),
      );
      // A training in progress reads the page anyway.
      if (!content || !isSynced(content) || isBusy(content)) return finishJobWith(services.db, job);
      try {
        if (content.type === 'SITEMAP') await followSitemap(services, content, job, signal);
        else await syncPage(services, content, job, signal);
      } catch (error) {
        const reason = failureMessage(error);
        if (reason === null) throw error;
        const capture = error instanceof CaptureError ? error : undefined;
        const outcome = capture && isExclusion(capture.reason) ? 'excluded' : 'failed';
        await saveIfCurrent(services, job, content, (tx, now) =>
          recordAttempt(tx, now, { outcome, reason }, capture?.seo),
        );
      }
    },
    async giveUp({ accountId, subjectId: id }) {
      await withTenant(services.db, tenant(accountId, 'all'), async (tx) => {
        if (await findContentForUpdate(tx, { accountId, id }))
          await recordAttempt(tx, { accountId, id }, { outcome: 'failed', reason: t('training.reasons.unexpected') });
      });
    },
  };
}
