import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writePrompt } from '../../src/server/chat/models/prompt.ts';
import { costOf, providerModel } from '../../src/server/chat/models/provider-model.ts';
import type { ModelConfig } from '../../src/server/providers/model-config.ts';
import { ProviderError } from '../../src/server/providers/provider-error.ts';
import { type ModelProvider, startModelProvider } from '../support/model-provider.ts';
import { configOf, hitOf, inputOf, outboundTo, readAnswer } from './models-setup.ts';

let provider: ModelProvider;
let outbound: ReturnType<typeof outboundTo>;
const SHORT = { firstTokenMs: 400, gapMs: 400, totalMs: 3_000 };

beforeAll(async () => {
  provider = await startModelProvider();
  outbound = outboundTo(provider.host);
});
beforeEach(() => provider.reset());
afterAll(async () => {
  await outbound.close();
  await provider.close();
});

const modelOf = (changes: Partial<ModelConfig> = {}, timeouts = SHORT) =>
  providerModel(configOf({ baseUrl: provider.baseUrl, ...changes }), outbound, timeouts);

const refusal = (status: number, message: string) =>
  ({ kind: 'status', status, body: { error: { message } } }) as const;

describe('an answer from a provider', () => {
  test("is streamed in pieces and charged by the provider's token counts", async () => {
    const usage = { inputTokens: 1_234, outputTokens: 56 };
    provider.next({ kind: 'text', deltas: ['A entrega ', 'custa ', 'R$ 12,90.'], usage });
    const { text, pieces, failure, spent, declined, answering } = await readAnswer(modelOf());
    expect([text, failure, declined]).toEqual(['A entrega custa R$ 12,90.', null, false]);
    expect(pieces.length).toBeGreaterThan(1);
    // 1000 · (1234/10000 + 56/2000) = 151.4, in thousandths of a credit.
    expect(spent).toEqual({ ...usage, cost: 152 });
    expect(answering.used.map(({ passage }) => passage.contentId)).toEqual(['c1']);
  });

  test('is requested with the configured model, key, temperature, maximum tokens and usage option', async () => {
    await readAnswer(modelOf({ temperature: 0.5 }));
    const [{ headers, body, path }] = provider.requests as [(typeof provider.requests)[0]];
    expect(path).toBe('/v1/chat/completions');
    expect(headers.authorization).toBe('Bearer chave-um');
    expect(body).toMatchObject({ model: 'teste-1', max_tokens: 500, temperature: 0.3, stream: true });
    expect(body.stream_options).toEqual({ include_usage: true });
  });

  test('stops at the end of a sentence soon after the maximum number of tokens', async () => {
    const sentence = 'A entrega em todo o país custa R$ 12,90 e leva três dias. ';
    const deltas = Array.from({ length: 300 }, () => sentence.match(/\S+\s/g)!).flat();
    provider.next({ kind: 'text', deltas, delayMs: 1, usage: { inputTokens: 10, outputTokens: 9_999 } });
    const { text, failure, spent } = await readAnswer(modelOf({ maxResponseTokens: 100 }));
    expect(failure).toBeNull();
    expect(text.length).toBeGreaterThan(400);
    expect(text.length).toBeLessThanOrEqual(100 * 5 + sentence.length);
    expect(text.endsWith('três dias.')).toBe(true);
    expect(spent.outputTokens).toBeLessThan(250);
    provider.next({ kind: 'text', deltas: Array.from({ length: 600 }, () => 'sem fim e '), delayMs: 1 });
    const endless = await readAnswer(modelOf({ maxResponseTokens: 100 }));
    expect(endless.text.length).toBeLessThanOrEqual(100 * 5 + 201);
    expect(endless.text).toMatch(/(sem|fim|e)…$/);
  });

  test('never reveals the instructions, complete or in pieces, but may contain similar sentences', async () => {
    const { instructions } = writePrompt(configOf({}), inputOf());
    for (const size of [1, 7, 40, 10_000]) {
      const deltas = `Claro! Aqui está:\n${instructions.toUpperCase()}`.match(new RegExp(`[^]{1,${size}}`, 'g'))!;
      provider.next({ kind: 'text', deltas });
      const { text, declined } = await readAnswer(modelOf({ maxResponseTokens: 2_000 }));
      expect(text.toLowerCase()).not.toContain('use apenas o que está nos trechos');
      expect(declined).toBe(true);
    }
    const honest = 'Use apenas o que está na caixa: a entrega custa R$ 12,90. Seja claro e cordial, em poucas.';
    provider.next({ kind: 'text', deltas: honest.match(/.{1,5}/g)! });
    const { text, declined } = await readAnswer(modelOf());
    expect([text, declined]).toEqual([honest, false]);
  });

  test("reveals neither the owner's instructions nor those of staff, but says what they quote and what passages say", async () => {
    const personality = 'Você conhece o processo contra a loja na justiça e sabe que o dono vai vender tudo em breve.';
    const restrictions =
      'Sobre trocas, responda: “Trocamos qualquer peça em trinta dias, basta trazer a nota e a etiqueta da loja.”';
    const staffText =
      'Se o visitante parecer irritado, ofereça o gerente antes de qualquer outra coisa e não discuta preços.';
    const model = modelOf({ prompts: { answer: staffText, classify: '' } });
    const answerProfile = { ...inputOf().voice.answerProfile, personality, restrictions };
    const hits = [
      hitOf({ text: 'A loja fica no fim da rua, depois da praça grande e antes da ponte velha da cidade.' }),
    ];
    const input = inputOf({ voice: { ...inputOf().voice, answerProfile } }, hits);
    for (const secret of [personality, staffText]) {
      provider.next({ kind: 'text', deltas: `Claro: ${secret}`.match(/.{1,9}/g)! });
      expect((await readAnswer(model, input)).declined).toBe(true);
    }
    for (const said of [restrictions.match(/“(.*)”/)![1]!, hits[0]!.passage.text]) {
      provider.next({ kind: 'text', deltas: said.match(/.{1,9}/g)! });
      expect(await readAnswer(model, input)).toMatchObject({ text: said, declined: false });
    }
    const known = { ...answerProfile, personality: hits[0]!.passage.text };
    provider.next({ kind: 'text', deltas: [hits[0]!.passage.text] });
    const repeated = await readAnswer(model, inputOf({ voice: { ...inputOf().voice, answerProfile: known } }, hits));
    expect(repeated.declined).toBe(false);
  });

  test('is charged by an estimate when the provider returns no token counts', async () => {
    provider.next({ kind: 'text', deltas: ['x'.repeat(36)], usage: null });
    const { spent } = await readAnswer(modelOf());
    expect(spent.outputTokens).toBe(10);
    const sent = provider.requests[0]!.instructions.length + provider.requests[0]!.prompt.length;
    expect(spent.inputTokens).toBe(Math.ceil(sent / 3.6));
  });

  test('never costs more than its reservation', async () => {
    const model = modelOf();
    const { spent } = await readAnswer(model);
    expect(spent.cost).toBeGreaterThan(0);
    expect(model.estimate(inputOf())).toBeGreaterThanOrEqual(spent.cost);
  });

  test('needs no key when the server requires none', async () => {
    const { failure } = await readAnswer(modelOf({ keys: [] }));
    expect([failure, provider.requests[0]!.headers.authorization]).toEqual([null, undefined]);
  });

  test('leaves out the thoughts of an open model', async () => {
    provider.next({ kind: 'text', deltas: ['<thi', 'nk>hmm, preço', '</think>', 'Custa R$ 12,90.'] });
    expect((await readAnswer(modelOf())).text).toBe('Custa R$ 12,90.');
  });

  test('is null without passages', () => {
    expect(modelOf().answer(inputOf({}, []))).toBeNull();
  });

  test('cites only the best passages as sources', async () => {
    const hits = [hitOf({ contentId: 'a' }, 9), hitOf({ contentId: 'b' }, 8.5), hitOf({ contentId: 'c' }, 4)];
    const { answering } = await readAnswer(modelOf(), inputOf({}, hits));
    expect(answering.used.map(({ passage }) => passage.contentId)).toEqual(['a', 'b']);
    expect(provider.requests[0]!.prompt).toContain('[3] Entregas');
  });
});

describe('keys', () => {
  const keys = ['chave-um', 'chave-dois'];
  const used = () => provider.requests.map(({ headers }) => headers.authorization);

  test.each([401, 403, 429])('tries the next key after %i', async (status) => {
    provider.next(refusal(status, 'no'), { kind: 'text', deltas: ['Olá, tudo certo por aqui.'] });
    const { text, failure } = await readAnswer(modelOf({ keys }));
    expect([text, failure]).toEqual(['Olá, tudo certo por aqui.', null]);
    expect(used()).toEqual(['Bearer chave-um', 'Bearer chave-dois']);
  });

  test('fails without revealing a key when all are refused', async () => {
    const providerMessage = 'Incorrect API key provided: chave-um. You sent sk-abcd1234efgh5678.';
    provider.next(refusal(401, providerMessage), refusal(401, providerMessage));
    const { failure, spent } = await readAnswer(modelOf({ keys }));
    expect(failure).toMatchObject({ reason: 'key_refused', status: 401 });
    expect(`${failure} ${(failure as ProviderError).detail}`).not.toMatch(/chave-um|abcd1234/);
    expect(spent).toEqual({ inputTokens: 0, outputTokens: 0, cost: 0 });
  });

  test('never puts the conversation or a key into an error', async () => {
    for (const script of [refusal(500, 'boom'), refusal(400, 'no'), { kind: 'cut', after: 3 } as const]) {
      provider.next(script);
      const { failure } = await readAnswer(modelOf());
      expect(failure).toBeInstanceOf(ProviderError);
      expect(inspect(failure, { depth: 9, showHidden: true })).not.toMatch(/Quanto custa|Você é Lia|chave-um/);
    }
    const { failure } = await readAnswer(modelOf({ keys: ['“chave-um”'] }));
    expect(failure).toMatchObject({ reason: 'key_refused' });
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain('chave-um');
  });

  test('does not try another key after a server error', async () => {
    provider.next(refusal(500, 'boom'));
    expect((await readAnswer(modelOf({ keys }))).failure).toMatchObject({ reason: 'unavailable', status: 500 });
    expect(used()).toHaveLength(1);
  });
});

describe('error reasons', () => {
  test.each([
    [429, 'slow down', 'rate_limited'],
    [402, 'insufficient balance', 'rate_limited'],
    [404, 'no such model', 'unknown_model'],
    [400, 'context length exceeded', 'bad_request'],
    [400, 'API key not valid. Please pass a valid API key.', 'key_refused'],
    [503, 'overloaded', 'unavailable'],
    [504, 'upstream', 'timeout'],
  ])('maps %i (%s) to %s', async (status, message, reason) => {
    provider.next(refusal(status, message));
    const { text, failure } = await readAnswer(modelOf());
    expect(failure).toBeInstanceOf(ProviderError);
    expect(failure).toMatchObject({ reason, status, detail: message });
    expect(text).toBe('');
  });

  test('reports an error inside the stream before the first word', async () => {
    const event = JSON.stringify({ error: { message: 'Rate limit reached', type: 'requests', code: 'rate_limit' } });
    provider.next({ kind: 'raw', body: `data: ${event}\n\n` });
    expect((await readAnswer(modelOf())).failure).toMatchObject({ reason: 'rate_limited' });
  });

  test('reports an address without a model', async () => {
    provider.next({ kind: 'raw', body: '<html>olá</html>' });
    expect((await readAnswer(modelOf())).failure).toBeInstanceOf(ProviderError);
  });

  test('reports a timeout and closes the connection when the provider is silent', async () => {
    provider.next({ kind: 'hang' });
    const start = performance.now();
    const { failure } = await readAnswer(modelOf());
    expect(failure).toMatchObject({ reason: 'timeout' });
    expect(performance.now() - start).toBeLessThan(10_000);
    await expect.poll(() => provider.requests[0]!.closedAt).not.toBeNull();
  });

  test('reports a timeout after the received text when the provider stops', async () => {
    provider.next({ kind: 'text', deltas: ['A entrega custa ', 'R$ 12,90.'], delayMs: 300 });
    const { failure, text } = await readAnswer(modelOf({}, { ...SHORT, gapMs: 150 }));
    expect([text.trim(), (failure as ProviderError).reason]).toEqual(['A entrega custa', 'timeout']);
  });

  test('reports a timeout when the answer never ends', async () => {
    provider.next({ kind: 'slow', perDeltaMs: 150 });
    const { failure, pieces } = await readAnswer(modelOf({}, { firstTokenMs: 400, gapMs: 400, totalMs: 800 }));
    expect(failure).toMatchObject({ reason: 'timeout' });
    expect(pieces.length).toBeGreaterThan(0);
  });

  test('does not blame the provider for a slow reader', async () => {
    provider.next({ kind: 'text', deltas: ['A entrega custa ', 'R$ 12,90 no ', 'centro.'] });
    const answering = modelOf({}, { firstTokenMs: 400, gapMs: 100, totalMs: 3_000 }).answer(inputOf())!;
    let text = '';
    for await (const piece of answering.stream(new AbortController().signal)) {
      text += piece;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    expect(text).toBe('A entrega custa R$ 12,90 no centro.');
  });

  test('reports an empty answer', async () => {
    provider.next({ kind: 'empty' });
    expect((await readAnswer(modelOf())).failure).toMatchObject({ reason: 'empty' });
  });

  test('reports a connection lost before the first word as unavailable', async () => {
    provider.next({ kind: 'cut', after: 0 });
    const { text, failure } = await readAnswer(modelOf());
    expect([text, (failure as ProviderError).reason]).toEqual(['', 'unavailable']);
  });

  test('reports a connection lost in the middle as cut and keeps the received text', async () => {
    provider.next({ kind: 'cut', after: 6 });
    const { text, failure, spent } = await readAnswer(modelOf());
    expect(text.trim()).toBe('A entrega custa R$ 12,90 e');
    expect(failure).toMatchObject({ reason: 'cut' });
    expect(spent.cost).toBeGreaterThan(0);
  });

  test('reports a stream that closes before its answer ends as cut', async () => {
    const chunk = JSON.stringify({ choices: [{ index: 0, delta: { content: 'A entrega custa ' } }] });
    provider.next({ kind: 'raw', body: `data: ${chunk}\n\n` });
    expect((await readAnswer(modelOf())).failure).toMatchObject({ reason: 'cut' });
  });

  test.each([
    ['A entrega leva três', 'A entrega leva três…'],
    ['A entrega leva três dias úteis.', 'A entrega leva três dias úteis. …'],
  ])('marks the end of an answer that reaches the maximum length: %s', async (written, shown) => {
    provider.next({ kind: 'text', deltas: written.match(/\S+\s*/g)!, finish: 'length' });
    const { text, failure } = await readAnswer(modelOf());
    expect([text, failure]).toEqual([shown, null]);
  });

  test('does not call a private address', async () => {
    const closed = outboundTo();
    const config = configOf({ baseUrl: provider.baseUrl });
    expect((await readAnswer(providerModel(config, closed))).failure).toMatchObject({ reason: 'address_refused' });
    expect(provider.requests).toEqual([]);
    await closed.close();
  });
});

describe('a visitor who disconnects', () => {
  test("closes the provider's connection within 2 s, and the answer ends without an error", async () => {
    provider.next({ kind: 'slow', perDeltaMs: 200 });
    const leaving = new AbortController();
    const answering = modelOf().answer(inputOf())!;
    let left = 0;
    let text = '';
    for await (const piece of answering.stream(leaving.signal)) {
      text += piece;
      if (left === 0 && text.length > 12) {
        left = performance.now();
        leaving.abort();
      }
    }
    expect(performance.now() - left).toBeLessThan(500);
    await expect.poll(() => provider.requests[0]!.closedAt, { timeout: 2_000 }).not.toBeNull();
    expect(provider.requests[0]!.closedAt! - left).toBeLessThan(2_000);
    expect(answering.spent().cost).toBeGreaterThan(0);
  });

  test('closes the connection even while a piece is waiting to be read', async () => {
    provider.next({ kind: 'slow', perDeltaMs: 150 });
    const leaving = new AbortController();
    const reading = modelOf().answer(inputOf())!.stream(leaving.signal)[Symbol.asyncIterator]();
    expect((await reading.next()).done).toBe(false);
    leaving.abort();
    await expect.poll(() => provider.requests[0]!.closedAt, { timeout: 700 }).not.toBeNull();
    expect((await reading.next()).done).toBe(true);
  });

  test('before the first word closes the connection, and no other key is tried', async () => {
    provider.next({ kind: 'hang' });
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(), 100);
    const { failure, text } = await readAnswer(modelOf({ keys: ['a', 'b'] }), inputOf(), leaving.signal);
    expect([failure, text]).toEqual([null, '']);
    await expect.poll(() => provider.requests[0]!.closedAt, { timeout: 2_000 }).not.toBeNull();
    expect(provider.requests).toHaveLength(1);
  });

  test('by reading no further closes the connection', async () => {
    provider.next({ kind: 'slow', perDeltaMs: 100 });
    for await (const _ of modelOf().answer(inputOf())!.stream(new AbortController().signal)) break;
    await expect.poll(() => provider.requests[0]!.closedAt, { timeout: 2_000 }).not.toBeNull();
  });
});

describe('an answer that the passages do not contain', () => {
  test.each([
    ['whole', ['[[SEM_RESPOSTA]]']],
    ['split over several pieces', ['[', '[SE', 'M_RESP', 'OSTA]', ']']],
    ['after an excuse', ['Desculpe, não ', 'encontrei essa informação. ', '[[SEM_RESPOSTA]]']],
  ])('is declined: marker %s', async (_, deltas) => {
    provider.next({ kind: 'text', deltas });
    const { text, declined, failure, spent } = await readAnswer(modelOf());
    expect({ text, declined, failure }).toEqual({ text: '', declined: true, failure: null });
    expect(spent.cost).toBeGreaterThan(0);
  });

  test('is declined without waiting for the rest of the stream', async () => {
    provider.next({ kind: 'text', deltas: ['[[SEM_RESPOSTA]]', ...new Array(200).fill(' bla bla bla')], delayMs: 100 });
    const start = performance.now();
    const { text, declined } = await readAnswer(modelOf());
    expect([text, declined]).toEqual(['', true]);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test('is declined even when the stream breaks off after the marker', async () => {
    provider.next({ kind: 'text', deltas: ['[[SEM_RESPOSTA]]', ' '], finish: null });
    expect(await readAnswer(modelOf())).toMatchObject({ declined: true, failure: null });
  });
});

test('rounds the cost up to a thousandth of a credit', () => {
  const config = configOf({ inputTokensPerCredit: 3_000, outputTokensPerCredit: 1_000 });
  expect(costOf(config, { inputTokens: 1, outputTokens: 0 })).toBe(1);
  expect(costOf(config, { inputTokens: 3_000, outputTokens: 500 })).toBe(1_500);
  expect(costOf(configOf({}), { inputTokens: 1_000, outputTokens: 100 })).toBe(150);
});
