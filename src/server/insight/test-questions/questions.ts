import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import {
  hasExpectation,
  TEST_QUESTIONS_MAX,
  type TestHistory,
  type TestQuestion,
  type testQuestionBody,
  type testQuestionEdit,
  type TestQuestionList,
} from '../../../shared/test-questions.ts';
import { chooseModel } from '../../chat/models/choose-model.ts';
import { isoMoment } from '../../db/iso-moment.ts';
import { findWidgetContext } from '../../db/platform.ts';
import { testQuestions } from '../../db/schema/insight.ts';
import { contexts } from '../../db/schema/knowledge.ts';
import { type Db, readTenant, type Tenant, withTenant } from '../../db/tenant.ts';
import { addJob } from '../../jobs/queue.ts';
import { requireContext } from '../../knowledge/contents/add-contents.ts';
import { assertContext } from '../../resource/scope.ts';
import { mergeChange, versionOf } from '../../resource/versions.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { rowsAsJson, visible } from '../scope.ts';

const MAX_RUNS_SHOWN = 20;
/** Of question `q` with the live contents, since its expectations were last edited. */
export const lastResult = sql`(
  select json_build_object('passed', r.passed, 'shown', r.shown, 'outcome', r.outcome, 'answer', r.answer, 'passedBefore', r.passed_before,
    'answerBefore', r.answer_before, 'at', ${isoMoment(sql`n.created_at`)})
  from test_results r join test_runs n on n.account_id = r.account_id and n.id = r.run_id
  where r.account_id = q.account_id and r.question_id = q.id and n.cause <> 'held' and n.created_at >= q.updated_at
  order by n.created_at desc limit 1)`;

const questionColumns = sql`q.id, q.context_id as "contextId", q.question, q.expected, q.declines, ${lastResult} as last`;

type Unversioned = Omit<TestQuestion, 'version'>;
const editedValues = ({ question, expected, declines }: Unversioned) => ({ question, expected, declines });
const withVersion = (row: Unversioned): TestQuestion => ({ ...row, version: versionOf(editedValues(row)) });

/** With the changes held back. Throws `ApiError` `not_found`. */
export async function listTests(services: Services, tenant: Tenant, contextId: string): Promise<TestQuestionList> {
  assertContext(tenant, contextId);
  const { db } = services;
  const ofContext = sql`account_id = ${tenant.accountId} and context_id = ${contextId}`;
  const [row] = await readTenant<Omit<TestQuestionList, 'isPaid'>>(
    db,
    tenant,
    sql`select c.holds_worse as holds,
          ${rowsAsJson(sql`select ${questionColumns} from test_questions q where ${ofContext} order by q.created_at, q.id`)} as data,
          ${rowsAsJson(sql`select n.id, n.cause, n.state, n.passed, n.shown, n.failed, n.worse, n.cost / 1000.0::float8 as cost,
            ${isoMoment(sql`n.created_at`)} as at from test_runs n where ${ofContext} order by n.created_at desc limit ${MAX_RUNS_SHOWN}`)} as runs,
          ${rowsAsJson(sql`select h.content_id as "contentId", o.title, h.state,
            o.trained_version is null as "isNew", case when o.answering is not null then json_build_object(
              'question', o.question, 'answer', o.answer, 'questionNow', o.answering->>'question',
              'answerNow', o.answering->>'answer') end as faq, ${isoMoment(sql`h.created_at`)} as since,
            ${rowsAsJson(sql`select q.question, r.answer_before as "answerBefore", r.answer from test_results r
              join test_questions q on q.account_id = r.account_id and q.id = r.question_id
              where r.account_id = h.account_id and r.run_id = any(h.run_ids) and r.passed_before and not r.passed
                and ${visible('q', tenant, [])} order by q.created_at`)} as worse
            from held_changes h join contents o on o.account_id = h.account_id and o.id = h.content_id
            where ${visible('h', tenant, [])} and h.context_id::text = any(string_to_array(c.inheritance, '.'))
            order by h.created_at`)} as held,
          exists (select from jobs j where j.account_id = c.account_id and j.kind = 'test' and j.subject_id = c.id
            and j.state = 'waiting') as "isRunning"
        from contexts c where c.account_id = ${tenant.accountId} and c.id = ${contextId}`,
  );
  if (!row) throw notFound();
  const context = await findWidgetContext(db, contextId);
  const isPaid = context !== null && (await chooseModel(services, context)).config !== null;
  return { ...row, data: row.data.map(withVersion), isPaid };
}

const requireQuestion = async (db: Db, tenant: Tenant, id: string): Promise<TestQuestion> => {
  const [question] = await readTenant<Unversioned>(
    db,
    tenant,
    sql`select ${questionColumns} from test_questions q where ${visible('q', tenant, [])} and q.id = ${id}`,
  );
  if (!question) throw notFound();
  return withVersion(question);
};

/** Throws `ApiError` `not_found`. */
export async function showTest(db: Db, tenant: Tenant, id: string): Promise<TestHistory> {
  const question = await requireQuestion(db, tenant, id);
  const history = await readTenant<TestHistory['history'][number]>(
    db,
    tenant,
    sql`select ${isoMoment(sql`n.created_at`)} as at, n.cause, r.passed, r.shown, r.answer
        from test_results r join test_runs n on n.account_id = r.account_id and n.id = r.run_id
        where r.account_id = ${tenant.accountId} and r.question_id = ${id} order by n.created_at desc limit ${MAX_RUNS_SHOWN}`,
  );
  return { question, history };
}

export const queueRun = (accountId: string, contextId: string, cause: 'asked' | 'changed') => ({
  accountId,
  kind: 'test',
  subjectId: contextId,
  payload: { cause },
});

/** Queues a run. Throws `ApiError` `not_found`, `too_many_tests`. */
export async function createTest(db: Db, tenant: Tenant, body: z.infer<typeof testQuestionBody>): Promise<string> {
  const { accountId } = tenant;
  const { contextId, ...values } = body;
  const id = uuidv7();
  await withTenant(db, tenant, async (tx) => {
    await requireContext(tx, tenant, contextId);
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from test_questions where account_id = ${accountId} and context_id = ${contextId}`,
    );
    if (rows[0]!.count >= TEST_QUESTIONS_MAX)
      throw new ApiError('too_many_tests', { values: { most: TEST_QUESTIONS_MAX } });
    await tx.insert(testQuestions).values({ accountId, id, contextId, ...values });
    await addJob(tx, queueRun(accountId, contextId, 'asked'));
  });
  return id;
}

/** Queues a run. Throws `ApiError` `not_found`, `changed_meanwhile`, `invalid_input` (nothing expected). */
export async function editTest(
  db: Db,
  tenant: Tenant,
  id: string,
  change: z.infer<typeof testQuestionEdit>,
): Promise<TestQuestion> {
  const row = await requireQuestion(db, tenant, id);
  const { accountId } = tenant;
  const at = and(eq(testQuestions.accountId, accountId), eq(testQuestions.id, id));
  await withTenant(db, tenant, async (tx) => {
    const [locked] = await tx.select().from(testQuestions).where(at).for('no key update');
    if (!locked) throw notFound();
    const now = editedValues({ ...row, ...locked });
    const edited = { accountId, id, actions: ['test-questions_edit'], values: now, row: { ...row, ...now } };
    const values = { ...now, ...(await mergeChange(tx, edited, change)) };
    if (!hasExpectation(values)) {
      const error = { field: 'expected', code: 'invalid', message: t('validation.invalid') };
      throw new ApiError('invalid_input', { errors: [error] });
    }
    await tx
      .update(testQuestions)
      .set({ ...values, updatedAt: new Date() })
      .where(at);
    await addJob(tx, queueRun(accountId, row.contextId, 'asked'));
  });
  return requireQuestion(db, tenant, id);
}

export async function deleteTest(db: Db, tenant: Tenant, id: string): Promise<void> {
  await requireQuestion(db, tenant, id);
  const at = and(eq(testQuestions.accountId, tenant.accountId), eq(testQuestions.id, id));
  await withTenant(db, tenant, (tx) => tx.delete(testQuestions).where(at));
}

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
    const at = and(eq(contexts.accountId, tenant.accountId), eq(contexts.id, contextId));
    await tx.update(contexts).set({ holdsWorse: holds }).where(at);
  });
}
