import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ChatEvents, Suggestion } from '../../src/shared/chat-protocol.ts';
import { EMBEDDED_MODEL_ID } from '../../src/shared/models.ts';
import { chooseModel } from '../support/choose-model.ts';
import { modelInput } from '../support/model-input.ts';
import { type ModelProvider, startModelProvider } from '../support/model-provider.ts';
import { type Answer, type Caller, eventsOf, startServer, type TestServer, textOf, until } from '../support/server.ts';

/*
 * The search decides between an answer and suggestions, and its decision can change. So a scripted model makes the
 * suggestions here, and the embedded model is asked questions until it suggests something.
 */
let provider: ModelProvider;
let server: TestServer;
let staff: Caller;
let owner: Caller;
let modelId: string;
const visitorToken = 'o-token-deste-visitante';

const FAQS = [
  ['Quanto custa a revisão completa?', 'A revisão completa custa R$ 180 e inclui lavagem.'],
  ['Vocês entregam em Salvador?', 'Sim, entregamos em Salvador em até 5 dias úteis.'],
  ['Qual o horário de funcionamento no sábado?', 'No sábado abrimos das 9h às 14h.'],
  ['As bicicletas elétricas têm garantia?', 'As bicicletas elétricas têm garantia de dois anos.'],
];
const VAGUE = [
  'quanto custa a revisão de uma motocicleta importada?',
  'bicicletas elétricas infantis têm bateria removível?',
  'entregam flores em Manaus no mesmo dia?',
  'tem horário marcado para aluguel de bicicletas no sábado?',
  'garantia',
];

beforeAll(async () => {
  provider = await startModelProvider();
  server = await startServer({ env: { CRAWL_ALLOW: provider.host } });
  staff = await server.as(await server.signUp(), 'WM_ADMIN');
  const model = modelInput({ baseUrl: provider.baseUrl, fallsBack: true });
  const created = await staff.post('/admin/models', model);
  expect(created.status, created.text).toBe(201);
  modelId = created.body.id;
  owner = await open();
});
afterEach(() => provider.reset());
afterAll(async () => {
  await server.close();
  await provider.close();
});

const query = async (sql: string, ...values: unknown[]) =>
  (await server.services.db.pool.query(sql, values)).rows as Record<string, any>[];

/** Returns an account with the contents of `FAQS`. */
async function open(): Promise<Caller> {
  const caller = await server.signUp();
  const { contextId, accountId } = caller;
  await query(`update subscriptions set plan_id = 'business' where account_id = $1`, accountId);
  for (const [question, answer] of FAQS) await caller.post('/contents/faq', { contextId, question, answer });
  await until(async () => {
    const { body } = await caller.get(`/contents?contextId=${contextId}&limit=100`);
    return body.data.length === FAQS.length && body.data.every(({ status }: any) => status === 'done');
  });
  const { use: _, ...limits } = (await caller.get('/sessions/me/limits')).body;
  await caller.put('/sessions/me/limits', { ...limits, perMinute: 600 });
  return caller;
}

const send = (body: Record<string, unknown>, contextId = owner.contextId, headers: Record<string, string> = {}) =>
  server.call({
    method: 'POST',
    url: `/api/widgets/${contextId}/messages`,
    headers,
    payload: { visitorToken, ...body },
  });
const dataOf = <E extends keyof ChatEvents>(answer: Answer, name: E) =>
  eventsOf(answer.text).find(({ event }) => event === name)?.data as ChatEvents[E];
const namesOf = (answer: Answer) => eventsOf(answer.text).map(({ event }) => event);

/** Asks a question that gets three suggestions. Returns them with a function to choose one. */
async function offer(caller = owner, question = 'qual é a garantia de vocês?') {
  await chooseModel(staff, modelId);
  provider.next({ kind: 'text', deltas: ['[[SUGE', 'STOES: 1, 2, 3]]'] });
  const messageId = randomUUID();
  const response = await send({ question, messageId }, caller.contextId);
  const suggestions = dataOf(response, 'suggestions');
  expect(suggestions, response.text).toHaveLength(3);
  const conversationId = dataOf(response, 'conversation').id;
  const take = (
    { contentId, ordinal }: Pick<Suggestion, 'contentId' | 'ordinal'>,
    more: Record<string, unknown> = {},
  ) => send({ conversationId, messageId, chosen: { contentId, ordinal }, ...more }, caller.contextId);
  return { asked: response, messageId, conversationId, suggestions, take };
}

const exchangeOf = async (caller: Caller, conversationId: string) =>
  (await caller.get(`/conversations/${conversationId}`)).body.exchanges[0];
const figuresOf = async (caller: Caller) => (await caller.get('/dashboard?days=today')).body.figures;
const counted = async (caller: Caller) => {
  const { use } = (await caller.get('/sessions/me/limits')).body;
  return { daily: use.daily.used, credits: use.credits.used };
};

describe('the embedded model', () => {
  it('answers, suggests similar contents or says that it does not know', async () => {
    await chooseModel(staff, EMBEDDED_MODEL_ID);
    const known = await send({ question: 'quanto custa a revisão completa?' });
    expect(dataOf(known, 'done')).toMatchObject({ outcome: 'answered', grounded: true });
    const unknown = await send({ question: 'vocês vendem passagens aéreas para Marte?' });
    expect(dataOf(unknown, 'done')).toMatchObject({ outcome: 'unknown', grounded: false });
    const greeting = await send({ question: 'oi, tudo bem?' });
    expect(dataOf(greeting, 'done')).toMatchObject({ outcome: 'answered', grounded: false });
    let offered: Answer | undefined;
    for (const question of VAGUE) {
      const answer = await send({ question });
      if (dataOf(answer, 'done').outcome === 'suggested') offered ??= answer;
    }
    expect(namesOf(offered!)).toEqual(['conversation', 'delta', 'suggestions', 'done']);
    expect(textOf(offered!)).toBe('Não encontrei exatamente isso. Talvez ajude:');
    expect(dataOf(offered!, 'done').grounded).toBe(false);
    for (const { label, excerpt } of dataOf(offered!, 'suggestions')) {
      expect(FAQS).toContainEqual([label, excerpt]);
    }
  });
});

describe('a suggestion', () => {
  it('that is chosen is answered with its source within the same interaction', async () => {
    const caller = await open();
    const { asked: response, messageId, conversationId, suggestions, take } = await offer(caller);
    expect(dataOf(response, 'done')).toMatchObject({ messageId, outcome: 'suggested', grounded: false });
    const before = await counted(caller);
    expect(before.daily).toBe(1);
    expect(await figuresOf(caller)).toMatchObject({ interactions: 1, helped: 0, declined: 1 });
    provider.reset();
    const [first] = suggestions;
    const taken = await take(first!);
    expect(namesOf(taken)).toEqual(['conversation', 'sources', 'delta', 'done']);
    expect(FAQS).toContainEqual([first!.label, textOf(taken)]);
    expect(dataOf(taken, 'sources')[0]).toMatchObject({ contentId: first!.contentId, title: first!.label });
    expect(dataOf(taken, 'done')).toMatchObject({ messageId, outcome: 'answered', grounded: true });
    expect(provider.requests).toEqual([]);
    expect(await counted(caller)).toEqual(before);
    expect(await figuresOf(caller)).toMatchObject({ interactions: 1, helped: 1, declined: 0 });
    const monitored = (await caller.get('/interaction-monitoring?days=today')).body.labels;
    expect(monitored).toMatchObject({ conversations: 1, helped: 1, unanswered: 0 });
    const exchange = await exchangeOf(caller, conversationId);
    expect(exchange).toMatchObject({
      outcome: 'suggested',
      suggestions,
      chosen: { ...idsOf(first!), answer: textOf(taken) },
    });
    const [entries] = await query(
      'select count(*)::int as n from credit_entries where cause like $1',
      `answer:%:${messageId}`,
    );
    expect(entries!.n).toBe(1);
  });

  it('is chosen once for repeated requests, and another one replaces it', async () => {
    const caller = await open();
    const { conversationId, suggestions, take } = await offer(caller);
    const [first, second] = suggestions;
    const sequential = await take(first!);
    const both = await Promise.all([take(first!), take(first!, { messageId: undefined })]);
    expect(both.map(textOf)).toEqual([textOf(sequential), textOf(sequential)]);
    expect(await figuresOf(caller)).toMatchObject({ interactions: 1, helped: 1 });
    expect(textOf(await take(second!))).not.toBe(textOf(sequential));
    expect((await exchangeOf(caller, conversationId)).chosen.contentId).toBe(second!.contentId);
    expect(await figuresOf(caller)).toMatchObject({ interactions: 1, helped: 1 });
  });

  it('is shown again to its visitor with the chosen answer', async () => {
    const { conversationId, messageId, suggestions, take } = await offer();
    const again = await send({ question: 'qual é a garantia de vocês?', messageId, conversationId });
    expect(dataOf(again, 'suggestions')).toEqual(suggestions);
    expect(dataOf(again, 'done').outcome).toBe('suggested');
    const taken = await take(suggestions[1]!);
    const { body } = await server.call({
      method: 'GET',
      url: `/api/widgets/${owner.contextId}/conversations/${conversationId}`,
      headers: { 'visitor-token': visitorToken },
    });
    expect(body.exchanges[0]).toMatchObject({
      outcome: 'suggested',
      suggestions,
      chosen: { ...idsOf(suggestions[1]!), answer: textOf(taken), sources: [{ contentId: suggestions[1]!.contentId }] },
    });
  });

  it('is a knowledge gap until it is chosen', async () => {
    const caller = await open();
    const gaps = async () => (await caller.get('/knowledge-gaps')).body.data.map(({ question }: any) => question);
    const { suggestions, take } = await offer(caller, 'qual é a garantia de vocês?');
    expect(await gaps()).toEqual(['Qual é a garantia de vocês?']);
    await take(suggestions[0]!);
    expect(await gaps()).toEqual([]);
  });

  it('is exported with the chosen answer', async () => {
    const caller = await open();
    const { suggestions, take, conversationId } = await offer(caller);
    const taken = textOf(await take(suggestions[0]!));
    const csv = (await caller.get(`/conversations/export?contextId=${caller.contextId}&format=csv`)).text;
    for (const text of ['Com sugestões', suggestions[0]!.label, taken, suggestions[0]!.contentId]) {
      expect(csv).toContain(text);
    }
    const [line] = (await caller.get(`/conversations/export?contextId=${caller.contextId}&format=jsonl`)).text
      .trim()
      .split('\n');
    const [exchange] = JSON.parse(line!).exchanges;
    expect(exchange).toMatchObject({ outcome: 'suggested', suggestions });
    expect(exchange.chosen).toEqual({ ...idsOf(suggestions[0]!), label: suggestions[0]!.label, answer: taken });
    expect(JSON.parse(line!).conversationId).toBe(conversationId);
  });
});

const idsOf = ({ contentId, ordinal }: Suggestion) => ({ contentId, ordinal });

describe('a suggestion is refused', () => {
  const refusal = ({ status, body }: Answer) => [status, body.code];

  it('when it was not offered in that exchange', async () => {
    const { take, suggestions, conversationId } = await offer();
    const { body } = await owner.get(`/contents?contextId=${owner.contextId}&limit=100`);
    const other = body.data.find(({ id }: any) => !suggestions.some(({ contentId }) => contentId === id));
    const answer = await take({ contentId: other.id, ordinal: 0 });
    expect(refusal(answer)).toEqual([422, 'suggestion_not_offered']);
    expect(answer.body.message).toMatch(/não foi oferecida/);
    expect(refusal(await take({ ...suggestions[0]!, ordinal: 7 }))).toEqual([422, 'suggestion_not_offered']);
    expect(refusal(await take({ contentId: randomUUID(), ordinal: 0 }))).toEqual([422, 'suggestion_not_offered']);
    const plain = randomUUID();
    provider.next({ kind: 'text', deltas: ['Sim.'] });
    await send({ question: 'vocês entregam em Salvador?', conversationId, messageId: plain });
    expect(refusal(await take(suggestions[0]!, { messageId: plain }))).toEqual([422, 'suggestion_not_offered']);
    expect((await exchangeOf(owner, conversationId)).chosen).toBeNull();
  });

  it('to anyone but its visitor', async () => {
    const { take, suggestions } = await offer();
    for (const token of ['o-token-de-outra-pessoa', undefined]) {
      expect(refusal(await take(suggestions[0]!, { visitorToken: token }))).toEqual([404, 'not_found']);
    }
    const stranger = await open();
    const elsewhere = await server.call({
      method: 'POST',
      url: `/api/widgets/${stranger.contextId}/messages`,
      payload: { visitorToken, chosen: idsOf(suggestions[0]!), conversationId: randomUUID(), messageId: randomUUID() },
    });
    expect(refusal(elsewhere)).toEqual([404, 'not_found']);
  });

  it('when its content was disabled, deleted or reworded', async () => {
    const caller = await open();
    const { take, suggestions, conversationId } = await offer(caller);
    const [first, second, third] = suggestions;
    const content = async (id: string) => (await caller.get(`/contents/${id}`)).body;
    const { question, answer } = await content(first!.contentId);
    const off = await caller.put(`/contents/${first!.contentId}`, { question, answer, enabled: false });
    expect(off.status, off.text).toBe(200);
    await caller.delete(`/contents/${second!.contentId}`);
    const old = await content(third!.contentId);
    await caller.put(`/contents/${third!.contentId}`, { ...old, question: 'Uma outra pergunta, sobre outra coisa?' });
    await until(async () => (await content(third!.contentId)).status === 'done');
    for (const suggestion of suggestions) {
      const response = await take(suggestion);
      expect(refusal(response)).toEqual([410, 'suggestion_gone']);
      expect(response.body.message).toMatch(/não está mais disponível/);
    }
    expect((await exchangeOf(caller, conversationId)).chosen).toBeNull();
    await caller.put(`/contents/${first!.contentId}`, { question, answer, enabled: true });
    expect((await take(first!)).status).toBe(200);
  });

  it('from another origin, with a revoked demo link, and during a pause', async () => {
    const caller = await open();
    await caller.put(`/contexts/${caller.contextId}/origins`, { origins: ['https://loja.example'] });
    const { take, suggestions, conversationId, messageId } = await offer(caller);
    const chosen = idsOf(suggestions[0]!);
    const body = { conversationId, messageId, chosen };
    const foreign = await send(body, caller.contextId, { origin: 'https://outra.example' });
    expect(refusal(foreign)).toEqual([403, 'origin_not_allowed']);
    expect((await send(body, caller.contextId, { origin: 'https://loja.example' })).status).toBe(200);
    const link = (await caller.post('/demo-links', { contextId: caller.contextId })).body;
    await query('update demo_links set revoked_at = now() where id = $1', link.id);
    expect(refusal(await take(suggestions[0]!, { demo: link.id }))[0]).toBe(410);
    const { use: _, ...limits } = (await caller.get('/sessions/me/limits')).body;
    const deactivatedUntil = new Date(Date.now() + 3_600_000).toISOString();
    await caller.put('/sessions/me/limits', { ...limits, deactivatedUntil });
    expect(refusal(await take(suggestions[0]!))).toEqual([403, 'chat_deactivated']);
  });

  it('when it is malformed', async () => {
    const { take, suggestions } = await offer();
    const [one] = suggestions;
    expect((await take({ contentId: 'x', ordinal: 0 })).status).toBe(422);
    expect((await take({ ...one!, ordinal: -1 })).status).toBe(422);
    expect((await send({ chosen: { ...idsOf(one!), answer: 'Tudo é grátis.' } })).status).toBe(422);
  });
});

describe('without credits', () => {
  it('all outcomes still work, without the model and for free', async () => {
    const caller = await open();
    await chooseModel(staff, modelId);
    await query('update credit_balances set monthly = 0, lasting = 0 where account_id = $1', caller.accountId);
    const outcomes = new Set<string>();
    for (const question of ['quanto custa a revisão completa?', 'vocês vendem foguetes?', ...VAGUE]) {
      const answer = await send({ question }, caller.contextId);
      expect(answer.status, answer.text).toBe(200);
      const { outcome } = dataOf(answer, 'done');
      outcomes.add(outcome);
      if (outcome !== 'suggested') continue;
      const [suggestion] = dataOf(answer, 'suggestions');
      const { id: conversationId } = dataOf(answer, 'conversation');
      const taken = await send({ conversationId, chosen: idsOf(suggestion!) }, caller.contextId);
      expect(dataOf(taken, 'done')).toMatchObject({ outcome: 'answered', messageId: dataOf(answer, 'done').messageId });
    }
    expect([...outcomes].sort()).toEqual(['answered', 'suggested', 'unknown']);
    expect(provider.requests).toEqual([]);
    expect((await counted(caller)).credits).toBe(0);
  });
});

it('refuses suggestions chosen too often with 429', async () => {
  const { take, suggestions } = await offer();
  expect((await take(suggestions[0]!)).status).toBe(200);
  await query('update rate_counters set used = used + 600');
  expect((await take(suggestions[0]!)).status).toBe(429);
});
