import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { ChatEvents } from '../../src/shared/chat-protocol.ts';
import {
  type Answer,
  type Caller,
  eventsOf,
  type SharedServer,
  sharedServer,
  textOf,
  until,
} from '../support/server.ts';

/* The search decides what is only shown, and its decision can change: so questions are tried until one is. */
let server: SharedServer;
const visitorToken = 'o-token-deste-visitante';
const FAQS = [
  ['Quanto custa a revisão completa?', 'A revisão completa custa R$ 180 e inclui lavagem.'],
  ['Vocês entregam em Salvador?', 'Sim, entregamos em Salvador em até 5 dias úteis.'],
  ['As bicicletas elétricas têm garantia?', 'As bicicletas elétricas têm garantia de dois anos.'],
  [
    'Como participo dos passeios em grupo?',
    'Os passeios em grupo saem da loja, com um guia nosso. Leve capacete e água.',
  ],
  ['O que fazer se a corrente arrebentar?', 'Traga a bicicleta até a loja, trocamos a corrente na hora.'],
];
const VAGUE = [
  'tem algum rolê de bike com a galera',
  'queria pedalar com uma turma',
  'a corrente soltou, consertam?',
  'vocês andam juntos de bike?',
  'a revisão sai por quanto',
];

beforeAll(async () => {
  server = await sharedServer();
});

const query = async (sql: string, ...values: unknown[]) =>
  (await server.services.db.pool.query(sql, values)).rows as Record<string, any>[];

async function open(): Promise<Caller> {
  const owner = await server.signUp();
  const { contextId, accountId } = owner;
  await query(`update subscriptions set plan_id = 'business' where account_id = $1`, accountId);
  for (const [question, answer] of FAQS) await owner.post('/contents/faq', { contextId, question, answer });
  await until(async () => {
    const { body } = await owner.get(`/contents?contextId=${contextId}&limit=100`);
    return body.data.length === FAQS.length && body.data.every(({ status }: any) => status === 'done');
  });
  return owner;
}

const send = (owner: Caller, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  server.call({
    method: 'POST',
    url: `/api/widgets/${owner.contextId}/messages`,
    headers,
    payload: { visitorToken, ...body },
  });
const dataOf = <E extends keyof ChatEvents>(answer: Answer, name: E) =>
  eventsOf(answer.text).find(({ event }) => event === name)?.data as ChatEvents[E];
const figuresOf = async (owner: Caller) => (await owner.get('/dashboard?days=today')).body.figures;

/** Returns the first question that is only shown something, and the answer, asked in a conversation of its own. */
async function findShown(owner: Caller) {
  for (const question of VAGUE) {
    const preview = await owner.post(`/widgets/${owner.contextId}/messages`, { question });
    if (dataOf(preview, 'done').outcome !== 'shown') continue;
    const answer = await send(owner, { question, messageId: randomUUID() });
    const { id: conversationId } = dataOf(answer, 'conversation');
    return { question, answer, conversationId, messageId: dataOf(answer, 'done').messageId };
  }
  throw new Error('No question was only shown something');
}

const rate = (owner: Caller, { conversationId, messageId }: Record<string, unknown>, rating: string) =>
  server.call({
    method: 'POST',
    url: `/api/widgets/${owner.contextId}/conversations/${conversationId}/messages/${messageId}/rating`,
    headers: { 'visitor-token': visitorToken },
    payload: { rating },
  });

test('shows the best lines with their question and source, and two other contents to choose from', async () => {
  const owner = await open();
  const { question, answer, conversationId, messageId } = await findShown(owner);
  const names = eventsOf(answer.text).map(({ event }) => event);
  expect([...new Set(names)]).toEqual(['conversation', 'sources', 'delta', 'suggestions', 'done']);
  const [source, ...others] = dataOf(answer, 'sources');
  expect(others).toEqual([]);
  const [shown, text] = FAQS.find(([own]) => own === source!.title)!;
  expect(textOf(answer)).toBe(`Encontrei isto, veja se responde:\n\n${shown}\n${text}`);
  const suggestions = dataOf(answer, 'suggestions');
  expect(suggestions.length).toBeLessThanOrEqual(2);
  expect(suggestions.map(({ contentId }) => contentId)).not.toContain(source!.contentId);
  expect(dataOf(answer, 'done')).toMatchObject({ messageId, outcome: 'shown', grounded: true });
  const repeated = await send(owner, { question, messageId, conversationId }, { accept: 'application/json' });
  expect(repeated.body).toMatchObject({ outcome: 'shown', answer: textOf(answer), sources: [source], suggestions });
  const history = await server.call({
    method: 'GET',
    url: `/api/widgets/${owner.contextId}/conversations/${conversationId}`,
    headers: { 'visitor-token': visitorToken },
  });
  expect(history.body.exchanges[0]).toMatchObject({ outcome: 'shown', sources: [source], suggestions });
});

test('counts apart, as resolved only when the visitor says so, and costs what suggestions cost', async () => {
  const owner = await open();
  const { conversationId, messageId, answer } = await findShown(owner);
  const counted = async () => {
    const { helped, shown, declined } = await figuresOf(owner);
    const { labels } = (await owner.get('/interaction-monitoring?days=today')).body;
    expect([labels.helped, labels.shown, labels.unanswered]).toEqual([helped, shown, declined]);
    return { helped, shown, declined };
  };
  expect(await counted()).toEqual({ helped: 0, shown: 1, declined: 0 });
  expect((await owner.get('/knowledge-gaps')).body.data).toEqual([]);
  const [charge] = await query('select amount from credit_entries where cause like $1', `answer:%:${messageId}`);
  expect(charge!.amount).toBe(-200);
  await rate(owner, { conversationId, messageId }, 'up');
  expect(await counted()).toEqual({ helped: 1, shown: 0, declined: 0 });
  await rate(owner, { conversationId, messageId }, 'down');
  expect(await counted()).toEqual({ helped: 0, shown: 1, declined: 0 });
  expect((await owner.get('/knowledge-gaps')).body.data).toHaveLength(1);
  const [{ contentId, ordinal }] = dataOf(answer, 'suggestions') as [ChatEvents['suggestions'][number]];
  await send(owner, { conversationId, messageId, chosen: { contentId, ordinal } });
  expect(await counted()).toEqual({ helped: 1, shown: 0, declined: 0 });
  const csv = (await owner.get(`/conversations/export?contextId=${owner.contextId}&format=csv`)).text;
  expect(csv).toContain('Mostrada');
});

test('is a result of its own for test questions', async () => {
  const owner = await open();
  const { question, answer } = await findShown(owner);
  const { contextId } = owner;
  const word = textOf(answer).split(' ').at(-1)!.replace('.', '');
  await owner.post('/test-questions', { contextId, question, expected: word });
  await owner.post('/test-questions', { contextId, question: `${question} `, expected: 'uma frase que falta' });
  const list = await until(async () => {
    const { body: state } = await owner.get(`/test-questions/state?contextId=${contextId}`);
    const { body } = await owner.get(`/test-questions?contextId=${contextId}`);
    return !state.isRunning && state.tested === 2 && { ...body, ...state };
  });
  expect(list.data.map(({ outcome, result }: any) => [outcome, result])).toEqual([
    ['shown', 'shown'],
    ['shown', 'failed'],
  ]);
  expect(list.runs[0]).toMatchObject({ passed: 0, shown: 1, failed: 1 });
});

test('is an event of its own for webhooks', async () => {
  const owner = await open();
  const webhook = {
    name: 'CRM',
    url: 'https://recebe.example/',
    format: 'json',
    isActive: true,
    contextIds: [],
    headers: '',
  };
  const created = await owner.post('/outgoing-webhooks', { ...webhook, events: ['question.shown'] });
  expect(created.status, created.text).toBe(201);
  const { question, answer, conversationId, messageId } = await findShown(owner);
  const [event] = await query(
    `select data from webhook_deliveries where account_id = $1 and event = 'question.shown'`,
    owner.accountId,
  );
  expect(event!.data).toEqual({
    conversation_id: conversationId,
    message_id: messageId,
    question,
    answer: textOf(answer),
  });
});
