import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EmbedOptions, embedTexts } from '../../src/server/providers/embed-texts.ts';
import { cosineSimilarity, quantize } from '../../src/server/providers/embedding-vector.ts';
import type { ModelConfig } from '../../src/server/providers/model-config.ts';
import { type ModelProvider, startModelProvider } from '../support/model-provider.ts';
import { configOf, outboundTo } from './models-setup.ts';

let provider: ModelProvider;
let outbound: ReturnType<typeof outboundTo>;

beforeAll(async () => {
  provider = await startModelProvider({ synonyms: { frete: 'entrega' } });
  outbound = outboundTo(provider.host);
});
beforeEach(() => provider.reset());
afterAll(async () => {
  await outbound.close();
  await provider.close();
});

function embed(texts: readonly string[], changes: Partial<ModelConfig> = {}, options: Partial<EmbedOptions> = {}) {
  const config = configOf({ kind: 'embedding', baseUrl: provider.baseUrl, ...changes });
  return embedTexts(config, outbound, texts, { signal: new AbortController().signal, backoffMs: 20, ...options });
}

const sizes = () => provider.requests.map(({ body }) => body.input.length);
const status = (code: number, headers: Record<string, string> = {}) =>
  ({ kind: 'status', status: code, headers }) as const;

describe('embeddings', () => {
  test('are integer vectors in the order of the texts, and similar for similar texts', async () => {
    const texts = ['Quanto custa o frete?', 'Qual é o valor da entrega?', 'Vocês vendem sofá-cama?'];
    const vectors = await embed(texts);
    expect(vectors.map((vector) => vector.constructor)).toEqual([Int8Array, Int8Array, Int8Array]);
    const [one, two, three] = vectors as [Int8Array, Int8Array, Int8Array];
    expect(cosineSimilarity(one, two)).toBeGreaterThan(cosineSimilarity(one, three) + 0.2);
    const [alone] = await embed([texts[2]!]);
    expect(alone).toEqual(three);
    expect(Math.sqrt(one.reduce((sum, part) => sum + part * part, 0)) / 127).toBeCloseTo(1, 1);
  });

  test('are requested in batches of at most 64 texts and a maximum number of characters', async () => {
    const short = Array.from({ length: 150 }, (_, at) => `texto número ${at}`);
    const vectors = await embed(short);
    expect([vectors.length, sizes()]).toEqual([150, [64, 64, 22]]);
    provider.reset();
    await embed(Array.from({ length: 10 }, () => 'palavra '.repeat(1_500)));
    expect(sizes()).toEqual([5, 5]);
  });

  test('of no texts need no request', async () => {
    expect(await embed([])).toEqual([]);
    expect(provider.requests).toEqual([]);
  });

  test('of an empty text are requested with a placeholder', async () => {
    expect(await embed(['', '  '])).toHaveLength(2);
    expect(provider.requests[0]!.body.input).toEqual(['-', '-']);
  });

  test.each([429, 500, 503])('are retried after %i', async (code) => {
    provider.next(status(code), status(code));
    expect(await embed(['olá'])).toHaveLength(1);
    expect(provider.requests).toHaveLength(3);
  });

  test('fail after the third attempt', async () => {
    provider.next(status(500), status(500), status(500));
    await expect(embed(['olá'])).rejects.toMatchObject({ reason: 'unavailable', status: 500 });
    expect(provider.requests).toHaveLength(3);
  });

  test('are requested only once while a visitor is waiting', async () => {
    provider.next(status(500));
    await expect(embed(['olá'], {}, { maxAttempts: 1 })).rejects.toMatchObject({ reason: 'unavailable' });
    expect(provider.requests).toHaveLength(1);
  });

  test('are retried after a timeout', async () => {
    provider.next({ kind: 'hang' });
    expect(await embed(['olá'], {}, { timeoutMs: 200 })).toHaveLength(1);
    provider.next({ kind: 'hang' });
    await expect(embed(['olá'], {}, { timeoutMs: 200, maxAttempts: 1 })).rejects.toMatchObject({ reason: 'timeout' });
  });

  test('wait for Retry-After, but fail at once when it is too long', async () => {
    provider.next(status(429, { 'retry-after': '1' }));
    const start = performance.now();
    await embed(['olá']);
    expect(performance.now() - start).toBeGreaterThan(990);
    provider.next(status(429, { 'retry-after': '3600' }));
    await expect(embed(['olá'])).rejects.toMatchObject({ reason: 'rate_limited', retryAfterMs: 3_600_000 });
  });

  test('are requested with the next key when a key is refused', async () => {
    provider.next(status(401));
    expect(await embed(['olá'], { keys: ['um', 'dois'] })).toHaveLength(1);
    expect(provider.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer um', 'Bearer dois']);
    provider.next(status(403), status(403));
    await expect(embed(['olá'], { keys: ['um', 'dois'] })).rejects.toMatchObject({ reason: 'key_refused' });
    expect(provider.requests).toHaveLength(4);
  });

  test('are requested in smaller batches when the server rejects the size', async () => {
    provider.next(status(413), status(422));
    const texts = Array.from({ length: 40 }, (_, at) => `texto ${at}`);
    const vectors = await embed(texts);
    expect(sizes()).toEqual([40, 20, 10, 10, 20]);
    expect(vectors[30]).toEqual((await embed([texts[30]!]))[0]);
  });

  test('stop immediately when the request is aborted', async () => {
    provider.next(status(500));
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(new Error('gone')), 50);
    await expect(embed(['olá'], {}, { signal: leaving.signal, backoffMs: 5_000 })).rejects.toThrow('gone');
  });

  test('are not supported by a provider without embeddings', async () => {
    await expect(embed(['olá'], { provider: 'anthropic' })).rejects.toMatchObject({ reason: 'unknown_model' });
  });
});

describe('a quantised vector', () => {
  const parts = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 2, maxLength: 400 });

  test('keeps its direction at any length', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 1_000 }), (vector, factor) => {
        fc.pre(vector.some((part) => part !== 0));
        const scaled = quantize(vector.map((part) => part * factor));
        expect(cosineSimilarity(quantize(vector), scaled)).toBeCloseTo(1, 5);
        expect(Math.max(...scaled.map(Math.abs))).toBeLessThanOrEqual(127);
      }),
    );
  });

  test('keeps similarities within 0.02 in 3,072 dimensions', () => {
    let seed = 1;
    const random = () => ((seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff) / 0x7fffffff) * 2 - 1;
    const dot = (a: number[], b: number[]) => a.reduce((sum, part, at) => sum + part * b[at]!, 0);
    for (let round = 0; round < 30; round++) {
      const one = Array.from({ length: 3_072 }, random);
      const other = one.map((part) => part * (round / 30) + random() * (1 - round / 30));
      const exact = dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
      expect(Math.abs(cosineSimilarity(quantize(one), quantize(other)) - exact)).toBeLessThan(0.02);
    }
  });

  test('of zeros is zeros', () => {
    expect(quantize([0, 0])).toEqual(Int8Array.of(0, 0));
    expect(cosineSimilarity(quantize([0, 0]), quantize([1, 0]))).toBe(0);
  });
});
