import { and, eq, ne, sql } from 'drizzle-orm';
import { heldChanges } from '../../db/schema/insight.ts';
import { chunks, contents } from '../../db/schema/knowledge.ts';
import { findWidgetContext } from '../../db/platform.ts';
import { type Db, readTenant, type Tenant, tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { finishJob, type Job } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { openBase } from '../../knowledge/base.ts';
import { queueEmbedding } from '../../knowledge/embeddings/queue-embedding.ts';
import { findContentForUpdate, activateVersion } from '../../knowledge/finish-training.ts';
import { t } from '../../runtime/translate.ts';
import { queueEmail } from '../../mail/emails.ts';
import { notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { visible } from '../scope.ts';
import { keepRun, type RunResult, runTests, worseOf } from './run-tests.ts';

type Held = typeof heldChanges.$inferSelect;

const at = (accountId: string, contentId: string) =>
  and(eq(heldChanges.accountId, accountId), eq(heldChanges.contentId, contentId));

async function readHeld(db: Db, { accountId, subjectId, version }: Job): Promise<Held | undefined> {
  const [held] = await withTenant(db, tenant(accountId, 'all'), (tx) =>
    tx
      .select()
      .from(heldChanges)
      .where(and(at(accountId, subjectId), eq(heldChanges.version, version))),
  );
  return held;
}

/** The contexts that hold a change of `contextId` back: it and those below, where they want it and have test questions. */
const findHolders = (db: Db, owner: Tenant, contextId: string) =>
  readTenant<{ id: string }>(
    db,
    owner,
    sql`select c.id from contexts c where c.account_id = ${owner.accountId} and c.holds_worse
          and ${contextId} = any(string_to_array(c.inheritance, '.'))
          and exists (select from test_questions q where q.account_id = c.account_id and q.context_id = c.id) order by c.id`,
  );

/** Asks every holder's test questions as if the change answered already. */
async function rehearseChange(services: Services, held: Held, signal: AbortSignal): Promise<RunResult[]> {
  const owner = tenant(held.accountId, 'all');
  const runs: RunResult[] = [];
  for (const { id } of await findHolders(services.db, owner, held.contextId)) {
    const context = await findWidgetContext(services.db, id);
    if (!context) continue;
    const place = { tenant: owner, inheritance: context.inheritance };
    const base = await openBase(services.db, place, held);
    runs.push(await runTests(services, context, { cause: 'held', base, signal }));
  }
  return runs;
}

/** Lets a change answer. To be called with its content locked. */
async function letIn(tx: Tx, content: typeof contents.$inferSelect, held: Held): Promise<void> {
  await activateVersion(tx, content, held.version, held.trained);
  if (await hasSearchModel(tx, content)) await queueEmbedding(tx, content.accountId, content.contextId);
}

async function hasSearchModel(tx: Tx, { accountId, contextId }: Pick<Held, 'accountId' | 'contextId'>) {
  const { rows } = await tx.execute(
    sql`select 1 from contexts where account_id = ${accountId} and id = ${contextId} and embedding_model_id is not null`,
  );
  return rows.length > 0;
}

const setReason = (tx: Tx, { accountId, contentId }: Pick<Held, 'accountId' | 'contentId'>, reason: string) =>
  tx
    .update(contents)
    .set({ status: 'error', reason: t(`test-questions.reasons.${reason}`), updatedAt: new Date() })
    .where(and(eq(contents.accountId, accountId), eq(contents.id, contentId)));

/** Keeps a change back, says so at its content, and writes to who decides. */
async function keepBack(tx: Tx, held: Held, runs: readonly RunResult[], url: string): Promise<void> {
  const { accountId, contentId } = held;
  const runIds = runs.map(({ id }) => id);
  const worse = runs.filter((run) => worseOf(run).length > 0);
  await tx.update(heldChanges).set({ state: 'held', runIds }).where(at(accountId, contentId));
  await setReason(tx, held, 'held');
  const { rows } = await tx.execute<{ name: string; email: string }>(sql`
    select name, email from users where account_id = ${accountId} and status = 'ACTIVE' and role = 'OWNER' order by id`);
  const count = worse.reduce((sum, run) => sum + worseOf(run).length, 0);
  const to = `${url}/test-questions?contextId=${worse[0]!.contextId}`;
  for (const { name, email } of rows) {
    await queueEmail(tx, accountId, email, 'changeHeld', { name, content: held.trained.title, count, url: to });
  }
}

/**
 * Asks the test questions that a trained version may make worse. It answers from then on when none got worse; else it is
 * kept back until somebody decides.
 */
export function heldWorker(services: Services): JobHandler {
  const { db } = services;
  const end = (job: Job) => withTenant(db, tenant(job.accountId, 'all'), (tx) => finishJob(tx, job));
  return {
    async run(job, signal) {
      const held = await readHeld(db, job);
      if (!held || held.state !== 'testing') return end(job);
      const runs = await rehearseChange(services, held, signal);
      const isWorse = runs.some((run) => worseOf(run).length > 0);
      await withTenant(db, tenant(job.accountId, 'all'), async (tx) => {
        const content = await findContentForUpdate(tx, { accountId: job.accountId, id: job.subjectId });
        // Edited meanwhile: the newer version has a job of its own.
        if (content && content.version === held.version) {
          // What is let in answers visitors from now on, and so do its results stand for them.
          const cause = isWorse ? 'held' : 'changed';
          for (const run of runs) await keepRun(tx, job.accountId, { ...run, cause });
          if (isWorse) await keepBack(tx, held, runs, services.publicUrl());
          else await letIn(tx, content, held);
        }
        await finishJob(tx, job);
      });
      services.wake();
    },
    /** What cannot be tried is let in by nobody but its owner. */
    async giveUp(job) {
      await withTenant(db, tenant(job.accountId, 'all'), async (tx) => {
        const [held] = await tx
          .update(heldChanges)
          .set({ state: 'held' })
          .where(and(at(job.accountId, job.subjectId), eq(heldChanges.version, job.version)))
          .returning();
        if (held) await setReason(tx, held, 'untried');
      });
    },
  };
}

/** A question and answer says again what answers; nothing of the dropped edit is left of it. */
const takeBack = (tx: Tx, { accountId, id, answering }: typeof contents.$inferSelect) =>
  tx
    .update(contents)
    .set({ ...answering, answering: null, status: 'done', reason: null })
    .where(and(eq(contents.accountId, accountId), eq(contents.id, id)));

/** Lets a change in that was kept back, or drops it: what answered before stays. @throws ApiError `not_found` */
export async function decideHeld(
  db: Db,
  who: Tenant,
  contentId: string,
  decision: 'accept' | 'discard',
): Promise<void> {
  const { accountId } = who;
  await withTenant(db, who, async (tx) => {
    const content = await findContentForUpdate(tx, { accountId, id: contentId });
    const { rows } = await tx.execute(sql`
      select 1 from held_changes h where ${visible('h', who, [])} and h.content_id = ${contentId}::uuid and h.state = 'held'`);
    const [held] = await tx.select().from(heldChanges).where(at(accountId, contentId));
    if (!content || !held || rows.length === 0) throw notFound();
    if (decision === 'accept') {
      await tx.execute(sql`
        update test_runs set cause = 'changed', created_at = now()
        where account_id = ${accountId} and id in (select unnest(run_ids) from held_changes
          where account_id = ${accountId} and content_id = ${contentId})`);
      return letIn(tx, content, held);
    }
    const here = and(eq(chunks.accountId, accountId), eq(chunks.contentId, contentId));
    await tx.delete(chunks).where(and(here, ne(chunks.version, content.trainedVersion ?? -1)));
    await tx.delete(heldChanges).where(at(accountId, contentId));
    await setReason(tx, held, content.trainedVersion === null ? 'discardedNew' : 'discarded');
    if (content.answering) await takeBack(tx, content);
  });
}
