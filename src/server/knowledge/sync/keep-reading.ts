import { and, desc, eq, notInArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { SeoCheck } from '../../../shared/seo.ts';
import { contentSyncs, contents, seoEvaluations } from '../../db/schema/knowledge.ts';
import type { Tx } from '../../db/tenant.ts';
import type { CapturedPage } from '../capture/capture-page.ts';
import { scoreOf } from '../seo/score.ts';
import type { DifferenceLine } from './difference.ts';

type Content = typeof contents.$inferSelect;
type Outcome = (typeof contentSyncs.$inferInsert)['outcome'];

/** A page as it was read, and what that came to. */
export interface Reading {
  page: CapturedPage;
  outcome: Extract<Outcome, 'new' | 'unchanged' | 'changed'>;
  difference: DifferenceLine[] | null;
}

/** Syncs and evaluations kept of one page. */
const KEPT = 20;

/** Writes down what a look at a page came to; the oldest beyond twenty go. */
export async function noteSync(
  tx: Tx,
  { accountId, id: contentId }: Pick<Content, 'accountId' | 'id'>,
  sync: { outcome: Outcome; reason?: string; difference?: DifferenceLine[] | null },
): Promise<void> {
  await tx.insert(contentSyncs).values({ ...sync, accountId, id: uuidv7(), contentId });
  const own = and(eq(contentSyncs.accountId, accountId), eq(contentSyncs.contentId, contentId));
  const kept = tx
    .select({ id: contentSyncs.id })
    .from(contentSyncs)
    .where(own)
    .orderBy(desc(contentSyncs.at), desc(contentSyncs.id))
    .limit(KEPT);
  await tx.delete(contentSyncs).where(and(own, notInArray(contentSyncs.id, kept)));
}

/** Keeps how a page stands with search engines, when that is not what was found the last time. */
export async function keepEvaluation(
  tx: Tx,
  { accountId, id: contentId }: Pick<Content, 'accountId' | 'id'>,
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
  if (last && JSON.stringify(last.checks.map(ordered)) === JSON.stringify(checks.map(ordered))) return;
  await tx.insert(seoEvaluations).values({ accountId, id: uuidv7(), contentId, score: scoreOf(checks), checks });
  const kept = tx
    .select({ id: seoEvaluations.id })
    .from(seoEvaluations)
    .where(own)
    .orderBy(...newest)
    .limit(KEPT);
  await tx.delete(seoEvaluations).where(and(own, notInArray(seoEvaluations.id, kept)));
}

/** The database gives a check's parts in an order of its own. */
const ordered = ({ id, weight, outcome, found }: SeoCheck) => [id, weight, outcome, found];

const at = ({ accountId, id }: Pick<Content, 'accountId' | 'id'>) =>
  and(eq(contents.accountId, accountId), eq(contents.id, id));

/** Keeps what a page told of itself. To be called with the content locked. */
export async function keepReading(
  tx: Tx,
  content: Pick<Content, 'accountId' | 'id'>,
  { page, outcome, difference }: Reading,
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
  await noteSync(tx, content, { outcome, difference });
  await keepEvaluation(tx, content, page.seo);
}

/** The page said it is what it was: nothing is written but that it was asked. */
export async function keepUnchanged(tx: Tx, content: Pick<Content, 'accountId' | 'id'>): Promise<void> {
  await tx.update(contents).set({ syncedAt: new Date(), syncFailure: null }).where(at(content));
  await noteSync(tx, content, { outcome: 'unchanged' });
}

/** The look at a page failed: what answers now goes on answering. */
export async function keepFailure(
  tx: Tx,
  content: Pick<Content, 'accountId' | 'id'>,
  reason: string,
  seo?: SeoCheck[],
): Promise<void> {
  await tx.update(contents).set({ syncedAt: new Date(), syncFailure: reason }).where(at(content));
  await noteSync(tx, content, { outcome: 'failed', reason });
  await keepEvaluation(tx, content, seo);
}
