import { createHash } from 'node:crypto';
import { and, count, eq, inArray, or } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { TITLE_MAX } from '../../../shared/constants.ts';
import { demandPlanRoom } from '../../db/plan-room.ts';
import { contents } from '../../db/schema/knowledge.ts';
import { jobs } from '../../db/schema/platform.ts';
import { tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { finishJob, type Job } from '../../jobs/queue.ts';
import { t } from '../../runtime/translate.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { ApiError } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { CaptureError, captureErrorOf } from '../capture/capture-error.ts';
import { createPace } from '../capture/pace.ts';
import { readSitemaps } from '../capture/read-sitemaps.ts';
import { robotsFor } from '../capture/robots.ts';
import { isSameSite, pageAddress, pageKey } from '../capture/site-address.ts';
import { lockRow } from '../keep-trained.ts';
import type { DifferenceLine } from './difference.ts';
import { noteSync } from './keep-reading.ts';

type Content = typeof contents.$inferSelect;

const MAX_PAGES = 5_000;
const PAUSE_MS = 50;
/** Rows of one insert: a statement has room for 65,535 values. */
const BATCH = 500;
/** Addresses that a difference names. */
const MAX_LINES = 400;
const SITEMAP_FILE = /\.(?:xml|txt|gz)$/i;

interface Listed {
  /** Addresses of pages of the site, each once. */
  urls: string[];
  /** Every file was read to its end: what is not listed is not there. */
  isWhole: boolean;
}

/** The pages that a sitemap lists now. `address`: a sitemap's own, or a site's, whose sitemaps are looked for. */
async function listPages(outbound: Outbound, address: string, signal: AbortSignal): Promise<Listed> {
  const site = new URL(address);
  const robots = await robotsFor(outbound, address, signal).catch((error: unknown) => {
    throw captureErrorOf(error, address);
  });
  const isFile = SITEMAP_FILE.test(site.pathname);
  if (isFile && !robots.isAllowed(address)) throw new CaptureError('robots', address);
  const pace = createPace(Math.max(PAUSE_MS, robots.crawlDelayMs));
  const limits = { maxPages: MAX_PAGES, pace, signal };
  const found = await readSitemaps(outbound, site.origin, isFile ? [address] : robots.sitemaps, limits);
  const pages = new Map<string, string>();
  for (const one of found.pages) {
    const url = pageAddress(one);
    if (url && isSameSite(url, site) && !pages.has(pageKey(url))) pages.set(pageKey(url), url.href);
  }
  if (pages.size === 0) throw new CaptureError(found.failure ?? 'no_sitemap', address);
  return { urls: [...pages.values()], isWhole: found.failure === null && !found.isCut };
}

async function insertPages(tx: Tx, sitemap: Content, urls: readonly string[]): Promise<void> {
  const { accountId, contextId, id: sitemapId, weeklySync } = sitemap;
  for (let from = 0; from < urls.length; from += BATCH) {
    const rows = urls.slice(from, from + BATCH).map((url) => ({ accountId, id: uuidv7(), url }));
    await tx.insert(contents).values(
      rows.map(({ url, ...row }) => ({
        ...{ ...row, contextId, sitemapId, weeklySync, url, title: url.slice(0, TITLE_MAX) },
        ...{ type: 'LINK' as const, format: 'html' as const, status: 'pending' as const },
      })),
    );
    await tx
      .insert(jobs)
      .values(rows.map(({ id }) => ({ accountId, id: uuidv7(), kind: 'train', subjectId: id, version: 1 })));
  }
}

/** Marks pages that are listed no more, and unmarks those that are again. */
async function markVanished(
  tx: Tx,
  accountId: string,
  pages: readonly Pick<Content, 'id'>[],
  vanishedAt: Date | null,
): Promise<void> {
  if (pages.length === 0) return;
  const ids = pages.map(({ id }) => id);
  await tx
    .update(contents)
    .set({ vanishedAt })
    .where(and(eq(contents.accountId, accountId), inArray(contents.id, ids)));
  if (vanishedAt) for (const { id } of pages) await noteSync(tx, { accountId, id }, { outcome: 'vanished' });
}

const line =
  (kind: DifferenceLine['kind']) =>
  (text: string | null): DifferenceLine => ({ kind, text: text ?? '' });

const keyOf = (url: string | null) => (url && URL.canParse(url) ? pageKey(new URL(url)) : (url ?? ''));

/** How many of so many new contents the plan has room for, and its limit when that is not all of them. */
async function roomFor(tx: Tx, accountId: string, wanted: number): Promise<{ room: number; limit: number | null }> {
  if (wanted === 0) return { room: 0, limit: null };
  try {
    await demandPlanRoom(tx, accountId, 'items', wanted);
    return { room: wanted, limit: null };
  } catch (error) {
    if (!(error instanceof ApiError) || !error.limit) throw error;
    // Nobody else of the account adds any meanwhile: the demand holds them up until this transaction ends.
    const [counted] = await tx.select({ items: count() }).from(contents).where(eq(contents.accountId, accountId));
    return { room: Math.max(0, error.limit.most - (counted?.items ?? 0)), limit: error.limit.most };
  }
}

/** Brings what is new as far as the plan has room, in the sitemap's order, marks what is gone, and says what it did. */
async function keepListed(tx: Tx, sitemap: Content, { urls, isWhole }: Listed): Promise<void> {
  const { accountId, contextId, id } = sitemap;
  const links = and(eq(contents.accountId, accountId), eq(contents.type, 'LINK'));
  const { url, sitemapId, vanishedAt } = contents;
  const known = await tx
    .select({ id: contents.id, url, sitemapId, vanishedAt })
    .from(contents)
    .where(and(links, or(eq(contents.contextId, contextId), eq(contents.sitemapId, id))));
  const knownKeys = new Set(known.map((page) => keyOf(page.url)));
  const unknown = urls.filter((one) => !knownKeys.has(keyOf(one)));
  const { room, limit } = await roomFor(tx, accountId, unknown.length);
  const fresh = unknown.slice(0, room);
  const listedKeys = new Set(urls.map(keyOf));
  const own = known.filter((page) => page.sitemapId === id);
  const gone = isWhole ? own.filter((page) => !page.vanishedAt && !listedKeys.has(keyOf(page.url))) : [];
  const back = own.filter((page) => page.vanishedAt && listedKeys.has(keyOf(page.url)));
  await insertPages(tx, sitemap, fresh);
  await markVanished(tx, accountId, gone, new Date());
  await markVanished(tx, accountId, back, null);
  const left = unknown.length - fresh.length;
  const digest = createHash('sha256')
    .update([...listedKeys].sort().join('\n'))
    .digest('hex');
  const syncFailure = left > 0 ? t('training.sitemap_limit', { count: left, limit }) : null;
  const state = { status: 'done' as const, reason: null, trainedVersion: sitemap.version, words: 0 };
  await tx
    .update(contents)
    .set({ ...state, digest, syncFailure, syncedAt: new Date(), updatedAt: new Date() })
    .where(and(eq(contents.accountId, accountId), eq(contents.id, id)));
  const difference = [...gone.map((page) => line('gone')(page.url)), ...fresh.map(line('new'))].slice(0, MAX_LINES);
  const outcome = sitemap.trainedVersion === null ? 'new' : difference.length > 0 ? 'changed' : 'unchanged';
  await noteSync(tx, sitemap, { outcome, difference: difference.length > 0 ? difference : null });
}

/**
 * Follows a SITEMAP content: its new pages become contents of their own, as far as the plan allows, and those it lists
 * no more are marked. Ends the job. @throws CaptureError when it cannot be read, and then nothing is marked
 */
export async function followSitemap(
  services: Services,
  content: Content,
  job: Job,
  signal: AbortSignal,
): Promise<void> {
  const owner = tenant(content.accountId, 'all');
  const listed = await listPages(services.outbound, content.url ?? '', signal);
  await withTenant(services.db, owner, async (tx) => {
    const now = await lockRow(tx, content);
    // Edited or deleted meanwhile: the newer version has a job of its own.
    if (now && now.version === content.version) await keepListed(tx, now, listed);
    await finishJob(tx, job);
  });
  services.wake();
}
