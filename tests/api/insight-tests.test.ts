import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordOf } from '../../resources/kit/resource.ts';
import type { testQuestions } from '../../resources/test-questions.ts';
import { queueDueTests } from '../../src/server/insight/test-questions/run-tests.ts';
import type { TestState } from '../../src/shared/test-questions.ts';
import { type Caller, startServer, type TestServer, textOf, until } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.close());

const QUESTION = 'Qual é o horário da piscina?';
const waitUntilRead = (caller: Caller, id: string) =>
  until(async () => ['done', 'error'].includes((await caller.get(`/contents/${id}`)).body.status));

async function teach(caller: Caller, answer: string): Promise<string> {
  const { body } = await caller.post('/contents/faq', { contextId: caller.contextId, question: QUESTION, answer });
  await waitUntilRead(caller, body.id);
  return body.id;
}

type Tests = TestState & { data: RecordOf<typeof testQuestions>[] };
const testsOf = async (caller: Caller): Promise<Tests> => {
  const of = `contextId=${caller.contextId}`;
  const { body: state } = await caller.get(`/test-questions/state?${of}`);
  return { ...state, data: (await caller.get(`/test-questions?${of}`)).body.data };
};

/** Waits until no run is in progress and the condition holds. Returns the list. Runs do not wait for further changes. */
const testsWhen = (caller: Caller, isReady: (list: Tests) => boolean) =>
  until(async () => {
    await server.services.db.pool.query(
      `update jobs set run_at = now() where account_id = $1 and kind = 'test' and run_at > now()`,
      [caller.accountId],
    );
    const list = await testsOf(caller);
    return !list.isRunning && isReady(list) && list;
  });

const askBot = async (caller: Caller) =>
  textOf(
    await server.call({
      method: 'POST',
      url: `/api/widgets/${caller.contextId}/messages`,
      payload: { question: QUESTION, messageId: crypto.randomUUID() },
    }),
  );

async function watch(caller: Caller): Promise<void> {
  const { contextId } = caller;
  await caller.post('/test-questions', { contextId, question: QUESTION, expected: 'das 8H as 20h' });
  await caller.post('/test-questions', { contextId, question: 'Vendem foguetes?', declines: true });
  // The run that the second question has asked for.
  await testsWhen(caller, ({ runs: [last] }) => last?.state === 'done' && last.passed + last.failed === 2);
}

test('runs test questions after each training and shows both answers of a regression', async () => {
  const owner = await server.signUp();
  const content = await teach(owner, 'A piscina abre das 8h às 20h.');
  await watch(owner);
  const before = await testsOf(owner);
  expect(before.data.map(({ result }) => result)).toEqual(['passed', 'passed']);
  expect(before).toMatchObject({ isPaid: false, questions: 2, tested: 2, passed: 2, shown: 0, worse: [] });
  await owner.put(`/contents/${content}`, { question: QUESTION, answer: 'A piscina abre às 9h.' });
  const after = await testsWhen(owner, ({ worse }) => worse.length > 0);
  const answers = { answer: 'A piscina abre às 9h.', answerBefore: 'A piscina abre das 8h às 20h.' };
  expect(after.data[0]).toMatchObject({ result: 'worse', outcome: 'answered', ...answers });
  expect(after.worse).toEqual([{ question: QUESTION, ...answers }]);
  expect(after.runs[0]).toMatchObject({ cause: 'changed', passed: 1, failed: 1, worse: 1, cost: 0 });
  const { data: results } = (await owner.get(`/test-questions/${after.data[0]!.id}/results`)).body;
  expect(results.at(0)).toMatchObject({ passed: false });
  expect(results.at(-1)).toMatchObject({ passed: true });
  // They create no conversation and cost nothing.
  const { rows } = await server.services.db.pool.query(
    `select (select count(*)::int from conversations where account_id = $1) as talks,
       (select count(*)::int from credit_entries where account_id = $1 and cause like 'answer:%') as charges`,
    [owner.accountId],
  );
  expect(rows).toEqual([{ talks: 0, charges: 0 }]);
});

test('holds back a change that worsens answers until the owner accepts or discards it', async () => {
  const owner = await server.signUp();
  const content = await teach(owner, 'A piscina abre das 8h às 20h.');
  await watch(owner);
  const { contextId } = owner;
  const writer = await server.as(owner, 'WRITER');
  expect((await writer.put('/test-questions/holding', { contextId, holds: true })).status).toBe(403);
  expect((await owner.put('/test-questions/holding', { contextId, holds: true })).status).toBe(204);

  const shown = async () => (await owner.get(`/contents/${content}`)).body;
  await owner.put(`/contents/${content}`, { question: 'Abre cedo?', answer: 'A piscina abre às 9h.' });
  const { held: mild } = await testsWhen(owner, (list) => list.held[0]?.state === 'held');
  const draft = { question: 'Abre cedo?', answer: 'A piscina abre às 9h.' };
  const now = { questionNow: QUESTION, answerNow: 'A piscina abre das 8h às 20h.' };
  expect(mild[0]!.faq).toEqual({ ...draft, ...now });
  expect(await shown()).toMatchObject({ status: 'error', isHeld: true });
  expect(await shown()).toMatchObject({ title: QUESTION, ...draft, ...now });
  expect((await owner.post(`/test-questions/held/${content}`, { decision: 'discard' })).status).toBe(204);
  const back = { question: QUESTION, answer: 'A piscina abre das 8h às 20h.', questionNow: null, answerNow: null };
  expect(await shown()).toMatchObject({ title: QUESTION, status: 'done', isHeld: false, ...back });

  await owner.put(`/contents/${content}`, { question: QUESTION, answer: 'A piscina abre às 9h.' });
  const { held: heldChanges } = await testsWhen(owner, (list) => list.held[0]?.state === 'held');
  expect(heldChanges).toMatchObject([
    {
      contentId: content,
      isNew: false,
      worse: [{ question: QUESTION, answerBefore: 'A piscina abre das 8h às 20h.', answer: 'A piscina abre às 9h.' }],
    },
  ]);
  expect(await askBot(owner)).toBe('A piscina abre das 8h às 20h.');
  expect((await owner.get(`/contents/${content}`)).body.reason).toMatch(/perguntas de teste/);
  const mail = await until(async () =>
    (await server.mailsTo(owner.email)).find(({ subject }) => subject?.includes('espera por você')),
  );
  expect(mail.text).toContain(`/test-questions?contextId=${contextId}`);

  const stranger = await server.signUp();
  expect((await stranger.post(`/test-questions/held/${content}`, { decision: 'accept' })).status).toBe(404);
  expect((await owner.post(`/test-questions/held/${content}`, { decision: 'discard' })).status).toBe(204);
  expect((await testsOf(owner)).held).toEqual([]);
  expect(await askBot(owner)).toBe('A piscina abre das 8h às 20h.');

  await owner.put(`/contents/${content}`, { question: QUESTION, answer: 'A piscina abre às 10h.' });
  await testsWhen(owner, (list) => list.held[0]?.state === 'held');
  expect((await owner.post(`/test-questions/held/${content}`, { decision: 'accept' })).status).toBe(204);
  expect(await askBot(owner)).toBe('A piscina abre às 10h.');
  const accepted = { status: 'done', answer: 'A piscina abre às 10h.', questionNow: null, answerNow: null };
  expect(await shown()).toMatchObject(accepted);

  // A change that worsens nothing is published automatically.
  const more = (await owner.post('/contents/faq', { contextId, question: 'Tem sauna?', answer: 'Sim, no térreo.' }))
    .body.id;
  await until(async () => (await owner.get(`/contents/${more}`)).body.status === 'done');
  expect((await testsOf(owner)).held).toEqual([]);
}, 60_000);

test('runs them again after a change of prompt or model', async () => {
  const owner = await server.signUp();
  await teach(owner, 'A piscina abre das 8h às 20h.');
  await watch(owner);
  const { db } = server.services;
  await until(async () => (await queueDueTests(db)) === 0);
  const { length } = (await testsWhen(owner, () => true)).runs;
  await db.pool.query(`update contexts set manner = manner || '{"profile":"creative"}' where account_id = $1`, [
    owner.accountId,
  ]);
  expect(await queueDueTests(db)).toBe(1);
  expect((await testsWhen(owner, ({ runs }) => runs.length > length)).runs[0]).toMatchObject({ cause: 'changed' });
});

test('asks for phrases or for a refusal to answer, not for both, and for a hundred questions at most', async () => {
  const owner = await server.signUp();
  const { contextId } = owner;
  const make = (body: object) => owner.post('/test-questions', { contextId, question: QUESTION, ...body });
  const refusals: [object, string][] = [
    [{}, 'required'],
    [{ expected: ' \n ' }, 'required'],
    [{ declines: true, expected: '8h' }, 'not_applicable'],
    [{ expected: Array.from({ length: 11 }, (_, at) => `frase ${at}`).join('\n') }, 'invalid'],
    [{ expected: 'x'.repeat(201) }, 'invalid'],
  ];
  for (const [body, code] of refusals)
    expect((await make(body)).body, code).toMatchObject({ errors: [{ field: 'expected', code }] });
  const { body: made } = await make({ expected: ' 8h \n\n20h' });
  expect(made).toMatchObject({ expected: '8h\n20h', declines: false, result: null });
  const { body: edited } = await owner.put(`/test-questions/${made.id}`, { declines: true });
  expect(edited).toMatchObject({ expected: null, declines: true });
  await server.services.db.pool.query(
    `insert into test_questions (account_id, id, context_id, question)
     select $1, gen_random_uuid(), $2, 'pergunta ' || n from generate_series(1, 99) as n`,
    [owner.accountId, contextId],
  );
  expect((await make({ expected: '8h' })).body.code).toBe('too_many_tests');
});

test('are brought from a table and taken to one', async () => {
  const owner = await server.signUp();
  const { contextId } = owner;
  const rows = [
    { contextId, question: QUESTION, expected: '8h\n20h' },
    { contextId, question: 'Vendem foguetes?', declines: true },
  ];
  const wrong = await owner.post('/test-questions/bulk-import', { rows: [...rows, { contextId, question: 'Abre?' }] });
  expect(wrong.body.errors).toMatchObject([{ field: 'rows.2.expected', code: 'required' }]);
  expect((await owner.post('/test-questions/bulk-import', { rows })).status).toBe(201);
  expect((await testsOf(owner)).questions).toBe(2);
  await testsWhen(owner, ({ runs: [last] }) => last?.state === 'done' && last.passed + last.failed === 2);
  const csv = (await owner.get(`/test-questions/export?contextId=${contextId}`)).text;
  expect(csv).toContain('"8h\n20h"');
  expect((await (await server.as(owner, 'READER')).post('/test-questions/bulk-import', { rows })).status).toBe(403);
});
