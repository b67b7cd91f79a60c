import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { APIError } from 'openai';
import OpenAI, { AuthenticationError, BadRequestError, NotFoundError, RateLimitError } from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPeriod } from '../../src/server/billing/balance.ts';
import { tenant, withPlatform } from '../../src/server/db/tenant.ts';
import { listModels } from '../../src/server/programs/openai/list-models.ts';
import { chooseModel } from '../support/choose-model.ts';
import { modelInput } from '../support/model-input.ts';
import { type ModelProvider, startModelProvider } from '../support/model-provider.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';

let provider: ModelProvider;
let server: TestServer;
let owner: Caller;
let stranger: Caller;
let other: string;
let origin: string;
let openai: OpenAI;

const QUESTION = 'Quanto custa a entrega?';
const ANSWER = 'A entrega custa R$ 12,90 em Salvador.';
const PAGE = 'https://www.empresa.com.br/trocas';

const clientOf = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${origin}/api/v1`, maxRetries: 0 });
const rowsOf = async (sql: string, ...values: unknown[]) =>
  (await server.services.db.pool.query(sql, values)).rows as Record<string, any>[];
async function keyOf(caller: Caller, change: object = {}): Promise<string> {
  const key = { name: 'Robô', role: 'READER', contextIds: [], expiresAt: null, ...change };
  return (await caller.post('/api-keys', key)).body.secret;
}
const user = (content: string) => ({ role: 'user' as const, content });
const ask = (content: string, more: object = {}, client = openai) =>
  client.chat.completions.create({ model: owner.contextId, messages: [user(content)], ...more }) as unknown as Promise<
    OpenAI.ChatCompletion & { prosa: any }
  >;
const textOf = ({ choices }: OpenAI.ChatCompletion) => choices[0]!.message.content ?? '';
const failureOf = (call: Promise<unknown>): Promise<APIError> =>
  call.then(
    () => expect.unreachable('The call did not fail'),
    (error: unknown) => error as APIError,
  );
const leave = (credits: number) =>
  withPlatform(server.services.db, (tx) =>
    startPeriod(tx, owner.accountId, { credits, periodStart: new Date(), cause: randomUUID() }),
  );
const storedOf = async () =>
  (await rowsOf('select count(*)::int as n from conversations where account_id = $1', owner.accountId))[0]!.n as number;
const chargesOf = async () =>
  rowsOf(
    'select amount, settled_at from credit_entries where account_id = $1 and cause like $2',
    owner.accountId,
    'answer:%',
  );
async function setLimits(change: object): Promise<void> {
  const { contextId } = owner;
  const { use: _, ...limits } = (await owner.get(`/sessions/me/limits?contextId=${contextId}`)).body;
  const saved = await owner.put('/sessions/me/limits', { ...limits, ...change, contextId });
  expect(saved.status, saved.text).toBe(200);
}

beforeAll(async () => {
  provider = await startModelProvider();
  server = await startServer({ env: { CRAWL_ALLOW: provider.host } });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  [owner, stranger] = [await server.signUp(), await server.signUp()];
  await rowsOf(`update subscriptions set plan_id = 'business'`);
  const { contextId } = owner;
  other = (await owner.post('/contexts', { name: 'Atacado' })).body.id;
  await owner.post('/contents/faq', { contextId, question: QUESTION, answer: ANSWER });
  await owner.post('/contents/faq', { contextId, question: 'Qual é o prazo da entrega?', answer: 'Cinco dias úteis.' });
  const trade = { contextId, question: 'Como faço uma troca?', answer: 'Traga a nota fiscal em até 30 dias.' };
  await owner.post('/contents/faq', trade);
  await until(async () => {
    const { data } = (await owner.get(`/contents?contextId=${contextId}`)).body;
    return data.length === 3 && data.every(({ status }: { status: string }) => status === 'done');
  });
  openai = clientOf(await keyOf(owner));
});
afterEach(() => provider.reset());
afterAll(async () => {
  await server.close();
  await provider.close();
});

describe('the official client of OpenAI', () => {
  it('lists the contexts that its key may use', async () => {
    const { data } = await openai.models.list();
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([owner.contextId, other]));
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({ object: 'model', owned_by: 'prosa', name: 'Atacado' });
    expect(Math.abs(data[0]!.created - Date.now() / 1_000)).toBeLessThan(600);
    const narrow = clientOf(await keyOf(owner, { contextIds: [other] }));
    expect((await narrow.models.list()).data.map(({ id }) => id)).toEqual([other]);
  });

  it('lists to each of those who ask at once the contexts of their own', async () => {
    const [all, narrow] = [tenant(owner.accountId, 'all'), tenant(owner.accountId, [other])];
    const asking = [all, all, narrow, tenant(stranger.accountId, 'all')];
    const lists = await Promise.all(asking.map((one) => listModels(server.services.db, one)));
    const both = [owner.contextId, other].sort();
    expect(lists.map(({ data }) => data.map(({ id }) => id).sort())).toEqual([
      both,
      both,
      [other],
      [stranger.contextId],
    ]);
  });

  it('gets a whole answer, which is charged and not stored', async () => {
    await leave(100_000);
    const completion = await ask(QUESTION, {
      temperature: 0.2,
      n: 1,
      tools: [],
      user: 'x',
      metadata: { origem: 'teste' },
    });
    expect(completion).toMatchObject({ object: 'chat.completion', model: owner.contextId });
    expect(completion.choices).toMatchObject([
      { index: 0, finish_reason: 'stop', message: { role: 'assistant', refusal: null, content: ANSWER } },
    ]);
    expect(completion.usage).toEqual({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 });
    expect(completion.prosa).toMatchObject({ outcome: 'answered', grounded: true, conversationId: null });
    expect(completion.prosa.sources).toMatchObject([{ title: QUESTION }]);
    const unknown = await ask('Vocês vendem foguetes espaciais?');
    expect(unknown.prosa).toMatchObject({ outcome: 'unknown', sources: [] });
    expect(textOf(unknown)).not.toBe('');
    expect(await storedOf()).toBe(0);
    expect(await rowsOf('select 1 from messages where account_id = $1', owner.accountId)).toEqual([]);
    const counted = `select 1 from usage_counters where account_id = $1 and kind in ('daily', 'monthly', 'minute')`;
    expect(await rowsOf(counted, owner.accountId)).toEqual([]);
    expect(
      await rowsOf(`select 1 from audit_entries where account_id = $1 and action like 'chat%'`, owner.accountId),
    ).toEqual([]);
  });

  it('cites sources that have an address', async () => {
    await rowsOf(
      `update contents set url = $2, type = 'LINK' where account_id = $1 and title like 'Como%'`,
      owner.accountId,
      PAGE,
    );
    await rowsOf(
      'update contexts set knowledge_version = knowledge_version + 1 where account_id = $1',
      owner.accountId,
    );
    const completion = await ask('Como faço uma troca?');
    const { content, annotations } = completion.choices[0]!.message;
    const [source] = completion.prosa.sources;
    expect(source.url).toBe(PAGE);
    const cited = { start_index: 0, end_index: content!.length, title: source.title, url: PAGE };
    expect(annotations).toEqual([{ type: 'url_citation', url_citation: cited }]);
  });

  it('gets a stream, and asks follow-ups by sending what was said before', async () => {
    const texts: string[] = [];
    const stream = openai.chat.completions.stream({ model: owner.contextId, messages: [user(QUESTION)] });
    stream.on('content', (text) => texts.push(text));
    const final = await stream.finalChatCompletion();
    expect([texts.join(''), final.choices[0]!.finish_reason]).toEqual([ANSWER, 'stop']);
    const said = [user(QUESTION), { role: 'assistant' as const, content: ANSWER }];
    const messages = [{ role: 'system' as const, content: 'Responda em inglês.' }, ...said, user('e o prazo?')];
    const chunks = [];
    for await (const chunk of await openai.chat.completions.create({ model: owner.contextId, messages, stream: true }))
      chunks.push(chunk);
    const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
    expect(text).toContain('Cinco dias úteis.');
    expect(chunks.at(-1)).toMatchObject({ choices: [{ finish_reason: 'stop' }], prosa: { conversationId: null } });
    const raw = await fetch(`${origin}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${openai.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: owner.contextId,
        stream: true,
        messages: [{ role: 'user', content: [{ type: 'text', text: QUESTION }] }],
      }),
    });
    expect(raw.headers.get('content-type')).toContain('text/event-stream');
    expect(await raw.text()).toMatch(/\ndata: \[DONE\]\n\n$/);
  });

  it('stores a visitor’s conversation, goes on with it, and counts it by the owner’s limits', async () => {
    const metadata = { visitor: 'cliente-4711' };
    await setLimits({ perMinute: 600, deactivatedUntil: null });
    const first = await ask(QUESTION, { metadata });
    const { conversationId: conversation } = first.prosa;
    const followed = await ask('e o prazo?', { metadata: { ...metadata, conversation } });
    expect([followed.prosa.conversationId, textOf(followed)]).toEqual([conversation, expect.stringContaining('Cinco')]);
    expect((await owner.get(`/conversations/${conversation}`)).body).toMatchObject({ interactions: 2 });
    const strange = await failureOf(ask('e o prazo?', { metadata: { visitor: 'outro', conversation } }));
    expect([strange.status, strange.code]).toEqual([404, 'not_found']);
    // The program's own id is no token: whoever guesses it reads nothing.
    const headers = { 'visitor-token': 'cliente-4711-cliente-4711' };
    const path = `/api/widgets/${owner.contextId}/conversations/${conversation}`;
    expect((await server.call({ url: path, headers })).status).toBe(404);
    await setLimits({ perMinute: 1 });
    const asOther = () => ask(QUESTION, { metadata: { visitor: 'outra pessoa' } });
    await asOther();
    // Of the next two questions, one at most is the first of another minute.
    const limited = await failureOf(asOther().then(asOther));
    expect(limited).toBeInstanceOf(RateLimitError);
    expect([limited.type, limited.code, limited.headers?.get('retry-after')]).toEqual([
      'rate_limit_error',
      'limit_minute',
      expect.any(String),
    ]);
    expect((await ask(QUESTION)).prosa.outcome).toBe('answered');
    await setLimits({ perMinute: 600, deactivatedUntil: new Date(Date.now() + 86_400_000).toISOString() });
    const paused = await failureOf(ask(QUESTION, { metadata }));
    expect([paused.status, paused.type, paused.code]).toEqual([403, 'permission_error', 'chat_deactivated']);
    await setLimits({ deactivatedUntil: null });
  });
});

async function usagesOf(options?: object) {
  const messages = [user(QUESTION)];
  const asked = { model: owner.contextId, messages, stream: true as const, stream_options: options };
  const usages = [];
  for await (const { choices, usage } of await openai.chat.completions.create(asked))
    usages.push([choices.length, usage]);
  return usages;
}

async function streamed(): Promise<{ text: string; prosa: any }> {
  const asked = { model: owner.contextId, messages: [user(QUESTION)], stream: true as const };
  const chunks: any[] = [];
  for await (const chunk of await openai.chat.completions.create(asked)) chunks.push(chunk);
  return { text: chunks.map(({ choices }) => choices[0].delta.content ?? '').join(''), prosa: chunks.at(-1).prosa };
}

describe('a model that costs credits', () => {
  it('is charged without storing the answer; corrections are marked, failures free', async () => {
    const staff = await server.as(await server.signUp(), 'WM_ADMIN');
    const input = modelInput({ baseUrl: provider.baseUrl, inputPrice: 1.25, outputPrice: 5.5, fallsBack: false });
    const { id } = (await staff.post('/admin/models', input)).body;
    await chooseModel(staff, id);
    await leave(100_000);
    const [before, stored] = [await chargesOf(), await storedOf()];
    const deltas = ['Custa ', 'R$ 12,90.'];
    provider.next({ kind: 'text', deltas, usage: { inputTokens: 1_000, outputTokens: 7 } });
    const paid = await ask(QUESTION);
    expect([textOf(paid), paid.usage]).toEqual([
      'Custa R$ 12,90.',
      { prompt_tokens: 1_000, completion_tokens: 7, total_tokens: 1_007 },
    ]);
    const charged = (await chargesOf()).slice(before.length);
    expect(charged).toMatchObject([{ settled_at: expect.any(Date) }]);
    expect(charged[0]!.amount).toBeLessThan(0);
    provider.next({ kind: 'status', status: 500 }, { kind: 'status', status: 500 }, { kind: 'status', status: 500 });
    const failed = await failureOf(ask(QUESTION));
    expect([failed.status, failed.type, failed.code]).toEqual([502, 'server_error', 'answer_failed']);
    provider.next({ kind: 'cut', after: 1 });
    const broken = await openai.chat.completions.create({
      model: owner.contextId,
      messages: [user(QUESTION)],
      stream: true,
    });
    const reading = async () => {
      for await (const _chunk of broken);
    };
    expect((await failureOf(reading())).code).toBe('answer_failed');
    expect(await chargesOf()).toHaveLength(before.length + 1);
    provider.reset();
    const said = 'A entrega custa R$ 12,90 em Salvador. ';
    provider.next({ kind: 'text', deltas: [said, 'Para o Norte ela sai por R$ 37,50. ', 'São cinco dias úteis.'] });
    const kept = await streamed();
    expect(kept).toMatchObject({ text: `${said}São cinco dias úteis.`, prosa: { corrected: true, answer: kept.text } });
    provider.next({ kind: 'text', deltas: ['Claro! ', 'A entrega custa R$ 15,00. ', 'Posso ajudar em algo mais?'] });
    const { text, prosa } = await streamed();
    expect(prosa).toMatchObject({ outcome: 'suggested', corrected: true });
    expect(text).toBe(`Claro! \n\nCorrigindo: ${prosa.answer}`);
    expect(prosa.answer).toMatch(/^Não encontrei exatamente isso.*\n– Quanto custa a entrega\?/);
    provider.next({ kind: 'text', deltas, usage: { inputTokens: 30, outputTokens: 4 } });
    const usages = await usagesOf({ include_usage: true });
    expect(usages.pop()).toEqual([0, { prompt_tokens: 30, completion_tokens: 4, total_tokens: 34 }]);
    expect(usages).toEqual(usages.map(() => [1, null]));
    provider.next({ kind: 'text', deltas });
    const without = await usagesOf();
    expect(without).toEqual(without.map(() => [1, undefined]));
    await leave(0);
    // The owner chooses what happens without credits; at first, answers without a model.
    expect(textOf(await ask(QUESTION))).toBe(ANSWER);
    await setLimits({ withoutCredits: 'person' });
    const poor = await failureOf(ask(QUESTION));
    expect([poor.status, poor.type, poor.code]).toEqual([429, 'insufficient_quota', 'limit_credits']);
    expect(await storedOf()).toBe(stored);
  });
});

describe('refusals in OpenAI’s shape', () => {
  it('name the parameter that would change the answer', async () => {
    const image = [{ type: 'image_url', image_url: { url: 'https://x/y.png' } }];
    const refused: [object, string, string][] = [
      [{ n: 2 }, 'n', 'unsupported_parameter'],
      [{ tools: [{ type: 'function', function: { name: 'f' } }] }, 'tools', 'unsupported_parameter'],
      [{ response_format: { type: 'json_object' } }, 'response_format', 'unsupported_parameter'],
      [{ messages: [{ role: 'user', content: image }] }, 'messages.0.content.0.type', 'unsupported_parameter'],
      [{ messages: [user('oi'), { role: 'assistant', content: 'Oi!' }] }, 'messages.1.role', 'last_message_not_users'],
      [{ messages: [user('  ')] }, 'messages.0.content', 'invalid_input'],
      [{ messages: [user('a'.repeat(2_001))] }, 'messages.0.content', 'invalid_input'],
      [{ messages: [] }, 'messages', 'invalid_input'],
      [{ metadata: { conversation: randomUUID() } }, 'metadata.visitor', 'invalid_input'],
    ];
    for (const [more, param, code] of refused) {
      const error = await failureOf(ask(QUESTION, more));
      expect(error, param).toBeInstanceOf(BadRequestError);
      expect([error.param, error.code, error.type], param).toEqual([param, code, 'invalid_request_error']);
      expect(error.message).toContain(param);
    }
  });

  it('are the same for a context of another account, of another key, and one that does not exist', async () => {
    const narrow = clientOf(await keyOf(owner, { contextIds: [other] }));
    const failures = await Promise.all([
      failureOf(ask(QUESTION, { model: stranger.contextId })),
      failureOf(ask(QUESTION, {}, narrow)),
      failureOf(ask(QUESTION, { model: randomUUID() })),
      failureOf(ask(QUESTION, { model: 'gpt-5' })),
      failureOf(ask(QUESTION, { model: stranger.contextId, stream: true })),
    ]);
    for (const error of failures) expect(error).toBeInstanceOf(NotFoundError);
    expect(new Set(failures.map(({ message }) => message)).size).toBe(1);
    const elsewhere = await failureOf(openai.embeddings.create({ model: owner.contextId, input: 'x' }));
    expect([elsewhere.status, elsewhere.code]).toEqual([404, 'not_found']);
    const unknown = await failureOf(
      clientOf(`pk_${'A'.repeat(43)}`)
        .models.list()
        .then(),
    );
    expect(unknown).toBeInstanceOf(AuthenticationError);
    expect([unknown.type, unknown.code]).toEqual(['authentication_error', 'api_key_unknown']);
  });
});

describe('the client of the Model Context Protocol', () => {
  async function connect(apiKey: string): Promise<Client> {
    const client = new Client({ name: 'teste', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/api/mcp`), { requestInit }));
    return client;
  }
  const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
  async function use(
    client: Client,
    name: string,
    given: object,
  ): Promise<{ isError: boolean; text: string; result: any }> {
    const { isError = false, content } = (await client.callTool({ name, arguments: { ...given } })) as any;
    const { text } = content[0];
    return { isError, text, result: isError ? null : JSON.parse(text) };
  }

  it('gets the tools that its key may use, and reads the base with them', async () => {
    await rowsOf('update plans set model_id = null');
    await leave(100_000);
    const reader = await connect(await keyOf(owner));
    expect(reader.getInstructions()).toContain(`${owner.contextId} (`);
    expect((await namesOf(reader)).sort()).toEqual(['ask', 'get_content', 'list_gaps', 'search']);
    const { tools } = await reader.listTools();
    for (const { description } of tools)
      expect(description).toMatch(/^\p{Lu}.+ (?:base|uma?) .+\n\n\p{Lu}.+ the base/su);
    const { contextId } = owner;
    const asked = await use(reader, 'ask', { contextId, question: QUESTION });
    expect(asked.result).toMatchObject({ answer: ANSWER, outcome: 'answered', sources: [{ title: QUESTION }] });
    const { contentId } = (await use(reader, 'search', { contextId, question: QUESTION })).result.passages[0];
    expect((await use(reader, 'get_content', { id: contentId })).result).toMatchObject({
      title: QUESTION,
      type: 'FAQ',
    });
    expect((await use(reader, 'list_gaps', { contextId })).result).toMatchObject({ data: expect.any(Array) });
    const { resources } = await reader.listResources();
    expect(resources.map(({ name }) => name)).toContain(QUESTION);
    const read = await reader.readResource({ uri: `prosa://contents/${contentId}` });
    expect((read.contents[0] as { text: string }).text).toContain(ANSWER);
    const vague = await use(reader, 'ask', { question: QUESTION });
    expect([vague.isError, vague.text]).toEqual([true, expect.stringContaining('contextId')]);
    const hidden = await reader.callTool({ name: 'add_faq', arguments: { contextId, question: 'x', answer: 'y' } });
    expect(hidden.isError).toBe(true);
    await reader.close();
  });

  it('writes with a key that may write, with the audit entries of the same calls of the API', async () => {
    const writer = await connect(await keyOf(owner, { role: 'WRITER', contextIds: [owner.contextId] }));
    expect(await namesOf(writer)).toEqual(expect.arrayContaining(['add_faq', 'update_content']));
    const faq = { question: 'Vocês embrulham para presente?', answer: 'Sim, sem custo.' };
    const { result } = await use(writer, 'add_faq', faq);
    await until(async () => (await owner.get(`/contents/${result.id}`)).body.status === 'done');
    const changed = await use(writer, 'update_content', { id: result.id, answer: 'Sim, por R$ 5,00.' });
    expect(changed.result).toMatchObject({ id: result.id, answer: 'Sim, por R$ 5,00.' });
    const known = await use(writer, 'add_faq', faq);
    expect([known.isError, known.text]).toEqual([true, expect.stringMatching(/pergunta/)]);
    const entries = await rowsOf('select action from audit_entries where account_id = $1 order by at', owner.accountId);
    expect(entries.map(({ action }) => action).slice(-2)).toEqual(['contents_create', 'contents_edit']);
    await writer.close();
  });

  it('reaches nothing of another account, nor without a key or from a foreign page', async () => {
    const intruder = await connect(await keyOf(stranger, { role: 'ADMIN' }));
    const [{ id }] = (await rowsOf('select id from contents where account_id = $1', owner.accountId)) as [
      { id: string },
    ];
    const { contextId } = owner;
    const tries: [string, object][] = [
      ['ask', { contextId, question: QUESTION }],
      ['search', { contextId, question: QUESTION }],
      ['get_content', { id }],
      ['add_faq', { contextId, question: 'x', answer: 'y' }],
      ['update_content', { id, enabled: false }],
    ];
    for (const [name, given] of tries) {
      const { isError, text } = await use(intruder, name, given);
      expect([isError, text], name).toEqual([true, expect.stringContaining('Não encontramos')]);
    }
    await expect(intruder.readResource({ uri: `prosa://contents/${id}` })).rejects.toThrow('Não encontramos');
    await intruder.close();
    await expect(connect(`pk_${'A'.repeat(43)}`)).rejects.toThrow();
    const headers = {
      authorization: `Bearer ${openai.apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const ping = (more: Record<string, string>) =>
      server.call({
        method: 'POST',
        url: '/api/mcp',
        headers: { ...headers, host: 'prosa.test', ...more },
        payload: { jsonrpc: '2.0', id: 1, method: 'ping' },
      });
    expect((await ping({})).status).toBe(200);
    expect((await ping({ origin: 'http://prosa.test' })).status).toBe(200);
    expect((await ping({ origin: 'https://mal.example' })).body.code).toBe('origin_not_allowed');
    expect((await ping({ host: 'mal.example' })).body.code).toBe('origin_not_allowed');
    expect((await server.call({ method: 'GET', url: '/api/mcp', headers })).status).toBe(405);
  });
});
