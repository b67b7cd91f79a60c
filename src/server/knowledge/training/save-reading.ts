import { and, desc, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { ParsedPage } from '../../../reading/capture/capture-page.ts';
import { scoreOf } from '../../../reading/seo/score.ts';
import { compareTexts, type DifferenceLine, type TextPassage } from '../../../reading/text-difference.ts';
import type { SeoCheck } from '../../../shared/seo.ts';
import { chunks, contents, contentSyncs, seoEvaluations } from '../../db/schema/knowledge.ts';
import { type Db, readTenant, tenant, type Tx } from '../../db/tenant.ts';
import type { ContentRow } from '../contents/contents.ts';
import { savePageTitles } from './page-titles.ts';

type SyncOutcome = (typeof contentSyncs.$inferInsert)['outcome'];

interface Comparison {
  outcome: 'new' | 'unchanged' | 'changed';
  difference: DifferenceLine[] | null;
}

export interface PageReading extends Comparison {
  page: ParsedPage;
}

export async function compareWithTrained(
  db: Db,
  { accountId, id, trainedVersion, digest }: ContentRow,
  textHash: string,
  passages: readonly TextPassage[],
): Promise<Comparison> {
  if (trainedVersion === null) return { outcome: 'new', difference: null };
  if (digest === textHash) return { outcome: 'unchanged', difference: null };
  const before = await readTenant<TextPassage>(
    db,
    tenant(accountId, 'all'),
    sql`select heading, text from ${chunks}
        where account_id = ${accountId} and content_id = ${id} and version = ${trainedVersion} order by ordinal`,
  );
  const difference = compareTexts(before, passages);
  return { outcome: difference ? 'changed' : 'unchanged', difference };
}

const HISTORY_SIZE = 20;

async function deleteOldest(
  tx: Tx,
  table: typeof contentSyncs | typeof seoEvaluations,
  { accountId, id }: Pick<ContentRow, 'accountId' | 'id'>,
): Promise<void> {
  const own = sql`account_id = ${accountId} and content_id = ${id}`;
  const newest = sql`select id from ${table} where ${own} order by at desc, id desc limit ${HISTORY_SIZE}`;
  await tx.delete(table).where(sql`${own} and id not in (${newest})`);
}

export async function recordSync(
  tx: Tx,
  content: Pick<ContentRow, 'accountId' | 'id'>,
  sync: { outcome: SyncOutcome; reason?: string; difference?: DifferenceLine[] | null },
): Promise<void> {
  const { accountId, id: contentId } = content;
  await tx.insert(contentSyncs).values({ ...sync, accountId, id: uuidv7(), contentId });
  await deleteOldest(tx, contentSyncs, content);
}

export async function saveEvaluation(
  tx: Tx,
  content: Pick<ContentRow, 'accountId' | 'id'>,
  checks: SeoCheck[] | undefined,
): Promise<void> {
  if (!checks) return;
  const { accountId, id: contentId } = content;
  const [last] = await tx
    .select()
    .from(seoEvaluations)
    .where(and(eq(seoEvaluations.accountId, accountId), eq(seoEvaluations.contentId, contentId)))
    .orderBy(desc(seoEvaluations.at), desc(seoEvaluations.id))
    .limit(1);
  if (last && JSON.stringify(last.checks.map(comparable)) === JSON.stringify(checks.map(comparable))) return;
  await tx.insert(seoEvaluations).values({ accountId, id: uuidv7(), contentId, score: scoreOf(checks), checks });
  await deleteOldest(tx, seoEvaluations, content);
}

/** jsonb does not preserve the order of properties. */
const comparable = ({ id, weight, outcome, found }: SeoCheck) => [id, weight, outcome, found];

const at = ({ accountId, id }: Pick<ContentRow, 'accountId' | 'id'>) =>
  and(eq(contents.accountId, accountId), eq(contents.id, id));

/** The contents must be locked, and of one account. */
export async function saveReadings(tx: Tx, readings: readonly (PageReading & { content: ContentRow })[]) {
  for (const reading of readings) await saveReading(tx, reading.content, reading);
  await savePageTitles(
    tx,
    readings.map(({ content, page }) => ({ content, title: page.title })),
  );
}

async function saveReading(tx: Tx, content: ContentRow, { page, outcome, difference }: PageReading): Promise<void> {
  await tx
    .update(contents)
    .set({
      digest: page.textHash,
      etag: page.etag ?? null,
      lastModified: page.lastModified ?? null,
      syncedAt: new Date(),
      syncFailure: null,
    })
    .where(at(content));
  await recordSync(tx, content, { outcome, difference });
  await saveEvaluation(tx, content, page.seo);
}

/** Unmodified (HTTP 304), excluded, failed, or most of its text is gone: the version in use stays. */
export async function recordAttempt(
  tx: Tx,
  content: Pick<ContentRow, 'accountId' | 'id'>,
  sync: { outcome: 'unchanged' | 'excluded' | 'failed'; reason?: string; difference?: DifferenceLine[] | null },
  seo?: SeoCheck[],
): Promise<void> {
  const syncFailure = sync.outcome === 'failed' ? sync.reason : null;
  await tx.update(contents).set({ syncedAt: new Date(), syncFailure }).where(at(content));
  await recordSync(tx, content, sync);
  await saveEvaluation(tx, content, seo);
}

/** Written as `3, 21–60`. */
export async function saveUnreadPages(
  tx: Tx,
  content: Pick<ContentRow, 'accountId' | 'id'>,
  pages: readonly number[],
): Promise<void> {
  const ranges: [number, number][] = [];
  for (const page of pages.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === page - 1) last[1] = page;
    else ranges.push([page, page]);
  }
  const unreadPages = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ') || null;
  await tx.update(contents).set({ unreadPages }).where(at(content));
}
