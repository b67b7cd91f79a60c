import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { CaptureReason } from '../../reading/capture/capture-error.ts';
import { findPages, type SitePage } from '../../reading/capture/find-pages.ts';
import { withoutSharedParts } from '../../reading/capture/shared-titles.ts';
import { siteNameOf } from '../../reading/capture/site-name.ts';
import { translationsIn } from '../../reading/capture/translations.ts';
import type { crawlBody } from '../../shared/rules.ts';
import type { SiteCapture } from '../../shared/site-capture.ts';
import { originsOfSite, siteHost } from '../../shared/site-origins.ts';
import { readItemRoom } from '../billing/plans.ts';
import { accounts, users } from '../db/schema/identity.ts';
import { type CapturePageEntry, captures, contents, contexts } from '../db/schema/knowledge.ts';
import { type Db, readTenant, type Tenant, tenant, type Tx, withTenant } from '../db/tenant.ts';
import { addJob, finishJob, finishJobWith, LostLease } from '../jobs/queue.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { assertContext } from '../resource/scope.ts';
import { notFound } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { t } from '../runtime/translate.ts';
import { capturedPageRows, deleteCapturedPages, storeCapturedPages } from './captured-pages.ts';
import { captureReason } from './contents/failures.ts';
import { requireContext } from './context-row.ts';
import { contextAt } from './context-row.ts';
import { takeSiteName } from './site-name.ts';

/** The plan's limit, but at least `min` so that users can choose, and at most `max`. */
const PAGE_BOUNDS = { min: 500, max: 5_000 };
const MAX_DEPTH = 6;
const TIMEOUT_MS = 20 * 60_000;
/** For progress on screen. The interval grows with the pages, because each save writes them all. */
const SAVE_MS = 700;
const SAVE_MS_PER_PAGE = 2;

/** Returns the capture's id. `allowsSite`: to show the widget, too. Throws `ApiError` `not_found` when the context does not exist. */
export async function startCapture(
  db: Db,
  owner: Tenant,
  capture: z.infer<typeof crawlBody> & { allowsSite: boolean },
): Promise<string> {
  const { contextId, url } = capture;
  const { accountId } = owner;
  const id = uuidv7();
  await withTenant(db, owner, async (tx) => {
    await requireContext(tx, owner, contextId);
    await tx.insert(captures).values({ accountId, id, ...capture, status: 'pending' });
    await addJob(tx, { accountId, kind: 'capture', subjectId: id });
    await stopOfferingSite(tx, accountId, url);
  });
  return id;
}

/** Whether the site is the one that was given at sign-up. */
async function isSiteOfAccount(tx: Tx, accountId: string, url: string): Promise<boolean> {
  const [account] = await tx.select({ website: accounts.website }).from(accounts).where(eq(accounts.id, accountId));
  return account?.website != null && siteHost(account.website) === siteHost(url);
}

async function stopOfferingSite(tx: Tx, accountId: string, url: string): Promise<void> {
  if (!(await isSiteOfAccount(tx, accountId, url))) return;
  await tx
    .update(users)
    .set({ websiteCrawled: true })
    .where(and(eq(users.accountId, accountId), eq(users.websiteCrawled, false)));
}

/** A longer page is not a better one. */
const WORDS_ENOUGH_TO_KEEP = 300;

/** Fewer links from the start first, then more text. */
function choosePages(pages: readonly CapturePageEntry[], room: number): ReadonlySet<string> {
  const rank = ({ words }: CapturePageEntry) => Math.min(words, WORDS_ENOUGH_TO_KEEP);
  const readable = pages.filter(({ status, translation }) => status === 'read' && !translation);
  const best = readable.toSorted((a, b) => a.depth - b.depth || rank(b) - rank(a));
  return new Set(best.slice(0, room).map(({ url }) => url));
}

export async function readCapture(db: Db, owner: Tenant, id: string): Promise<SiteCapture> {
  const { accountId } = owner;
  const [capture] = await withTenant(db, owner, (tx) => tx.select().from(captures).where(isCapture(accountId, id)));
  if (!capture) throw notFound();
  assertContext(owner, capture.contextId);
  const { url, status, reason, pages, listed } = capture;
  const known = await knownAddresses(db, owner, capture.contextId);
  const { limit, room } = await readItemRoom(db, owner);
  const isKnown = (page: CapturePageEntry) => known.pages.has(page.url);
  const fresh = pages.filter((page) => !isKnown(page));
  const chosen = choosePages(fresh, room);
  const count = (status: CapturePageEntry['status']) => pages.filter((page) => page.status === status).length;
  return {
    id,
    contextId: capture.contextId,
    url,
    status,
    reason,
    limit,
    room,
    read: count('read'),
    failed: count('failed'),
    excluded: count('excluded'),
    kept: pages.filter(isKnown).length,
    found: pages.length,
    pages: pages.map((page) => ({ ...page, chosen: chosen.has(page.url), isKept: isKnown(page) })),
    sitemap: listed > 0 ? { pages: listed, contentId: known.sitemapOf(url) } : null,
  };
}

async function knownAddresses(db: Db, owner: Tenant, contextId: string) {
  const rows = await readTenant<{ id: string; type: string; url: string | null }>(
    db,
    owner,
    sql`select id, type, url from ${contents} where account_id = ${owner.accountId} and context_id = ${contextId}
          and type in ('LINK', 'SITEMAP')`,
  );
  return {
    pages: new Set(rows.flatMap(({ type, url }) => (type === 'LINK' && url ? [url] : []))),
    sitemapOf: (site: string) =>
      rows.find(({ type, url }) => type === 'SITEMAP' && siteHost(url) === siteHost(site))?.id ?? null,
  };
}

const httpAddress = (url: string) => (url.startsWith('https:') ? url.replace(/^https:/, 'http:') : null);

/** An interrupted run starts from scratch: it has saved nothing but progress. */
export function captureWorker(services: Services): JobHandler {
  const { db } = services;
  return {
    concurrency: { total: 4, perAccount: 2 },
    async run(job, signal) {
      const { accountId, subjectId: id } = job;
      const [capture] = await saveCapture(db, accountId, id, { status: 'working', pages: [] }, deleteCapturedPages);
      if (!capture) return finishJobWith(db, job);
      let found = await searchSite(services, capture, signal);
      const httpUrl = found.reason === 'unreachable' ? httpAddress(capture.url) : null;
      if (httpUrl) {
        const again = await searchSite(services, { ...capture, url: httpUrl }, signal);
        if (again.reason === null) found = again;
      }
      if (found.isAborted) throw new LostLease(job.id);
      await withTenant(db, tenant(accountId, 'all'), async (tx) => {
        await finishCapture(tx, capture, found);
        await finishJob(tx, job);
      });
    },
    async giveUp({ accountId, subjectId: id }) {
      await saveCapture(db, accountId, id, { status: 'error', reason: t('training.reasons.unexpected') });
    },
  };
}

type Capture = typeof captures.$inferSelect;

const isCapture = (accountId: string, id: string) => and(eq(captures.accountId, accountId), eq(captures.id, id));

/** With other work in the same transaction, unless the capture is gone. */
const saveCapture = (
  db: Db,
  accountId: string,
  id: string,
  change: Partial<typeof captures.$inferInsert>,
  andThen?: (tx: Tx, capture: Capture) => Promise<void>,
) =>
  withTenant(db, tenant(accountId, 'all'), async (tx) => {
    const saved = await tx.update(captures).set(change).where(isCapture(accountId, id)).returning();
    if (saved[0]) await andThen?.(tx, saved[0]);
    return saved;
  });

/** The owner's wish, not a failure. */
export const isExclusion = (reason: CaptureReason): boolean => reason === 'robots' || reason === 'noindex';

interface SiteSearchResult {
  url: string;
  pages: CapturePageEntry[];
  listed: number;
  isAborted: boolean;
  reason: CaptureReason | null;
  name: string | null;
}

function entriesOf(found: readonly SitePage[], site: string): CapturePageEntry[] {
  const translations = translationsIn(found.filter(({ status }) => status === 'read'));
  const titled = found.filter(({ title }) => title !== null);
  const titles = withoutSharedParts(
    titled.map(({ title }) => title!),
    new URL(site).hostname,
  );
  const titleOf = new Map(titled.map(({ url }, at) => [url, titles[at]!]));
  return found.map(({ url, words, depth, status, reason }) => {
    const translation = translations.get(url);
    return {
      url,
      words,
      depth,
      status: reason && isExclusion(reason) ? 'excluded' : status,
      title: titleOf.get(url) ?? url,
      ...(reason && { reason: captureReason(reason) }),
      ...(translation && { translation }),
    };
  });
}

function siteNameIn(found: readonly SitePage[], site: string): string | null {
  const home = found.find(({ depth }) => depth === 0);
  const titles = found.flatMap(({ title }) => title ?? []);
  return home ? siteNameOf(home, new URL(site).hostname, titles) : null;
}

async function searchSite(
  { db, outbound }: Services,
  capture: Capture,
  signal: AbortSignal,
): Promise<SiteSearchResult> {
  const { accountId, id, url } = capture;
  const found: SitePage[] = [];
  const reasons: CaptureReason[] = [];
  let savedAt = performance.now();
  const rowOf = capturedPageRows(capture);
  let unsaved: NonNullable<ReturnType<typeof rowOf>>[] = [];
  const save = async () => {
    const rows = unsaved;
    unsaved = [];
    await saveCapture(db, accountId, id, { pages: entriesOf(found, url) }, (tx) => storeCapturedPages(tx, rows));
  };
  const { limit } = await readItemRoom(db, tenant(accountId, 'all'));
  const { listed, stopped } = await findPages(outbound, url, {
    maxPages: Math.min(Math.max(limit, PAGE_BOUNDS.min), PAGE_BOUNDS.max),
    timeoutMs: TIMEOUT_MS,
    maxDepth: MAX_DEPTH,
    signal,
    wantsText: true,
    async onPage({ page: read, ...page }) {
      if (page.reason) reasons.push(page.reason);
      found.push(page);
      const row = read && rowOf(read);
      if (row) unsaved.push(row);
      if (performance.now() - savedAt < SAVE_MS + found.length * SAVE_MS_PER_PAGE) return;
      savedAt = performance.now();
      await save();
    },
  });
  await save();
  const pages = entriesOf(found, url);
  const isRead = pages.some((page) => page.status === 'read');
  return {
    url,
    pages,
    listed,
    isAborted: stopped === 'aborted',
    reason: isRead ? null : (reasons[0] ?? 'unreachable'),
    name: siteNameIn(found, url),
  };
}

async function finishCapture(
  tx: Tx,
  { accountId, id, contextId, allowsSite }: Capture,
  found: SiteSearchResult,
): Promise<void> {
  const { url, pages, listed, reason, name } = found;
  await tx
    .update(captures)
    .set({ url, pages, listed, status: reason ? 'error' : 'done', reason: reason && captureReason(reason) })
    .where(isCapture(accountId, id));
  if (reason === null && allowsSite) await allowSite(tx, accountId, contextId, url);
  if (reason === null && name && (await isSiteOfAccount(tx, accountId, url)))
    await takeSiteName(tx, tenant(accountId, 'all'), contextId, name);
}

async function allowSite(tx: Tx, accountId: string, contextId: string, url: string): Promise<void> {
  const isContext = contextAt({ accountId }, contextId);
  const [context] = await tx.select({ origins: contexts.origins }).from(contexts).where(isContext).for('update');
  if (!context) return;
  const origins = [...new Set([...context.origins, ...originsOfSite(url)])];
  if (origins.length > context.origins.length) await tx.update(contexts).set({ origins }).where(isContext);
}
