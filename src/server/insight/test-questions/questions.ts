import { and, eq, type SQL, sql } from 'drizzle-orm';
import { testQuestions as resource } from '../../../../resources/test-questions.ts';
import {
  PHRASE_CHARS_MAX,
  PHRASES_MAX,
  TEST_QUESTIONS_MAX,
  type TestResults,
  type TestState,
} from '../../../shared/test-questions.ts';
import { chooseModel } from '../../chat/models/choose-model.ts';
import { isoMoment } from '../../db/iso-moment.ts';
import { findWidgetContext } from '../../db/platform.ts';
import { testQuestions } from '../../db/schema/insight.ts';
import { contexts } from '../../db/schema/knowledge.ts';
import { type Db, readTenant, type Tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { addJob } from '../../jobs/queue.ts';
import { requireContext } from '../../knowledge/context-row.ts';
import { contextAt } from '../../knowledge/context-row.ts';
import type { Behaviour } from '../../resource/behaviour.ts';
import { assertContext, rowsIn } from '../../resource/scope.ts';
import { defineSource } from '../../resource/source.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { rowsAsJson } from '../scope.ts';

const MAX_RUNS_SHOWN = 20;
const { accountId: ofAccount, id: ofQuestion, updatedAt, expected } = testQuestions;

/** A value of a question's last result with the live contents, since its expectations were last edited. */
const lastOf = (value: SQL) => sql`(
  select ${value} from test_results r join test_runs n on n.account_id = r.account_id and n.id = r.run_id
  where r.account_id = ${ofAccount} and r.question_id = ${ofQuestion} and n.cause <> 'held' and n.created_at >= ${updatedAt}
  order by n.created_at desc limit 1)`;

const last = {
  result: lastOf(
    sql`case when r.passed then 'passed' when r.shown then 'shown' when r.passed_before then 'worse' else 'failed' end`,
  ),
  outcome: lastOf(sql`r.outcome`),
  answer: lastOf(sql`r.answer`),
  answerBefore: lastOf(sql`r.answer_before`),
  testedAt: lastOf(sql`n.created_at`),
};

const source = defineSource(resource, {
  table: testQuestions,
  fields: { ...last, expected: sql`nullif(array_to_string(${expected}, E'\\n'), '')` },
});

/** Those of a text that has one a line. */
const phrasesOf = (text: string | null = null) =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

async function assertRoom(tx: Tx, { accountId }: Tenant, contextId: string): Promise<void> {
  const ofContext = and(eq(testQuestions.accountId, accountId), eq(testQuestions.contextId, contextId));
  if ((await tx.$count(testQuestions, ofContext)) >= TEST_QUESTIONS_MAX)
    throw new ApiError('too_many_tests', { values: { most: TEST_QUESTIONS_MAX } });
}

/** A question is tested as soon as it is written. */
export const testQuestionBehaviour: Behaviour<typeof resource> = {
  source,
  beforeWrite: async (tx, tenant, { before, after }) => {
    if (!before) await assertRoom(tx, tenant, after.contextId ?? '');
    const phrases = phrasesOf(after.expected);
    if (phrases.length > PHRASES_MAX || phrases.some(({ length }) => length > PHRASE_CHARS_MAX)) {
      const message = t('test-questions.tooMuch', { most: PHRASES_MAX, chars: PHRASE_CHARS_MAX });
      throw new ApiError('invalid_input', { errors: [{ field: 'expected', code: 'invalid', message }] });
    }
    return { expected: phrases };
  },
  afterWrite: (tx, { accountId }, { before, after }) =>
    addJob(tx, queueRun(accountId, before?.contextId ?? after.contextId ?? '', 'asked')),
};

/** Results, runs and changes held back. Throws `ApiError` `not_found`. */
export async function readTestState(services: Services, tenant: Tenant, contextId: string): Promise<TestState> {
  assertContext(tenant, contextId);
  const { db } = services;
  const ofContext = sql`account_id = ${tenant.accountId} and context_id = ${contextId}`;
  const count = (condition: SQL) => sql`(select count(*)::int from tests where ${condition})`;
  const [row] = await readTenant<Omit<TestState, 'isPaid'>>(
    db,
    tenant,
    sql`with tests as (select question, created_at, ${last.result} as result, ${last.answer} as answer, ${last.answerBefore} as before
            from test_questions where ${ofContext})
        select c.holds_worse as holds, ${count(sql`true`)} as questions, ${count(sql`result is not null`)} as tested,
          ${count(sql`result = 'passed'`)} as passed,
          ${count(sql`result = 'shown'`)} as shown,
          ${rowsAsJson(sql`select question, answer, before as "answerBefore" from tests where result = 'worse' order by created_at`)} as worse,
          ${rowsAsJson(sql`select n.id, n.cause, n.state, n.passed, n.shown, n.failed, n.worse, n.cost / 1000.0::float8 as cost,
            ${isoMoment(sql`n.created_at`)} as at from test_runs n where ${ofContext} order by n.created_at desc limit ${MAX_RUNS_SHOWN}`)} as runs,
          ${rowsAsJson(sql`select h.content_id as "contentId", o.title, h.state,
            o.trained_version is null as "isNew", case when o.answering is not null then json_build_object(
              'question', o.question, 'answer', o.answer, 'questionNow', o.answering->>'question',
              'answerNow', o.answering->>'answer') end as faq, ${isoMoment(sql`h.created_at`)} as since,
            ${rowsAsJson(sql`select q.question, r.answer_before as "answerBefore", r.answer from test_results r
              join test_questions q on q.account_id = r.account_id and q.id = r.question_id
              where r.account_id = h.account_id and r.run_id = any(h.run_ids) and r.passed_before and not r.passed
                and ${rowsIn('q', tenant)} order by q.created_at`)} as worse
            from held_changes h join contents o on o.account_id = h.account_id and o.id = h.content_id
            where ${rowsIn('h', tenant)} and h.context_id::text = any(string_to_array(c.inheritance, '.'))
            order by h.created_at`)} as held,
          exists (select from jobs j where j.account_id = c.account_id and j.kind = 'test' and j.subject_id = c.id
            and j.state = 'waiting') as "isRunning"
        from contexts c where c.account_id = ${tenant.accountId} and c.id = ${contextId}`,
  );
  if (!row) throw notFound();
  const context = await findWidgetContext(db, contextId);
  const isPaid = context !== null && (await chooseModel(services, context)).config !== null;
  return { ...row, isPaid };
}

/** Throws `ApiError` `not_found`. */
export async function listResults(db: Db, tenant: Tenant, id: string): Promise<TestResults> {
  const isVisible = sql`select 1 from test_questions q where ${rowsIn('q', tenant)} and q.id = ${id}`;
  if ((await readTenant(db, tenant, isVisible)).length === 0) throw notFound();
  const data = await readTenant<TestResults['data'][number]>(
    db,
    tenant,
    sql`select ${isoMoment(sql`n.created_at`)} as at, n.cause, r.passed, r.shown, r.answer
        from test_results r join test_runs n on n.account_id = r.account_id and n.id = r.run_id
        where r.account_id = ${tenant.accountId} and r.question_id = ${id} order by n.created_at desc limit ${MAX_RUNS_SHOWN}`,
  );
  return { data };
}

export const queueRun = (accountId: string, contextId: string, cause: 'asked' | 'changed') => ({
  accountId,
  kind: 'test',
  subjectId: contextId,
  payload: { cause },
});

export async function queueContextTests(db: Db, tenant: Tenant, contextId: string): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    await requireContext(tx, tenant, contextId);
    await tx.execute(sql`
      delete from jobs where account_id = ${tenant.accountId} and kind = 'test' and subject_id = ${contextId}
        and (state = 'parked' or lease_until is null)`);
    await addJob(tx, queueRun(tenant.accountId, contextId, 'asked'));
  });
}

/** Holds back changes that make results worse. */
export async function setHolding(db: Db, tenant: Tenant, contextId: string, holds: boolean): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    await requireContext(tx, tenant, contextId);
    await tx.update(contexts).set({ holdsWorse: holds }).where(contextAt(tenant, contextId));
  });
}
