import { and, eq, ne, sql } from 'drizzle-orm';
import { findWidgetContext } from '../../db/platform.ts';
import { heldChanges } from '../../db/schema/insight.ts';
import { chunks, contents } from '../../db/schema/knowledge.ts';
import { type Db, readTenant, type Tenant, tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { mailOwners } from '../../identity/mail-owners.ts';
import { finishJob, finishJobWith, type Job } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { openBase } from '../../knowledge/base.ts';
import { queueEmbedding } from '../../knowledge/embeddings/queue-embedding.ts';
import { activateVersions, findContentForUpdate } from '../../knowledge/training/finish-training.ts';
import { rowsIn } from '../../resource/scope.ts';
import { notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { type RunResult, runTests, saveRun, worseOf } from './run-tests.ts';

type HeldChange = typeof heldChanges.$inferSelect;

const matchesContent = (accountId: string, contentId: string) =>
  and(eq(heldChanges.accountId, accountId), eq(heldChanges.contentId, contentId));

async function readHeldChange(db: Db, { accountId, subjectId, version }: Job): Promise<HeldChange | undefined> {
  const [change] = await withTenant(db, tenant(accountId, 'all'), (tx) =>
    tx
      .select()
      .from(heldChanges)
      .where(and(matchesContent(accountId, subjectId), eq(heldChanges.version, version))),
  );
  return change;
}

/** Itself and its descendants that are set to do so and have test questions. */
const findHoldingContexts = (db: Db, owner: Tenant, contextId: string) =>
  readTenant<{ id: string }>(
    db,
    owner,
    sql`select c.id from contexts c where c.account_id = ${owner.accountId} and c.holds_worse
          and ${contextId} = any(string_to_array(c.inheritance, '.'))
          and exists (select from test_questions q where q.account_id = c.account_id and q.context_id = c.id) order by c.id`,
  );

async function dryRunChange(services: Services, change: HeldChange, signal: AbortSignal): Promise<RunResult[]> {
  const owner = tenant(change.accountId, 'all');
  const runs: RunResult[] = [];
  for (const { id } of await findHoldingContexts(services.db, owner, change.contextId)) {
    const context = await findWidgetContext(services.db, id);
    if (!context) continue;
    const scope = { tenant: owner, inheritance: context.inheritance };
    const base = await openBase(services.db, scope, change);
    runs.push(await runTests(services, context, { cause: 'held', base, signal }));
  }
  return runs;
}

/** The content must be locked. */
async function makeLive(tx: Tx, content: typeof contents.$inferSelect, change: HeldChange): Promise<void> {
  await activateVersions(tx, [{ content, ...change }]);
  if (await hasSearchModel(tx, content)) await queueEmbedding(tx, content.accountId, content.contextId);
}

async function hasSearchModel(tx: Tx, { accountId, contextId }: Pick<HeldChange, 'accountId' | 'contextId'>) {
  const { rows } = await tx.execute(
    sql`select 1 from contexts where account_id = ${accountId} and id = ${contextId} and embedding_model_id is not null`,
  );
  return rows.length > 0;
}

const setReason = (tx: Tx, { accountId, contentId }: Pick<HeldChange, 'accountId' | 'contentId'>, reason: string) =>
  tx
    .update(contents)
    .set({ status: 'error', reason: t(`test-questions.reasons.${reason}`), updatedAt: new Date() })
    .where(and(eq(contents.accountId, accountId), eq(contents.id, contentId)));

/** With the reason on the content and an email to the owners. */
async function holdBack(
  tx: Tx,
  { title }: typeof contents.$inferSelect,
  change: HeldChange,
  runs: readonly RunResult[],
  url: string,
): Promise<void> {
  const { accountId, contentId } = change;
  const runIds = runs.map(({ id }) => id);
  const worse = runs.filter((run) => worseOf(run).length > 0);
  await tx.update(heldChanges).set({ state: 'held', runIds }).where(matchesContent(accountId, contentId));
  await setReason(tx, change, 'held');
  const count = worse.reduce((sum, run) => sum + worseOf(run).length, 0);
  const to = `${url}/test-questions?contextId=${worse[0]!.contextId}`;
  await mailOwners(tx, accountId, 'changeHeld', { content: title, count, url: to });
}

/** The version goes live unless a result gets worse; then it waits for the owner's decision. */
export function heldChangeWorker(services: Services): JobHandler {
  const { db } = services;
  return {
    async run(job, signal) {
      const change = await readHeldChange(db, job);
      if (!change || change.state !== 'testing') return finishJobWith(db, job);
      const runs = await dryRunChange(services, change, signal);
      const isWorse = runs.some((run) => worseOf(run).length > 0);
      await withTenant(db, tenant(job.accountId, 'all'), async (tx) => {
        const content = await findContentForUpdate(tx, { accountId: job.accountId, id: job.subjectId });
        // If the content was edited in the meantime, the newer version has its own job.
        if (content && content.version === change.version) {
          // If the change goes live, its results count as current results.
          const cause = isWorse ? 'held' : 'changed';
          for (const run of runs) await saveRun(tx, job.accountId, { ...run, cause });
          if (isWorse) await holdBack(tx, content, change, runs, services.publicUrl());
          else await makeLive(tx, content, change);
        }
        await finishJob(tx, job);
      });
    },
    /** A change that could not be tested waits for the owner. */
    async giveUp(job) {
      await withTenant(db, tenant(job.accountId, 'all'), async (tx) => {
        const [updated] = await tx
          .update(heldChanges)
          .set({ state: 'held' })
          .where(and(matchesContent(job.accountId, job.subjectId), eq(heldChanges.version, job.version)))
          .returning();
        if (updated) await setReason(tx, updated, 'untried');
      });
    },
  };
}

const restoreLive = (tx: Tx, { accountId, id, answering }: typeof contents.$inferSelect) =>
  tx
    .update(contents)
    .set({ ...answering, answering: null, status: 'done', reason: null })
    .where(and(eq(contents.accountId, accountId), eq(contents.id, id)));

/** Or drops it and keeps the live version. Throws `ApiError` `not_found`. */
export async function decideHeldChange(
  db: Db,
  who: Tenant,
  contentId: string,
  decision: 'accept' | 'discard',
): Promise<void> {
  const { accountId } = who;
  await withTenant(db, who, async (tx) => {
    const content = await findContentForUpdate(tx, { accountId, id: contentId });
    const { rows } = await tx.execute(sql`
      select 1 from held_changes h where ${rowsIn('h', who)} and h.content_id = ${contentId}::uuid and h.state = 'held'`);
    const [change] = await tx.select().from(heldChanges).where(matchesContent(accountId, contentId));
    if (!content || !change || rows.length === 0) throw notFound();
    if (decision === 'accept') {
      await tx.execute(sql`
        update test_runs set cause = 'changed', created_at = now()
        where account_id = ${accountId} and id in (select unnest(run_ids) from held_changes
          where account_id = ${accountId} and content_id = ${contentId})`);
      return makeLive(tx, content, change);
    }
    const ofContent = and(eq(chunks.accountId, accountId), eq(chunks.contentId, contentId));
    await tx.delete(chunks).where(and(ofContent, ne(chunks.version, content.trainedVersion ?? -1)));
    await tx.delete(heldChanges).where(matchesContent(accountId, contentId));
    await setReason(tx, change, content.trainedVersion === null ? 'discardedNew' : 'discarded');
    if (content.answering) await restoreLive(tx, content);
  });
}
