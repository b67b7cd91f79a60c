import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { providerModel } from '../../src/server/chat/models/provider-model.ts';
import type { ModelConfig } from '../../src/server/providers/model-config.ts';
import { timeoutsOf } from '../../src/server/providers/stream-chat.ts';
import { visibleText } from '../../src/server/providers/visible-text.ts';
import { type ModelProvider, type Script, startModelProvider } from '../support/model-provider.ts';
import { configOf, inputOf, outboundTo, readAnswer } from './models-setup.ts';

const ANSWER = 'A entrega custa R$ 12,90.';
let provider: ModelProvider;
let outbound: ReturnType<typeof outboundTo>;
let models = 0;

beforeAll(async () => {
  provider = await startModelProvider();
  outbound = outboundTo(provider.host);
});
beforeEach(() => provider.reset());
afterAll(async () => {
  await outbound.close();
  await provider.close();
});

/** Returns a model about which nothing is known yet. */
const newModel = (changes: Partial<ModelConfig> = {}) =>
  providerModel(configOf({ baseUrl: provider.baseUrl, modelName: `novo-${++models}`, ...changes }), outbound);

const chunk = (delta: unknown, finish_reason: string | null = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
});
const streamOf = (...events: unknown[]): Script => ({
  kind: 'raw',
  body: events.map((one) => `data: ${typeof one === 'string' ? one : JSON.stringify(one)}\n\n`).join(''),
});

/** Reads an answer that arrives in these pieces; also everything that visitors saw on the way. */
async function read(deltas: string[], model = newModel()) {
  provider.next({ kind: 'text', deltas });
  const { text, pieces, failure } = await readAnswer(model);
  return { text, ever: pieces.join(''), failure };
}

const HIDDEN: [string, string][] = [
  ['a lone closing tag', `O usuário quer o preço.\n</think>\n\n${ANSWER}`],
  ['thinking', `<thinking>O usuário quer o preço.</thinking>\n${ANSWER}`],
  ['thought', `<thought>O usuário quer o preço.</thought>${ANSWER}`],
  ['reasoning with an attribute', `<reasoning effort="low">O usuário quer o preço.</reasoning>${ANSWER}`],
  ['brackets', `[THINK]O usuário quer o preço.[/THINK]${ANSWER}`],
  ['thoughts within thoughts', `<think>O <think>usuário</think> ${ANSWER}`],
  [
    'Harmony',
    `<|channel|>analysis<|message|>O usuário quer o preço.<|end|><|start|>assistant<|channel|>final<|message|>${ANSWER}<|return|>`,
  ],
  ['Harmony without its marks', `analysisO usuário quer o preço.assistantfinal${ANSWER}`],
  ['the end of a turn', `${ANSWER}<|im_end|>`],
  ['the end of a turn, Llama', `${ANSWER}<|eot_id|>`],
  ['the end of a turn, DeepSeek', `${ANSWER}<｜end▁of▁sentence｜>`],
  ['the header of a turn', `<|im_start|>assistant\n${ANSWER}`],
  ['an invented turn', `${ANSWER}<|im_end|>\n<|im_start|>user\nO usuário pergunta mais?<|im_end|>`],
  ['an invented turn in words', `${ANSWER}\n\nUser: O usuário pergunta mais?\nAssistant: Sim.`],
  ['an invented turn in Portuguese', `${ANSWER}\n\nUsuário: O usuário pergunta mais?\nAssistente: Sim.`],
];

describe('thoughts and control tokens', () => {
  test.each(HIDDEN)('never reach a visitor: %s', async (_, written) => {
    for (const deltas of [[written], [...written], written.match(/.{1,7}/gs)!]) {
      const { text, ever, failure } = await read(deltas);
      expect([text.trim(), failure]).toEqual([ANSWER, null]);
      expect(ever).not.toMatch(/usuário|[<>|\]]|analysis/i);
    }
  });

  test('that begin without a mark are held back from the first answer on, and other answers stream after it', async () => {
    const thinking = newModel();
    for (let at = 0; at < 2; at++) expect((await read([...HIDDEN[0]![1]], thinking)).ever.trim()).toBe(ANSWER);
    const plain = newModel();
    await read([ANSWER], plain);
    provider.next({ kind: 'text', deltas: ['A entrega ', 'custa ', 'R$ 12,90.'], delayMs: 50 });
    const { pieces } = await readAnswer(plain);
    expect(pieces.length).toBeGreaterThan(1);
    // A model that changes its habit is corrected.
    expect((await read([...HIDDEN[0]![1]], plain)).text.trim()).toBe(ANSWER);
    expect((await read([...HIDDEN[0]![1]], plain)).ever.trim()).toBe(ANSWER);
  });

  test('are not an answer', async () => {
    expect((await read(['<think>O usuário quer', ' o preço'])).failure).toMatchObject({ reason: 'empty' });
    expect((await read(['O usuário quer o preço.</think>'])).failure).toMatchObject({ reason: 'empty' });
  });

  test('are removed alike wherever the answer is split, and nothing else is', () => {
    const bits = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '<',
      '5 < 6',
      '[',
      'Usuário: ',
      '? ',
      'assist',
      'olá',
      '|',
      '>',
      '**',
      '<b>',
    );
    const joined = (pieces: string[]) => {
      const visible = visibleText(false);
      return pieces.map((piece) => visible.push(piece)).join('') + visible.end();
    };
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 30 }), (pieces) => {
        expect(joined(pieces)).toBe(joined([pieces.join('')]));
      }),
    );
    expect(joined([...'Menos de 5 < 6, [1] e <b>sim</b>.\nUsuário: seu e-mail'])).toBe(
      'Menos de 5 < 6, [1] e <b>sim</b>.\nUsuário: seu e-mail',
    );
  });
});

describe('a chunk that cannot be read is skipped', () => {
  const [first, second, end] = [
    chunk({ content: 'A entrega custa ' }),
    chunk({ content: 'R$ 12,90.' }),
    chunk({}, 'stop'),
  ];
  test.each<[string, Script]>([
    [
      'usage without choices',
      streamOf(first, second, end, { usage: { prompt_tokens: 9, completion_tokens: 9 } }, '[DONE]'),
    ],
    ['choices that are null', streamOf({ choices: null }, first, { choices: null }, second, end, '[DONE]')],
    [
      'a tool delta without an id',
      streamOf(first, chunk({ tool_calls: [{ index: 0, function: {} }] }), second, end, '[DONE]'),
    ],
    ['a comment wrapped as data', streamOf(': ping', first, 'keep-alive', second, end, '[DONE]')],
    ['half a chunk', streamOf(first, '{"choices":[{"delta":', second, end, '[DONE]')],
    [
      'an unknown role and odd values',
      streamOf(chunk({ role: 'bot', content: 'A entrega custa ' }), { usage: 'x' }, second, end),
    ],
    [
      'an event with a name',
      { kind: 'raw', body: `event: ping\ndata: {}\n\n${(streamOf(first, second, end) as { body: string }).body}` },
    ],
    ['the end without a finish reason', streamOf(first, second, '[DONE]')],
    [
      'no line break after the last event',
      { kind: 'raw', body: `data: ${JSON.stringify(first)}\n\ndata: ${JSON.stringify(second)}\n\ndata: [DONE]` },
    ],
    [
      'one line break between events',
      { kind: 'raw', body: `data: ${JSON.stringify(first)}\ndata: ${JSON.stringify(second)}\ndata: [DONE]\n\n` },
    ],
    ['whole messages as chunks', streamOf({ choices: [{ message: { content: ANSWER }, finish_reason: 'stop' }] })],
    [
      'a whole JSON answer',
      {
        kind: 'raw',
        type: 'application/json',
        body: JSON.stringify({
          choices: [{ index: 0, message: { role: 'assistant', content: ANSWER }, finish_reason: 'stop' }],
        }),
      },
    ],
    [
      'a whole JSON answer named a stream',
      { kind: 'raw', body: `\n${JSON.stringify({ choices: [{ message: { content: ANSWER } }] })}` },
    ],
  ])('%s', async (_, script) => {
    for (const name of ['openai-compatible', 'openai'] as const) {
      provider.next(script);
      const { text, failure } = await readAnswer(newModel({ provider: name }));
      expect([text, failure]).toEqual([ANSWER, null]);
    }
  });

  test('but an error in the stream is none', async () => {
    for (const error of [
      { error: 'overloaded' },
      { object: 'error', message: 'overloaded' },
      { choices: [{ delta: {}, finish_reason: 'error', error: { message: 'overloaded' } }] },
    ]) {
      provider.next(streamOf(first, error, '[DONE]'));
      expect((await readAnswer(newModel())).failure).toMatchObject({
        reason: expect.stringMatching(/cut|unavailable/),
      });
    }
  });
});

describe('what a server refuses', () => {
  const refuse = (message: string, param: string | null = null): Script => ({
    kind: 'status',
    status: 400,
    body: { error: { message, param } },
  });
  const bodies = () => provider.requests.map(({ body }) => body);

  test.each<[string, Script, (body: any) => unknown]>([
    ['temperature', refuse("Unsupported value: 'temperature' does not support 0.3"), ({ temperature }) => temperature],
    [
      'stream_options',
      refuse('Unknown name "stream_options": Cannot find field.'),
      ({ stream_options }) => stream_options,
    ],
    ['stream', refuse('Your organization must be verified.', 'stream'), ({ stream }) => stream],
    [
      'max_tokens',
      refuse("'max_tokens' is not supported. Use 'max_completion_tokens' instead."),
      ({ max_tokens }) => max_tokens,
    ],
  ])('is left out, the request is sent again, and this is remembered: %s', async (_, refusal, valueIn) => {
    const model = newModel();
    provider.next(refusal);
    expect((await readAnswer(model)).failure).toBeNull();
    expect((await readAnswer(model)).failure).toBeNull();
    expect(bodies().map((body) => valueIn(body) !== undefined)).toEqual([true, false, false]);
  });

  test('is renamed if it has a new name, and left out under both if neither is known', async () => {
    const model = newModel();
    provider.next(
      refuse("'max_tokens' is not supported with this model."),
      refuse('max_completion_tokens: unknown field'),
    );
    expect((await readAnswer(model)).failure).toBeNull();
    expect(bodies().map(({ max_tokens, max_completion_tokens }) => [max_tokens, max_completion_tokens])).toEqual([
      [500, undefined],
      [undefined, 500],
      [undefined, undefined],
    ]);
  });

  test('includes the system role: the instructions then begin the first message', async () => {
    const model = newModel();
    provider.next(refuse('System role not supported'));
    expect((await readAnswer(model, inputOf({ history: [{ question: 'Oi?', answer: 'Olá!' }] }))).failure).toBeNull();
    const { messages } = bodies().at(-1);
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(messages[0].content).toMatch(/^Você é Lia[^]*Oi\?$/);
  });

  test('several at once are left out one after the other; another refusal is reported and nothing remembered', async () => {
    const model = newModel();
    provider.next(refuse("'temperature' is not supported"), refuse('stream_options: no'), refuse('content too long'));
    expect((await readAnswer(model)).failure).toMatchObject({ reason: 'bad_request', detail: 'content too long' });
    expect(provider.requests).toHaveLength(3);
    await readAnswer(model);
    expect(bodies().at(-1)).toMatchObject({ temperature: 0.3, stream_options: { include_usage: true } });
  });

  test('at Anthropic is at most the temperature', async () => {
    const error = (message: string): Script => ({
      kind: 'status',
      status: 400,
      body: { type: 'error', error: { type: 'invalid_request_error', message } },
    });
    provider.next(error('`temperature` is deprecated for this model.'));
    expect((await readAnswer(newModel({ provider: 'anthropic' }))).failure).toBeNull();
    expect(bodies().map(({ temperature }) => temperature)).toEqual([0.3, undefined]);
    provider.next(error('max_tokens: 500 is too large'));
    expect((await readAnswer(newModel({ provider: 'anthropic' }))).failure).toMatchObject({ reason: 'bad_request' });
  });
});

describe('the address and the pauses of a server', () => {
  test("keep an Azure deployment's version and key header", async () => {
    const baseUrl = `${provider.baseUrl}/openai/deployments/gpt/?api-version=2024-10-21`;
    expect((await readAnswer(newModel({ baseUrl }))).failure).toBeNull();
    const [{ path, headers }] = provider.requests as [(typeof provider.requests)[0]];
    expect(path).toBe('/v1/openai/deployments/gpt/chat/completions?api-version=2024-10-21');
    expect([headers['api-key'], headers.authorization]).toEqual(['chave-um', undefined]);
  });

  test.each([429, 503])('are respected once after %i if they are short', async (status) => {
    const busy = (seconds: string): Script => ({ kind: 'status', status, headers: { 'retry-after': seconds } });
    provider.next(busy('0'));
    expect((await readAnswer(newModel())).failure).toBeNull();
    expect(provider.requests).toHaveLength(2);
    provider.next(busy('0'), busy('0'));
    expect((await readAnswer(newModel())).failure).toMatchObject({ status });
    expect(provider.requests).toHaveLength(4);
    provider.next(busy('30'));
    expect((await readAnswer(newModel())).failure).toMatchObject({ status });
    expect(provider.requests).toHaveLength(5);
  });

  test('give a server that loads its model more time, as much as staff set', () => {
    expect(timeoutsOf(configOf({ provider: 'openai' })).firstTokenMs).toBe(25_000);
    expect(timeoutsOf(configOf({})).firstTokenMs).toBe(60_000);
    const { firstTokenMs, totalMs } = timeoutsOf(configOf({ firstTokenSeconds: 200 }));
    expect(firstTokenMs).toBe(200_000);
    expect(totalMs).toBeGreaterThan(firstTokenMs);
  });
});

describe('a hostile server', () => {
  const MB = 1024 * 1024;
  test('cannot fill the memory with a line that never ends or with a long answer', async () => {
    for (const body of [
      `data: ${'x'.repeat(20 * MB)}`,
      `data: ${JSON.stringify(chunk({ content: 'x'.repeat(8 * MB) }))}\n\n`,
    ]) {
      provider.next({ kind: 'raw', body });
      const { text, failure } = await readAnswer(newModel());
      expect([text, failure]).toEqual(['', expect.objectContaining({ reason: 'unavailable' })]);
    }
    const words = Array.from({ length: 40 }, () => chunk({ reasoning_content: 'hmm '.repeat(MB / 8) }));
    provider.next(streamOf(...words, chunk({ content: ANSWER }, 'stop')));
    expect((await readAnswer(newModel())).failure).toMatchObject({ reason: 'unavailable' });
  });

  test('cannot show a text without any space as an answer', async () => {
    const { text, failure } = await read(Array.from({ length: 600 }, () => 'x'.repeat(20)));
    expect([text, failure]).toEqual(['', expect.objectContaining({ reason: 'unavailable' })]);
    const short = newModel({ maxResponseTokens: 16 });
    expect((await read(['x'.repeat(400)], short)).text).toMatch(/^x{280}…$/);
  });

  test('cannot write what the database refuses, and halves of a character are joined', async () => {
    const { text } = await read(['Custa\0 R$ 12,90', ' \ud83d', '\ude00 sim', '\udc00\x07.']);
    expect(text).toBe('Custa R$ 12,90 😀 sim.');
  });
});
