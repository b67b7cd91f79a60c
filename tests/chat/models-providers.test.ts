import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { classifyByModel } from '../../src/server/chat/models/classify.ts';
import { providerModel } from '../../src/server/chat/models/provider-model.ts';
import { tryModel } from '../../src/server/chat/models/try-model.ts';
import type { ModelConfig } from '../../src/server/providers/model-config.ts';
import { type ModelProvider, startModelProvider } from '../support/model-provider.ts';
import { configOf, inputOf, outboundTo, readAnswer } from './models-setup.ts';

let provider: ModelProvider;
let outbound: ReturnType<typeof outboundTo>;

beforeAll(async () => {
  provider = await startModelProvider();
  outbound = outboundTo(provider.host);
});
beforeEach(() => provider.reset());
afterAll(async () => {
  await outbound.close();
  await provider.close();
});

const configFor = (changes: Partial<ModelConfig> = {}) => configOf({ baseUrl: provider.baseUrl, ...changes });

describe.each([
  ['openai', '/v1/chat/completions', 'authorization', 'Bearer chave-um'],
  ['anthropic', '/v1/messages', 'x-api-key', 'chave-um'],
  ['google', '/v1/models/teste-1:streamGenerateContent?alt=sse', 'x-goog-api-key', 'chave-um'],
] as const)('%s', (name, path, header, value) => {
  const history = [{ question: 'Olá?', answer: 'Olá! Em que posso ajudar?' }];

  test('receives requests in its own format, and its answer is read', async () => {
    const usage = { inputTokens: 321, outputTokens: 12 };
    provider.next({ kind: 'text', deltas: ['A entrega custa ', 'R$ 12,90.'], usage });
    const { text, failure, spent } = await readAnswer(
      providerModel(configFor({ provider: name }), outbound),
      inputOf({ history }),
    );
    expect([text, failure]).toEqual(['A entrega custa R$ 12,90.', null]);
    expect(spent).toMatchObject(usage);
    const [request] = provider.requests;
    expect([request!.path, request!.headers[header]]).toEqual([path, value]);
    expect(request!.instructions).toContain('Você é Lia');
    expect(request!.prompt).toContain('R$ 12,90 e leva');
    const { body } = request!;
    const turns = (body.messages ?? body.contents).filter(({ role }: { role: string }) => role !== 'system');
    expect(turns).toHaveLength(3);
    const output = body.max_tokens ?? body.generationConfig?.maxOutputTokens;
    expect([output, body.temperature ?? body.generationConfig.temperature]).toEqual([500, 0.3]);
  });

  test('reports a refused key, and the next key is tried', async () => {
    provider.next({ kind: 'status', status: 401, body: { error: { message: 'no', type: 'authentication_error' } } });
    const model = providerModel(configFor({ provider: name, keys: ['um', 'dois'] }), outbound);
    expect((await readAnswer(model)).failure).toBeNull();
    expect(provider.requests.map(({ headers }) => `${headers[header]}`.split(' ').at(-1))).toEqual(['um', 'dois']);
  });

  test('reports an answer that breaks off in the middle', async () => {
    provider.next({ kind: 'cut', after: 6 });
    const { text, failure } = await readAnswer(providerModel(configFor({ provider: name }), outbound));
    expect([text.trim(), failure]).toEqual(['A entrega custa R$ 12,90 e', expect.objectContaining({ reason: 'cut' })]);
  });

  test('is never called without a key or with a key from the environment', async () => {
    const variables = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'];
    variables.forEach((variable) => (process.env[variable] = 'da-casa'));
    const { failure } = await readAnswer(providerModel(configFor({ provider: name, keys: [] }), outbound));
    variables.forEach((variable) => delete process.env[variable]);
    expect(failure).toMatchObject({ reason: 'key_refused' });
    const typographic = providerModel(configFor({ provider: name, keys: ['“chave”'] }), outbound);
    expect((await readAnswer(typographic)).failure).toMatchObject({ reason: 'key_refused' });
    expect(provider.requests).toEqual([]);
  });
});

describe('labels by a model', () => {
  const exchanges = [{ question: 'Meu pedido não chegou, quero falar com alguém!', answer: 'Sinto muito.' }];
  const labels = { sentiment: 'negative', goal: 'complaint', wantedHuman: true, satisfied: false };
  const classify = (config = configFor(), list = exchanges) =>
    classifyByModel(config, outbound, list, { signal: new AbortController().signal });

  test.each([
    ['bare', JSON.stringify(labels)],
    ['in a code fence', `Claro!\n\`\`\`json\n${JSON.stringify(labels, null, 2)}\n\`\`\``],
    ['after thoughts', `<think>{"sentiment":"positive"}</think>${JSON.stringify(labels)}`],
  ])('are read: %s', async (_, answer) => {
    provider.next({ kind: 'text', deltas: [answer] });
    expect(await classify()).toEqual(labels);
    const [request] = provider.requests;
    expect(request!.body).toMatchObject({ temperature: 0 });
    expect(request!.prompt).toContain('Visitante: Meu pedido não chegou');
  });

  test.each([
    ['no JSON', 'O visitante está bravo.'],
    ['broken', '{"sentiment": "negative",'],
    ['an unknown label', JSON.stringify({ ...labels, sentiment: 'angry' })],
    ['a missing label', JSON.stringify({ ...labels, goal: undefined })],
  ])('are null: %s', async (_, answer) => {
    provider.next({ kind: 'text', deltas: [answer] });
    expect(await classify()).toBeNull();
  });

  test('are requested with the staff prompt and the latest exchanges that fit', async () => {
    const long = Array.from({ length: 60 }, (_, at) => ({
      question: `pergunta ${at} ${'x'.repeat(300)}`,
      answer: 'ok',
    }));
    const prompts = { answer: '', classify: 'Ironia conta como negativa.' };
    expect(await classify(configFor({ tokenWindow: 3_000, prompts }), long)).not.toBeNull();
    const { instructions, prompt } = provider.requests[0]!;
    expect(instructions).toContain('Ironia conta como negativa.');
    expect(prompt).toContain('pergunta 59');
    expect(prompt).not.toContain('pergunta 0 ');
    expect((instructions.length + prompt.length) / 3.6 + 1_000).toBeLessThan(3_000);
  });

  test('are requested with each key, and fail when the provider fails', async () => {
    provider.next({ kind: 'status', status: 429 });
    expect(await classify(configFor({ keys: ['a', 'b'] }))).not.toBeNull();
    provider.next({ kind: 'status', status: 500 });
    await expect(classify()).rejects.toMatchObject({ reason: 'unavailable' });
    provider.next({ kind: 'empty' });
    await expect(classify()).rejects.toMatchObject({ reason: 'empty' });
  });
});

test('aborts the request for labels when it is cancelled', async () => {
  provider.next({ kind: 'hang' });
  const leaving = new AbortController();
  setTimeout(() => leaving.abort(new Error('gone')), 100);
  const exchanges = [{ question: 'Oi', answer: 'Olá!' }];
  const config = configFor({ keys: ['a', 'b'] });
  await expect(classifyByModel(config, outbound, exchanges, { signal: leaving.signal })).rejects.toThrow('gone');
  await expect.poll(() => provider.requests[0]!.closedAt).not.toBeNull();
  expect(provider.requests).toHaveLength(1);
});

describe('testing a model', () => {
  test('returns its answer, response times and price', async () => {
    const usage = { inputTokens: 1_000, outputTokens: 100 };
    provider.next({ kind: 'text', deltas: ['Abre, sim: ', 'das 9h às 13h.'], delayMs: 60, usage });
    const trial = await tryModel(configFor(), outbound);
    expect(trial).toMatchObject({ ok: true, message: 'Abre, sim: das 9h às 13h.', ...usage });
    // 1,000 tokens at R$ 1.50 and 100 at R$ 6.00 per million; 1000 / 10000 + 100 / 2000 credits.
    expect([trial.cost, trial.credits]).toEqual([0.0021, 0.15]);
    expect(trial.firstTokenMs).toBeGreaterThanOrEqual(50);
    expect(trial.totalMs).toBeGreaterThanOrEqual(trial.firstTokenMs!);
  });

  test('reports when the model does not find the answer', async () => {
    provider.next({ kind: 'text', deltas: ['[[SEM_RESPOSTA]]'] });
    expect(await tryModel(configFor(), outbound)).toMatchObject({
      ok: true,
      message: expect.stringMatching(/não ter encontrado/),
    });
  });

  test.each([
    [401, /recusou a chave.*O provedor disse: “motivo”/],
    [429, /limite de uso/],
    [404, /não encontrou este modelo/],
    [400, /não aceitou o pedido/],
    [500, /não respondeu como esperado/],
  ])('explains the error in plain words: %i', async (status, words) => {
    provider.next({ kind: 'status', status, body: { error: { message: 'motivo' } } });
    const trial = await tryModel(configFor(), outbound);
    expect(trial).toMatchObject({ ok: false, firstTokenMs: null, inputTokens: 0, cost: 0, credits: 0 });
    expect(trial.message).toMatch(words);
  });

  test.each([
    ['OpenAI', { error: { message: 'motivo' } }],
    ['vLLM', { object: 'error', message: 'motivo', code: 400 }],
    ['Google', [{ error: { code: 400, message: 'motivo' } }]],
    ['FastAPI', { detail: [{ loc: ['body'], msg: 'motivo' }] }],
    ['a plain field', { error: 'motivo' }],
    ['a page', '<html><head><title>x</title></head><h1>motivo</h1></html>'],
  ])("shows the server's own words and the address called: %s", async (_, body) => {
    for (const kind of ['chat', 'embedding'] as const) {
      provider.next({ kind: 'status', status: 500, body });
      const { message } = await tryModel(configFor({ kind }), outbound);
      expect(message).toContain('O provedor disse: “motivo”.');
      expect(message).toContain(`${provider.baseUrl}/${kind === 'chat' ? 'chat/completions' : 'embeddings'}`);
    }
  });

  test('explains a timeout, a broken answer, an empty answer and a private address', async () => {
    const short = { firstTokenMs: 150, gapMs: 150, totalMs: 500 };
    provider.next({ kind: 'hang' });
    expect((await tryModel(configFor(), outbound, short)).message).toMatch(/demorou demais/);
    provider.next({ kind: 'cut', after: 5 });
    expect((await tryModel(configFor(), outbound)).message).toMatch(/interrompida/);
    provider.next({ kind: 'empty' });
    expect((await tryModel(configFor(), outbound)).message).toMatch(/sem nenhum texto/);
    const closed = outboundTo();
    expect((await tryModel(configFor(), closed)).message).toMatch(/não pode ser acessado/);
    await closed.close();
  });

  test('compares two sentences for an embedding model', async () => {
    const trial = await tryModel(configFor({ kind: 'embedding' }), outbound);
    expect(trial).toMatchObject({
      ok: true,
      firstTokenMs: null,
      outputTokens: 0,
      message: expect.stringMatching(/\d+% parecidas, em 256 dim/),
    });
    expect(trial.inputTokens).toBeGreaterThan(0);
    provider.next({ kind: 'status', status: 500 });
    expect(await tryModel(configFor({ kind: 'embedding' }), outbound)).toMatchObject({ ok: false });
    expect(provider.requests).toHaveLength(2);
  });

  test('needs no request for the embedded model', async () => {
    const trial = await tryModel(configFor({ provider: 'embedded' }), outbound);
    expect(trial).toMatchObject({ ok: true, credits: 0.2, message: expect.stringMatching(/embutido/) });
    expect(provider.requests).toEqual([]);
  });
});
