import { and, desc, eq, notInArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { SeoCheck } from '../../../shared/seo.ts';
import { contents, contentSyncs, seoEvaluations } from '../../db/schema/knowledge.ts';
import type { Tx } from '../../db/tenant.ts';
import type { ParsedPage } from '../capture/capture-page.ts';
import type { ContentRow } from '../contents.ts';
import { scoreOf } from '../seo/score.ts';
import type { DifferenceLine } from './difference.ts';

type SyncOutcome = (typeof contentSyncs.$inferInsert)['outcome'];

/** A page that was read, and how it compares with the trained version. */
export interface PageReading {
  page: ParsedPage;
  outcome: Extract<SyncOutcome, 'new' | 'unchanged' | 'changed'>;
  difference: DifferenceLine[] | null;
}

/** Number of syncs and evaluations kept per page. */
const HISTORY_SIZE = 20;

/** Records the outcome of a sync and deletes the oldest records. */
export async function recordSync(
  tx: Tx,
  { accountId, id: contentId }: Pick<ContentRow, 'accountId' | 'id'>,
  sync: { outcome: SyncOutcome; reason?: string; difference?: DifferenceLine[] | null },
): Promise<void> {
  await tx.insert(contentSyncs).values({ ...sync, accountId, id: uuidv7(), contentId });
  const own = and(eq(contentSyncs.accountId, accountId), eq(contentSyncs.contentId, contentId));
  const newest = tx
    .select({ id: contentSyncs.id })
    .from(contentSyncs)
    .where(own)
    .orderBy(desc(contentSyncs.at), desc(contentSyncs.id))
    .limit(HISTORY_SIZE);
  await tx.delete(contentSyncs).where(and(own, notInArray(contentSyncs.id, newest)));
}

/** Saves an SEO evaluation, unless it equals the previous one. */
export async function saveEvaluation(
  tx: Tx,
  { accountId, id: contentId }: Pick<ContentRow, 'accountId' | 'id'>,
  checks: SeoCheck[] | undefined,
): Promise<void> {
  if (!checks) return;
  const own = and(eq(seoEvaluations.accountId, accountId), eq(seoEvaluations.contentId, contentId));
  const newest = [desc(seoEvaluations.at), desc(seoEvaluations.id)];
  const [last] = await tx
    .select()
    .from(seoEvaluations)
    .where(own)
    .orderBy(...newest)
    .limit(1);
  if (last && JSON.stringify(last.checks.map(comparable)) === JSON.stringify(checks.map(comparable))) return;
  await tx.insert(seoEvaluations).values({ accountId, id: uuidv7(), contentId, score: scoreOf(checks), checks });
  const newestEvaluations = tx
    .select({ id: seoEvaluations.id })
    .from(seoEvaluations)
    .where(own)
    .orderBy(...newest)
    .limit(HISTORY_SIZE);
  await tx.delete(seoEvaluations).where(and(own, notInArray(seoEvaluations.id, newestEvaluations)));
}

/** A comparable form of a check: jsonb does not preserve the order of properties. */
const comparable = ({ id, weight, outcome, found }: SeoCheck) => [id, weight, outcome, found];

const at = ({ accountId, id }: Pick<ContentRow, 'accountId' | 'id'>) =>
  and(eq(contents.accountId, accountId), eq(contents.id, id));

/** Saves the metadata of a page that was read. The content must be locked. */
export async function saveReading(
  tx: Tx,
  content: Pick<ContentRow, 'accountId' | 'id'>,
  { page, outcome, difference }: PageReading,
): Promise<void> {
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

/** Records that the server reported the page as unmodified (HTTP 304). */
export async function recordUnchanged(tx: Tx, content: Pick<ContentRow, 'accountId' | 'id'>): Promise<void> {
  await tx.update(contents).set({ syncedAt: new Date(), syncFailure: null }).where(at(content));
  await recordSync(tx, content, { outcome: 'unchanged' });
}

/** Records that the site asks not to read the page; the version in use stays. */
export async function recordExclusion(
  tx: Tx,
  content: Pick<ContentRow, 'accountId' | 'id'>,
  reason: string,
  seo?: SeoCheck[],
): Promise<void> {
  await tx.update(contents).set({ syncedAt: new Date(), syncFailure: null }).where(at(content));
  await recordSync(tx, content, { outcome: 'excluded', reason });
  await saveEvaluation(tx, content, seo);
}

/** Records that reading the page failed; the version in use stays. */
export async function recordFailure(
  tx: Tx,
  content: Pick<ContentRow, 'accountId' | 'id'>,
  reason: string,
  seo?: SeoCheck[],
): Promise<void> {
  await tx.update(contents).set({ syncedAt: new Date(), syncFailure: reason }).where(at(content));
  await recordSync(tx, content, { outcome: 'failed', reason });
  await saveEvaluation(tx, content, seo);
}
