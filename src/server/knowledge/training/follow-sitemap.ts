import { createHash } from 'node:crypto';
import { and, eq, inArray, or } from 'drizzle-orm';
import { type ListedPages, listPages } from '../../../reading/capture/list-pages.ts';
import { pageKey } from '../../../reading/capture/site-address.ts';
import { translationsIn } from '../../../reading/capture/translations.ts';
import type { DifferenceLine } from '../../../reading/text-difference.ts';
import { TITLE_MAX } from '../../../shared/constants.ts';
import { fitToPlanLimit } from '../../db/plan-limits.ts';
import { contents } from '../../db/schema/knowledge.ts';
import { tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { finishJob, type Job } from '../../jobs/queue.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { insertContents, type NewContent } from '../contents/add-contents.ts';
import type { ContentRow } from '../contents/contents.ts';
import { findContentForUpdate } from './finish-training.ts';
import { recordSync } from './save-reading.ts';

/** Maximum number of addresses in a difference. */
const MAX_LINES = 400;

const toNewContent = ({ id, weeklySync }: ContentRow, url: string): NewContent => ({
  sitemapId: id,
  weeklySync,
  url,
  title: url.slice(0, TITLE_MAX),
  type: 'LINK',
  format: 'html',
});

/** Marks pages that are no longer listed (`vanishedAt` set), or unmarks those that are listed again (null). */
async function markVanished(
  tx: Tx,
  accountId: string,
  pages: readonly Pick<ContentRow, 'id'>[],
  vanishedAt: Date | null,
): Promise<void> {
  if (pages.length === 0) return;
  const ids = pages.map(({ id }) => id);
  await tx
    .update(contents)
    .set({ vanishedAt })
    .where(and(eq(contents.accountId, accountId), inArray(contents.id, ids)));
  if (vanishedAt) for (const { id } of pages) await recordSync(tx, { accountId, id }, { outcome: 'vanished' });
}

const line =
  (kind: DifferenceLine['kind']) =>
  (text: string | null): DifferenceLine => ({ kind, text: text ?? '' });

const keyOf = (url: string | null) => (url && URL.canParse(url) ? pageKey(new URL(url)) : (url ?? ''));

/**
 * Adds new pages in the sitemap's order as far as the plan allows, without their versions in other languages. Marks
 * vanished ones and records the sync.
 */
async function saveListed(tx: Tx, sitemap: ContentRow, { urls, isComplete }: ListedPages): Promise<void> {
  const { accountId, contextId, id } = sitemap;
  const links = and(eq(contents.accountId, accountId), eq(contents.type, 'LINK'));
  const { url, sitemapId, vanishedAt } = contents;
  const known = await tx
    .select({ id: contents.id, url, sitemapId, vanishedAt })
    .from(contents)
    .where(and(links, or(eq(contents.contextId, contextId), eq(contents.sitemapId, id))));
  const knownKeys = new Set(known.map((page) => keyOf(page.url)));
  const translations = translationsIn(urls.map((one) => ({ url: one })));
  const unknown = urls.filter((one) => !knownKeys.has(keyOf(one)) && !translations.has(one));
  const translated = urls.filter((one) => !knownKeys.has(keyOf(one)) && translations.has(one)).length;
  const { room, reached } = await fitToPlanLimit(tx, accountId, 'items', unknown.length);
  const limit = reached?.limit?.most ?? null;
  const fresh = unknown.slice(0, room);
  const listedKeys = new Set(urls.map(keyOf));
  const own = known.filter((page) => page.sitemapId === id);
  const vanished = isComplete ? own.filter((page) => !page.vanishedAt && !listedKeys.has(keyOf(page.url))) : [];
  const back = own.filter((page) => page.vanishedAt && listedKeys.has(keyOf(page.url)));
  await insertContents(
    tx,
    sitemap,
    contextId,
    fresh.map((url) => toNewContent(sitemap, url)),
  );
  await markVanished(tx, accountId, vanished, new Date());
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
  const changes = [...vanished.map((page) => line('gone')(page.url)), ...fresh.map(line('new'))].slice(0, MAX_LINES);
  const outcome = sitemap.trainedVersion === null ? 'new' : changes.length > 0 ? 'changed' : 'unchanged';
  const notice = translated > 0 ? [line('same')(t('training.sitemap_translations', { count: translated }))] : [];
  await recordSync(tx, sitemap, { outcome, difference: changes.length > 0 ? [...changes, ...notice] : null });
}

/**
 * Follows a SITEMAP content: adds its new pages as contents, as far as the plan allows, and marks the pages that it no
 * longer lists. Finishes the job.
 * Throws `CaptureError` when the sitemap cannot be read; then no page is marked.
 */
export async function followSitemap(
  services: Services,
  content: ContentRow,
  job: Job,
  signal: AbortSignal,
): Promise<void> {
  const owner = tenant(content.accountId, 'all');
  const listed = await listPages(services.outbound, content.url ?? '', signal);
  await withTenant(services.db, owner, async (tx) => {
    const now = await findContentForUpdate(tx, content);
    // A content that was edited meanwhile has another job for its newer version.
    if (now && now.version === content.version) await saveListed(tx, now, listed);
    await finishJob(tx, job);
  });
}
