import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Segment } from '../../../search/segment.ts';
import { fold } from '../../../search/words.ts';
import type { AnswerOutcome } from '../../../shared/chat-protocol.ts';
import { dryRun } from '../../chat/answer/dry-run.ts';
import { answerOutcomeOf } from '../../chat/transcript.ts';
import { findTestsDue, findTestSetup, readTestedRows } from '../../db/due-work.ts';
import { findWidgetContext, type WidgetContext } from '../../db/platform.ts';
import { testResults, testRuns } from '../../db/schema/insight.ts';
import { type Db, readTenant, type Tenant, tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { addJob, addJobs, deferJob, finishJob, finishJobWith } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { ApiError } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { queueRun } from './questions.ts';

const MAX_STORED_RUNS = 50;
/** The delay is for contents that change during a run. */
const MAX_PER_RUN = 20;
const RETRY_SECONDS = 2;

interface TestCase {
  id: string;
  question: string;
  expected: string[];
  declines: boolean;
  last: { passed: boolean; answer: string } | null;
}

export interface RunResult {
  id: string;
  contextId: string;
  cause: 'asked' | 'changed' | 'held';
  state: 'done' | 'unpaid';
  cost: number;
  results: {
    questionId: string;
    passed: boolean;
    shown: boolean;
    outcome: AnswerOutcome;
    answer: string;
    before: TestCase['last'];
  }[];
}

const findQuestions = (db: Db, owner: Tenant, contextId: string) =>
  readTenant<TestCase>(
    db,
    owner,
    sql`select q.id, q.question, q.expected, q.declines, (
          select json_build_object('passed', r.passed, 'answer', r.answer)
          from test_results r join test_runs n on n.account_id = r.account_id and n.id = r.run_id
          where r.account_id = q.account_id and r.question_id = q.id and n.cause <> 'held' and n.created_at >= q.updated_at
          order by n.created_at desc limit 1) as last
        from test_questions q where q.account_id = ${owner.accountId} and q.context_id = ${contextId} order by q.created_at, q.id`,
  );

const normalize = (text: string) => fold(text).replace(/\s+/g, ' ').trim();

function judge(
  { expected, declines }: Pick<TestCase, 'expected' | 'declines'>,
  { outcome, answer }: { outcome: AnswerOutcome; answer: string },
): { passed: boolean; shown: boolean } {
  if (declines) return { passed: outcome !== 'answered', shown: false };
  const normalizedAnswer = normalize(answer);
  const isExpected = expected.every((phrase) => normalizedAnswer.includes(normalize(phrase)));
  return { passed: isExpected && outcome === 'answered', shown: isExpected && outcome === 'shown' };
}

/** `base` replaces its contents. A paid model is charged. */
export async function runTests(
  services: Services,
  context: WidgetContext,
  { cause, base, signal }: { cause: RunResult['cause']; base?: readonly Segment[]; signal: AbortSignal },
): Promise<RunResult> {
  const { accountId, contextId } = context;
  const questions = await findQuestions(services.db, tenant(accountId, [contextId]), contextId);
  const run: RunResult = { id: uuidv7(), contextId, cause, state: 'done', cost: 0, results: [] };
  for (const one of questions) {
    try {
      const reply = await dryRun(services, context, one.question, { signal, base, isCharged: true });
      run.cost += reply.cost;
      const outcome = answerOutcomeOf(reply.outcome);
      const { answer } = reply;
      const judged = judge(one, { outcome, answer });
      run.results.push({ questionId: one.id, ...judged, outcome, answer, before: one.last });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'limit_credits')) throw error;
      run.state = 'unpaid';
      break;
    }
  }
  return run;
}

export const worseOf = ({ results }: RunResult) => results.filter(({ passed, before }) => !passed && before?.passed);

/** Except results of questions deleted meanwhile. */
export async function saveRun(tx: Tx, accountId: string, run: RunResult): Promise<void> {
  const { id, contextId, cause, state, cost, results } = run;
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from test_questions where account_id = ${accountId} and context_id = ${contextId}`,
  );
  const existingIds = new Set(rows.map((row) => row.id));
  const existing = results.filter(({ questionId }) => existingIds.has(questionId));
  if (existing.length === 0 && state === 'done') return;
  const passed = existing.filter((one) => one.passed).length;
  const shown = existing.filter((one) => one.shown).length;
  const counts = { passed, shown, failed: existing.length - passed - shown, worse: worseOf(run).length };
  await tx.insert(testRuns).values({ accountId, id, contextId, cause, state, cost, ...counts });
  if (existing.length > 0) {
    await tx.insert(testResults).values(
      existing.map(({ before, ...one }) => ({
        accountId,
        runId: id,
        ...one,
        passedBefore: before?.passed ?? null,
        answerBefore: before?.answer ?? null,
      })),
    );
  }
  await tx.execute(sql`
    delete from test_runs where account_id = ${accountId} and context_id = ${contextId} and id not in (
      select n.id from test_runs n where n.account_id = ${accountId} and n.context_id = ${contextId}
      order by n.created_at desc limit ${MAX_STORED_RUNS})
      and not exists (select from held_changes h where h.account_id = test_runs.account_id and test_runs.id = any(h.run_ids))`);
}

/** Starts again if contents, model or prompt change during the run. */
export function testWorker(services: Services): JobHandler {
  const { db } = services;
  return {
    async run(job, signal) {
      const { accountId, subjectId: contextId } = job;
      const owner = tenant(accountId, 'all');
      const [context, before] = await Promise.all([findWidgetContext(db, contextId), findTestSetup(db, contextId)]);
      if (!context || context.accountId !== accountId) return finishJobWith(db, job);
      const cause = job.payload.cause === 'asked' ? 'asked' : 'changed';
      const run = await runTests(services, context, { cause, signal });
      const isOutdated = async () => (await findTestSetup(db, contextId))?.setup !== before?.setup;
      if (cause === 'changed' && (await isOutdated())) return deferJob(db, job, RETRY_SECONDS);
      await withTenant(db, owner, async (tx) => {
        await finishJob(tx, job);
        await saveRun(tx, accountId, run);
        await tx.execute(
          sql`update contexts set tested_setup = ${before?.setup ?? null} where account_id = ${accountId} and id = ${contextId}`,
        );
        // What was changed during the run shared this job, so queue another run for it.
        if ((await readTestedRows(tx, contextId)) !== before?.rows)
          await addJob(tx, queueRun(accountId, contextId, cause));
      });
    },
  };
}

/** Changed contents, model or prompt. Returns the number of contexts. */
export async function queueDueTests(db: Db): Promise<number> {
  const due = await findTestsDue(db, MAX_PER_RUN);
  return addJobs(
    db,
    due.map(({ accountId, contextId }) => queueRun(accountId, contextId, 'changed')),
  );
}
