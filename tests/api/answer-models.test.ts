import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findModel } from '../../src/server/db/platform.ts';
import { openModel } from '../../src/server/providers/model-config.ts';
import { EMBEDDED_MODEL_ID } from '../../src/shared/models.ts';
import { chooseModel } from '../support/choose-model.ts';
import { embeddingModelInput, modelInput } from '../support/model-input.ts';
import { type ModelProvider, startModelProvider } from '../support/model-provider.ts';
import { type Answer, type Caller, eventsOf, startServer, type TestServer, textOf, until } from '../support/server.ts';

let provider: ModelProvider;
let server: TestServer;
let owner: Caller;
let staff: Caller;
let modelId: string;
const KEY = 'sk-uma-chave-muito-secreta-9876';

const input = (changes: Parameters<typeof modelInput>[0] = {}) =>
  modelInput({ baseUrl: provider.baseUrl, keys: [KEY], inputPrice: 1.25, outputPrice: 5.5, ...changes });

beforeAll(async () => {
  provider = await startModelProvider();
  server = await startServer({ env: { CRAWL_ALLOW: provider.host } });
  owner = await server.signUp();
  staff = await server.as(await server.signUp(), 'WM_ADMIN');
  const { contextId } = owner;
  const faq = { contextId, question: 'Quanto custa a entrega?', answer: 'A entrega custa R$ 12,90.' };
  const { id } = (await owner.post('/contents/faq', faq)).body;
  await until(async () => (await owner.get(`/contents/${id}`)).body.status === 'done');
  const { use: _, ...limits } = (await owner.get('/sessions/me/limits')).body;
  await owner.put('/sessions/me/limits', { ...limits, perMinute: 600 });
  const created = await staff.post('/admin/models', input());
  expect(created.status, created.text).toBe(201);
  modelId = created.body.id;
});
beforeEach(async () => chooseModel(staff, modelId));
afterEach(() => provider.reset());
afterAll(async () => {
  await server.close();
  await provider.close();
});

const QUESTION = 'quanto custa a entrega?';
const ask = (more: Record<string, unknown> = {}) =>
  server.call({
    method: 'POST',
    url: `/api/widgets/${owner.contextId}/messages`,
    payload: { question: QUESTION, messageId: randomUUID(), visitorToken: 'um-visitante-qualquer', ...more },
  });
const eventNames = (answer: Answer) => eventsOf(answer.text).map(({ event }) => event);
const doneOf = (answer: Answer) => eventsOf(answer.text).find(({ event }) => event === 'done')?.data;
const rowsOf = async (sql: string, ...values: unknown[]) =>
  (await server.services.db.pool.query(sql, values)).rows as Record<string, any>[];
const chargeOf = async (messageId: string) =>
  (await rowsOf('select amount, settled_at from credit_entries where cause like $1', `answer:%:${messageId}`))[0];
const usedCredits = async () => (await owner.get('/sessions/me/limits')).body.use;

describe('the configuration of a model', () => {
  it('never returns or stores the keys in plain text', async () => {
    for (const path of ['/admin/models', `/admin/models/${modelId}`]) {
      const { text } = await staff.get(path);
      expect(text).not.toContain(KEY);
      expect(text).toContain('••••9876');
    }
    const [row] = await rowsOf('select * from models where id = $1', modelId);
    expect(JSON.stringify(row)).not.toContain(KEY);
    // An update without keys keeps the existing ones.
    const { keys: _, ...rest } = input({ name: 'Modelo renomeado' });
    const edited = await staff.put(`/admin/models/${modelId}`, rest);
    expect([edited.status, edited.body.name, edited.body.keys]).toEqual([
      200,
      'Modelo renomeado',
      [{ key: '••••9876' }],
    ]);
    provider.next({ kind: 'text', deltas: ['Sim.'] });
    await ask();
    expect(provider.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('requires the keys again for another host and rejects masked keys', async () => {
    const { keys: _, ...rest } = input({});
    const elsewhere = 'http://127.0.0.1:9/v1';
    const made = (await staff.post('/admin/models', input({ name: 'Chave fiel' }))).body;
    const edit = (change: object) => staff.put(`/admin/models/${made.id}`, { ...rest, name: 'Chave fiel', ...change });
    for (const change of [{ baseUrl: elsewhere }, { provider: 'openai', baseUrl: null }]) {
      const refused = await edit(change);
      expect([refused.status, refused.body.errors]).toMatchObject([422, [{ field: 'keys', code: 'key_again' }]]);
    }
    expect((await staff.get(`/admin/models/${made.id}`)).body.baseUrl).toBe(made.baseUrl);
    // Another path on the same host does not need the keys again.
    expect((await edit({ baseUrl: `${made.baseUrl}/outra` })).status).toBe(200);
    const masked = await edit({ baseUrl: elsewhere, keys: [{ key: '••••9876' }] });
    expect([masked.status, masked.body.errors?.[0].code]).toEqual([422, 'key_again']);
    const other = await edit({ baseUrl: elsewhere, keys: [{ key: 'sk-outra-5555' }] });
    expect(other.body.keys).toEqual([{ key: '••••5555' }]);
    const unknown = await staff.post('/admin/models', input({ keys: ['••••9876'] }));
    expect([unknown.status, unknown.body.errors?.[0].field]).toEqual([422, 'keys.0.key']);
    await rowsOf('delete from models where id = $1', made.id);
  });

  it('keeps each stored key that is sent masked, also of two that end alike', async () => {
    const keys = ['sk-primeira-7777', 'sk-segunda-7777', 'sk-terceira-1111'];
    const { id } = (await staff.post('/admin/models', input({ name: 'Três chaves', keys }))).body;
    const edited = await staff.put(`/admin/models/${id}`, {
      keys: [{ key: '••••7777' }, { key: 'sk-nova-2222' }, { key: '••••7777' }],
    });
    expect(edited.body.keys).toEqual([{ key: '••••7777' }, { key: '••••2222' }, { key: '••••7777' }]);
    const { key } = server.services;
    const stored = openModel(key, (await findModel(server.services.db, id))!);
    expect(stored.keys).toEqual(['sk-primeira-7777', 'sk-nova-2222', 'sk-segunda-7777']);
    await staff.delete(`/admin/models/${id}`);
  });

  it('returns the conversion factor and exact prices', async () => {
    const { body } = await staff.get(`/admin/models/${modelId}`);
    expect(body).toMatchObject({ conversionFactor: 0.2, inputPrice: 1.25, outputPrice: 5.5 });
  });

  it.each<[string, Parameters<typeof modelInput>[0], string]>([
    ['a temperature above 1', { temperature: 1.2 }, 'temperature'],
    ['no name', { name: ' ' }, 'name'],
    ['no model', { modelName: '' }, 'modelName'],
    ['a missing required address', { baseUrl: null }, 'baseUrl'],
    ['no price of the answers', { outputPrice: null }, 'outputPrice'],
    ['an address of a known provider', { provider: 'openai' }, 'baseUrl'],
  ])('rejects %s', async (_what, change, field) => {
    const refused = await staff.post('/admin/models', input(change));
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([422, field]);
  });

  it('may be at a name of the own network', async () => {
    const baseUrl = 'http://ollama:11434/v1';
    const made = await staff.post('/admin/models', input({ name: 'Desta rede', baseUrl }));
    expect([made.status, made.body.baseUrl]).toEqual([201, baseUrl]);
    const { body } = await staff.post(`/admin/models/${made.body.id}/test`);
    expect(body).toMatchObject({ ok: false, message: expect.stringContaining('CRAWL_ALLOW') });
    await staff.delete(`/admin/models/${made.body.id}`);
  });

  it('can be tested, with errors in plain words', async () => {
    provider.next({ kind: 'text', deltas: ['Tudo ', 'certo.'], usage: { inputTokens: 1_000, outputTokens: 200 } });
    const { body } = await staff.post(`/admin/models/${modelId}/test`);
    expect(body).toMatchObject({ ok: true, inputTokens: 1_000, outputTokens: 200, credits: 0.2 });
    expect(body.cost).toBeCloseTo(0.00235, 6);
    expect(body.firstTokenMs).toBeGreaterThanOrEqual(0);
    provider.next({ kind: 'status', status: 401 });
    const failed = (await staff.post(`/admin/models/${modelId}/test`)).body;
    expect(failed.ok).toBe(false);
    expect(failed.message).toMatch(/chave/i);
    expect(JSON.stringify(failed)).not.toContain(KEY);
  });

  it('cannot lose its kind while in use, and the embedded one cannot become another, nor another embedded', async () => {
    const [used, embedded] = [`/admin/models/${modelId}`, `/admin/models/${EMBEDDED_MODEL_ID}`];
    expect((await staff.put(used, { kind: 'embedding' })).body.code).toBe('model_in_use');
    expect((await staff.put(used, { provider: 'embedded' })).body.code).toBe('model_fixed');
    expect((await staff.put(embedded, input())).body.code).toBe('model_fixed');
    const nothing = Object.fromEntries(Object.keys(input()).map((name) => [name, null]));
    const another = { ...nothing, name: 'Outro', kind: 'chat', provider: 'embedded' };
    expect((await staff.post('/admin/models', another)).body.code).toBe('model_fixed');
    const words = { name: 'Prosa', declinedMessage: 'Não sei.' };
    expect((await staff.put(embedded, words)).body).toMatchObject({ ...words, provider: 'embedded', keys: null });
    expect((await staff.put(embedded, { temperature: 0.5 })).body.errors).toMatchObject([{ field: 'temperature' }]);
    await staff.put(embedded, { name: 'Prosa (trechos da sua base)', declinedMessage: null });
  });

  it('that finds passages cannot become another one, whose embeddings could not be compared', async () => {
    const made = (await staff.post('/admin/models', embeddingModelInput('busca', provider.baseUrl))).body;
    await chooseModel(staff, modelId, made.id);
    const url = `/admin/models/${made.id}`;
    for (const change of [{ modelName: 'outra' }, { baseUrl: `${provider.baseUrl}/outra` }])
      expect((await staff.put(url, change)).body.code).toBe('model_in_use');
    expect((await staff.put(url, { inputPrice: 0.2 })).body).toMatchObject({ inputPrice: 0.2, isSearchModel: true });
    expect((await staff.delete(url)).body.code).toBe('model_in_use');
    await chooseModel(staff, modelId);
    expect((await staff.delete(url)).status).toBe(204);
  });

  it('cannot be deleted while in use, and never for the embedded model', async () => {
    expect((await staff.delete(`/admin/models/${modelId}`)).body.code).toBe('model_in_use');
    expect((await staff.delete(`/admin/models/${EMBEDDED_MODEL_ID}`)).body.code).toBe('model_fixed');
  });
});

describe('a model that answers', () => {
  it('uses the passages and returns sources, token usage and cost', async () => {
    provider.next({
      kind: 'text',
      deltas: ['A entrega ', 'custa R$ 12,90.'],
      usage: { inputTokens: 2_000, outputTokens: 100 },
    });
    const messageId = randomUUID();
    const answer = await ask({ messageId });
    expect(textOf(answer)).toBe('A entrega custa R$ 12,90.');
    expect([...new Set(eventNames(answer))]).toEqual(['conversation', 'sources', 'delta', 'done']);
    expect(doneOf(answer)).not.toHaveProperty('corrected');
    expect(doneOf(answer)).toMatchObject({ grounded: true });
    // 2,000 of 10,000 and 100 of 2,000 tokens: a quarter of a credit.
    expect(await chargeOf(messageId)).toMatchObject({ amount: -250, settled_at: expect.any(Date) });
    const [stored] = await rowsOf('select model, tokens, cost from messages where id = $1', messageId);
    expect(stored).toEqual({ model: 'Modelo renomeado', tokens: 2_100, cost: 250 });
    expect(provider.requests.at(-1)?.prompt).toContain('R$ 12,90');
  });

  it('cannot write anything that the database refuses', async () => {
    provider.next({ kind: 'text', deltas: ['A entrega\0 custa ', 'R$ 12,90 \ud83d.'] });
    const messageId = randomUUID();
    const answer = await ask({ messageId });
    expect(doneOf(answer)).toMatchObject({ outcome: 'answered' });
    expect(await rowsOf('select answer from messages where id = $1', messageId)).toEqual([
      { answer: 'A entrega custa R$ 12,90 .' },
    ]);
  });

  it('has a time limit for its first words that staff can change', async () => {
    const made = (await staff.post('/admin/models', input({ name: 'Carrega devagar', firstTokenSeconds: 5 }))).body;
    expect(made.firstTokenSeconds).toBe(5);
    const edited = await staff.put(
      `/admin/models/${made.id}`,
      input({ name: 'Carrega devagar', firstTokenSeconds: 90 }),
    );
    expect([edited.status, edited.body.firstTokenSeconds]).toEqual([200, 90]);
    const { firstTokenSeconds: _, ...rest } = input({ name: 'Carrega devagar' });
    expect((await staff.put(`/admin/models/${made.id}`, rest)).body.firstTokenSeconds).toBe(90);
    const without = await staff.put(`/admin/models/${made.id}`, { firstTokenSeconds: null });
    expect(without.body.firstTokenSeconds).toBeNull();
    expect((await staff.post('/admin/models', input({ firstTokenSeconds: 2 }))).status).toBe(422);
    await rowsOf('delete from models where id = $1', made.id);
  });

  it('is not called when the knowledge base has no passage', async () => {
    const answer = await ask({ question: 'vocês vendem foguetes?' });
    expect(doneOf(answer).grounded).toBe(false);
    expect(provider.requests).toEqual([]);
  });

  it('is called whenever there are passages, and reads a short knowledge base completely', async () => {
    const { contextId } = owner;
    const faq = { contextId, question: 'Vocês consertam guarda-chuvas?', answer: 'Consertamos às terças.' };
    const { id } = (await owner.post('/contents/faq', faq)).body;
    await until(async () => (await owner.get(`/contents/${id}`)).body.status === 'done');
    provider.next({ kind: 'text', deltas: ['Depende do planeta.'] });
    const question = 'a entrega para outro planeta demora?';
    const answer = await ask({ question });
    expect(textOf(answer)).toBe('Depende do planeta.');
    expect(doneOf(answer)).toMatchObject({ outcome: 'answered', grounded: true });
    const { prompt } = provider.requests.at(-1)!;
    expect(prompt).toContain(question);
    expect(prompt).toContain('Consertamos às terças.');
    await owner.delete(`/contents/${id}`);
  });

  it('reads the best eight passages of a larger knowledge base', async () => {
    const caller = await server.signUp();
    const { contextId } = caller;
    const filler = 'O catálogo traz peças para todos os gostos e bolsos, em muitas cores. '.repeat(12);
    const faqs = Array.from({ length: 16 }, (_, at) => [`Quanto custa a peça número ${at}?`, `${filler} Peça ${at}.`]);
    for (const [question, answer] of faqs) await caller.post('/contents/faq', { contextId, question, answer });
    await until(async () => {
      const { body } = await caller.get(`/contents?contextId=${contextId}&limit=100`);
      return body.data.length === faqs.length && body.data.every(({ status }: any) => status === 'done');
    });
    provider.next({ kind: 'text', deltas: ['Depende.'] });
    await server.call({
      method: 'POST',
      url: `/api/widgets/${contextId}/messages`,
      payload: { question: 'quanto custa uma peça?', visitorToken: 'um-visitante-qualquer' },
    });
    expect(provider.requests.at(-1)!.prompt.match(/^\[\d+\] /gm)).toHaveLength(8);
  });

  it('may ask back, which is not a grounded answer and is remembered in the next question', async () => {
    provider.next({ kind: 'text', deltas: ['[[PERGUNTA_', 'DE_VOLTA]] Para ', 'qual cidade?'] });
    const messageId = randomUUID();
    const answer = await ask({ messageId });
    expect(textOf(answer)).toBe('Para qual cidade?');
    expect(eventNames(answer)).not.toContain('sources');
    expect(doneOf(answer)).toMatchObject({ outcome: 'answered', grounded: false });
    expect(await rowsOf('select outcome from messages where id = $1', messageId)).toEqual([{ outcome: 'asked_back' }]);
    provider.next({ kind: 'text', deltas: ['R$ 12,90.'] });
    await ask({ question: 'para Olinda', conversationId: eventsOf(answer.text)[0]!.data.id });
    const { body } = provider.requests.at(-1)!;
    expect(JSON.stringify(body.messages)).toContain('Para qual cidade?');
    expect(body.messages.at(-1).content).toContain('quanto custa a entrega? para Olinda');
  });

  it('may suggest passages by number without showing the marker', async () => {
    provider.next({ kind: 'text', deltas: ['[[SUGES', 'TOES: 1, 9]]'] });
    const answer = await ask();
    expect(eventNames(answer)).toEqual(['conversation', 'delta', 'suggestions', 'done']);
    expect(answer.text).not.toContain('SUGES');
    expect(eventsOf(answer.text)[2]!.data).toMatchObject([{ label: 'Quanto custa a entrega?', ordinal: 0 }]);
    expect(doneOf(answer)).toMatchObject({ outcome: 'suggested', grounded: false });
    provider.next({ kind: 'text', deltas: ['[[SUGESTOES: 9]]'] });
    expect(doneOf(await ask())).toMatchObject({ outcome: 'unknown' });
  });

  it('may say that the passages have no answer, which counts as unknown', async () => {
    provider.next({ kind: 'text', deltas: ['[[SEM_', 'RESPOSTA]]'] });
    const answer = await ask();
    expect(answer.text).not.toContain('SEM_');
    expect(eventNames(answer)).toEqual(['conversation', 'delta', 'done']);
    expect(doneOf(answer).grounded).toBe(false);
    expect(textOf(answer)).toContain('Não encontrei essa informação');
  });

  it('follows the configured profile, which visitors cannot see', async () => {
    const { body } = await owner.get(`/contexts/${owner.contextId}/appearance`);
    const plan = `update subscriptions set plan_id = 'business' where account_id = $1`;
    await rowsOf(plan, owner.accountId);
    const appearance = body.answerProfile ? body : (await owner.get(`/contexts/${owner.contextId}/appearance`)).body;
    const answerProfile = {
      profile: 'precise',
      personality: 'Bem-humorada, fala de bicicletas.',
      restrictions: 'Nunca fale de política.',
    };
    const saved = await owner.put(`/contexts/${owner.contextId}/appearance`, { ...appearance, answerProfile });
    expect(saved.status, saved.text).toBe(200);
    provider.next({ kind: 'text', deltas: ['Sim.'] });
    await ask();
    const { instructions } = provider.requests.at(-1)!;
    expect(instructions).toContain('Bem-humorada, fala de bicicletas.');
    expect(instructions).toContain('Nunca fale de política.');
    const shown = await server.call({ method: 'GET', url: `/api/widgets/${owner.contextId}` });
    expect(shown.text).not.toContain('Bem-humorada');
    expect(shown.text).not.toContain('política');
  });

  it('remembers the previous exchange', async () => {
    provider.next({ kind: 'text', deltas: ['R$ 12,90.'] }, { kind: 'text', deltas: ['É a única.'] });
    const first = await ask();
    const conversationId = eventsOf(first.text)[0]!.data.id;
    await ask({ question: 'e quanto custa a mais barata?', conversationId });
    const { body } = provider.requests.at(-1)!;
    expect(JSON.stringify(body.messages)).toContain('R$ 12,90.');
    expect(body.messages.at(-1).content).toContain('e quanto custa a mais barata?');
  });
});

describe('a model that fails', () => {
  it.each([
    ['429', { kind: 'status', status: 429 } as const],
    ['500', { kind: 'status', status: 500 } as const],
    ['an empty answer', { kind: 'empty' } as const],
    ['a cut', { kind: 'cut', after: 2 } as const],
  ])('returns the configured message without a charge: %s', async (_what, script) => {
    provider.next(script);
    const messageId = randomUUID();
    const before = await usedCredits();
    const answer = await ask({ messageId });
    expect(answer.status).toBe(200);
    expect(eventsOf(answer.text).at(-1)).toEqual({
      event: 'error',
      data: { code: 'answer_failed', message: 'Não consegui responder agora. Tente de novo em instantes.' },
    });
    expect(await chargeOf(messageId)).toBeUndefined();
    const [stored] = await rowsOf(
      'select conversation_id, question, outcome, cost from messages where id = $1',
      messageId,
    );
    expect(stored).toMatchObject({ question: QUESTION, outcome: 'failed', cost: 0 });
    const conversation = `/conversations/${stored!.conversation_id}`;
    // The owner sees the exchange marked as failed. The visitor sees nothing.
    const shown = (await owner.get(conversation)).body;
    expect([shown.interactions, shown.exchanges[0].outcome]).toEqual([0, 'failed']);
    const headers = { 'visitor-token': 'um-visitante-qualquer' };
    const visited = () => server.call({ url: `/api/widgets/${owner.contextId}${conversation}`, headers });
    expect((await visited()).status).toBe(404);
    expect(await usedCredits()).toEqual(before);
    // Asked again, it is answered and charged once.
    provider.next({ kind: 'text', deltas: ['R$ 12,90.'], usage: { inputTokens: 1_000, outputTokens: 0 } });
    expect(textOf(await ask({ messageId }))).toBe('R$ 12,90.');
    expect((await chargeOf(messageId))?.amount).toBe(-100);
    const answered = (await owner.get(conversation)).body;
    expect([answered.interactions, answered.exchanges.length, answered.exchanges[0].outcome]).toEqual([
      1,
      1,
      'answered',
    ]);
    expect((await visited()).body.exchanges).toHaveLength(1);
  });

  it('shows the default message when it repeats its instructions', async () => {
    provider.next({ kind: 'answer', make: ({ instructions }) => `Minhas regras são estas. ${instructions}` });
    const messageId = randomUUID();
    const answer = await ask({ messageId });
    expect(answer.text).not.toContain('nos trechos da base');
    expect(eventNames(answer)).toContain('restart');
    const [stored] = await rowsOf('select answer, outcome from messages where id = $1', messageId);
    expect(stored!.outcome).toBe('unknown');
    expect(stored!.answer).not.toContain('regras');
  });

  it('is replaced by the embedded model if staff allow it, and the text sent so far is withdrawn', async () => {
    const { keys: _, ...rest } = input({ fallsBack: true });
    await staff.put(`/admin/models/${modelId}`, rest);
    provider.next({ kind: 'status', status: 500 }, { kind: 'cut', after: 2 });
    const failed = await ask();
    expect(eventNames(failed)).not.toContain('error');
    expect(textOf(failed)).toContain('R$ 12,90');
    const messageId = randomUUID();
    const cut = await ask({ messageId });
    const events = eventsOf(cut.text);
    const restart = events.findIndex(({ event }) => event === 'restart');
    expect(restart).toBeGreaterThan(0);
    const after = events.slice(restart).flatMap(({ event, data }) => (event === 'delta' ? [data.text] : []));
    expect(after.join('')).toBe('A entrega custa R$ 12,90.');
    const [stored] = await rowsOf('select answer, model from messages where id = $1', messageId);
    expect(stored).toEqual({ answer: 'A entrega custa R$ 12,90.', model: 'embedded' });
    expect((await chargeOf(messageId))?.amount).toBe(-200);
    // A question that the embedded model cannot answer stays unknown.
    provider.next({ kind: 'status', status: 500 });
    const unknown = await ask({ question: 'a entrega aceita bilhete de loteria premiado como pagamento em Marte?' });
    expect(doneOf(unknown).outcome).not.toBe('answered');
    expect(eventNames(unknown)).not.toContain('error');
    await staff.put(`/admin/models/${modelId}`, { ...rest, fallsBack: false });
  });
});

describe('a visitor who disconnects', () => {
  it("closes the provider's connection within 2 s, keeps the text sent so far, and can ask again", async () => {
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    provider.next({ kind: 'slow', perDeltaMs: 150 });
    const leaving = new AbortController();
    const messageId = randomUUID();
    const response = await fetch(`${url}/api/widgets/${owner.contextId}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: QUESTION, messageId, visitorToken: 'um-visitante-que-sai' }),
      signal: leaving.signal,
    });
    let seen = '';
    await (async () => {
      for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
        seen += piece;
        if (seen.includes('event: delta')) leaving.abort();
      }
    })().catch(() => undefined);
    const left = performance.now();
    const closedAt = await until(async () => provider.requests.at(-1)?.closedAt, 5_000);
    expect(closedAt - left).toBeLessThan(2_000);
    const [stored] = await until(async () => {
      const rows = await rowsOf('select outcome, cost from messages where id = $1', messageId);
      return rows.length > 0 && rows;
    });
    expect(stored!.outcome).toBe('cut');
    provider.next({ kind: 'text', deltas: ['A entrega custa R$ 12,90.'] });
    const again = await ask({ messageId, visitorToken: 'um-visitante-que-sai' });
    expect(textOf(again)).toBe('A entrega custa R$ 12,90.');
    expect(await rowsOf('select outcome from messages where id = $1', messageId)).toEqual([{ outcome: 'answered' }]);
  });
});

describe('a draft for a knowledge gap', () => {
  const FAR = 'Entregam em Portugal?';
  const draftBy = (id: string, by?: 'base' | 'model') =>
    owner.post(`/knowledge-gaps/${id}/draft`, by === undefined ? {} : { by });
  let gap: string;
  beforeAll(async () => {
    await chooseModel(staff, modelId);
    provider.next({ kind: 'text', deltas: ['[[SEM_RESPOSTA]]'] });
    await ask({ question: FAR });
    const { data } = (await owner.get('/knowledge-gaps')).body;
    gap = data.find(({ question }: { question: string }) => question === FAR).id;
    provider.reset();
  });

  it('quotes no passage that does not answer, and shows the maximum cost of the model', async () => {
    const before = await usedCredits();
    for (const by of [undefined, 'base'] as const) {
      const { status, body } = await draftBy(gap, by);
      expect(status).toBe(200);
      expect(body).toMatchObject({ by: 'none', answer: '', cost: 0, question: FAR });
      expect(body.most).toBeGreaterThan(0);
    }
    expect(provider.requests).toEqual([]);
    expect(await usedCredits()).toEqual(before);
  });

  it('is written by the model on request and never costs more than shown', async () => {
    const { most: maxCost } = (await draftBy(gap)).body;
    const usage = { inputTokens: 500, outputTokens: 100 };
    provider.next({ kind: 'text', deltas: ['Em Portugal ', 'ainda não entregamos.'], usage });
    const before = await usedCredits();
    const { body } = await draftBy(gap, 'model');
    expect(body).toMatchObject({ by: 'model', answer: 'Em Portugal ainda não entregamos.', cost: 0.1 });
    expect(body.cost).toBeLessThanOrEqual(maxCost);
    const after = await usedCredits();
    expect(after.credits.used - before.credits.used).toBeCloseTo(0.1, 6);
  });

  it('costs nothing when the provider fails', async () => {
    const before = await usedCredits();
    provider.next(...Array.from({ length: 5 }, () => ({ kind: 'status', status: 400 }) as const));
    expect((await draftBy(gap, 'model')).body).toMatchObject({ by: 'none', cost: 0 });
    expect(await usedCredits()).toEqual(before);
  });

  it('does not call the model without enough credits', async () => {
    const [balance] = await rowsOf('select * from credit_balances where account_id = $1', owner.accountId);
    await rowsOf('update credit_balances set monthly = 0, lasting = 0 where account_id = $1', owner.accountId);
    const refused = await draftBy(gap, 'model');
    expect(refused.body.code).toBe('limit_credits');
    expect(provider.requests).toEqual([]);
    expect((await draftBy(gap)).body.by).toBe('none');
    const { monthly, lasting } = balance!;
    await rowsOf(
      'update credit_balances set monthly = $2, lasting = $3 where account_id = $1',
      owner.accountId,
      monthly,
      lasting,
    );
  });
});

describe('test questions answered by a model', () => {
  it('are charged when a user runs them', async () => {
    const usage = { inputTokens: 500, outputTokens: 100 };
    provider.next({ kind: 'text', deltas: ['A entrega custa R$ 12,90.'], usage });
    const { contextId } = owner;
    const made = await owner.post('/test-questions', {
      contextId,
      question: QUESTION,
      expected: '12,90',
      declines: false,
    });
    expect(made.status, made.text).toBe(201);
    const list = await until(async () => {
      const { body: state } = await owner.get(`/test-questions/state?contextId=${contextId}`);
      const { body } = await owner.get(`/test-questions?contextId=${contextId}`);
      return state.runs.length > 0 && !state.isRunning && { ...body, ...state };
    });
    expect(list).toMatchObject({
      isPaid: true,
      data: [{ result: 'passed', answer: 'A entrega custa R$ 12,90.' }],
    });
    expect(list.runs[0]).toMatchObject({ state: 'done', cost: 0.1 });
    await owner.delete(`/test-questions/${list.data[0].id}`);
  });
});

describe('labels by a model', () => {
  it('are marked as set by the model', async () => {
    provider.next({ kind: 'text', deltas: ['R$ 12,90.'] });
    const first = await ask();
    const conversationId = eventsOf(first.text)[0]!.data.id;
    const labels = { sentiment: 'positive', goal: 'praise', wantedHuman: false, satisfied: true };
    provider.next({ kind: 'text', deltas: [JSON.stringify(labels)] });
    await rowsOf(`update jobs set run_at = now() where kind = 'label' and subject_id = $1`, conversationId);
    const labelled = await until(async () => {
      const { body } = await owner.get(`/conversations/${conversationId}`);
      return body.labelledBy && body;
    });
    expect(labelled).toMatchObject({ ...labels, labelledBy: 'model' });
  });
});
