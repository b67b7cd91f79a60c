import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chooseModel } from '../support/choose-model.ts';
import { modelInput } from '../support/model-input.ts';
import { type ModelProvider, startModelProvider } from '../support/model-provider.ts';
import { type Caller, eventsOf, startServer, type TestServer, until } from '../support/server.ts';

let provider: ModelProvider;
let server: TestServer;
let owner: Caller;

const FAQS = [
  [
    'Quanto custa a entrega?',
    'A entrega custa R$ 12,90 e leva três dias úteis. Acima de R$ 1.200,00 a entrega é grátis.',
  ],
  ['Qual o horário?', 'Abrimos de segunda a sexta, das 9h às 18h, na Rua das Acácias, 45.'],
] as const;

beforeAll(async () => {
  provider = await startModelProvider();
  server = await startServer({ env: { CRAWL_ALLOW: provider.host } });
  owner = await server.signUp();
  const { contextId } = owner;
  for (const [question, answer] of FAQS) await owner.post('/contents/faq', { contextId, question, answer });
  await until(async () => {
    const { body } = await owner.get(`/contents?contextId=${contextId}`);
    return body.data.length === FAQS.length && body.data.every(({ status }: any) => status === 'done');
  });
  const staff = await server.as(await server.signUp(), 'WM_ADMIN');
  const created = await staff.post('/admin/models', modelInput({ baseUrl: provider.baseUrl }));
  expect(created.status, created.text).toBe(201);
  await chooseModel(staff, created.body.id);
});
afterEach(() => provider.reset());
afterAll(async () => {
  await server.close();
  await provider.close();
});

const wordsOf = (text: string) => text.match(/\S+\s*/g)!;

/**
 * Asks a question that the model answers with this text, word by word. Returns what the visitor sees in the end and
 * everything they saw before.
 */
async function ask(modelText: string | string[], question = 'quanto custa a entrega?') {
  provider.next({ kind: 'text', deltas: Array.isArray(modelText) ? modelText : wordsOf(modelText) });
  const messageId = randomUUID();
  const { text } = await server.call({
    method: 'POST',
    url: `/api/widgets/${owner.contextId}/messages`,
    payload: { question, messageId, visitorToken: 'um-visitante-qualquer' },
  });
  const events = eventsOf(text);
  const dataOf = (name: string) => events.findLast(({ event }) => event === name)?.data;
  let shown = '';
  for (const { event, data } of events) {
    if (event === 'restart') shown = '';
    if (event === 'delta') shown += data.text;
  }
  const ever = events.flatMap(({ event, data }) => (event === 'delta' ? [data.text] : [])).join('');
  const conversation = (await owner.get(`/conversations/${dataOf('conversation').id}`)).body;
  const [exchange] = conversation.exchanges;
  return {
    events,
    text,
    ever,
    shown: shown.trim(),
    done: dataOf('done'),
    sources: dataOf('sources'),
    exchange,
    dataOf,
  };
}

describe('statements of a model', () => {
  it('are shown unchanged when the passages support them in any form', async () => {
    const modelText = 'Claro! A entrega custa 12 reais e 90 centavos e chega em 3 dias úteis. Abrimos às 09:00.';
    const { shown, done, exchange } = await ask(modelText);
    expect(shown).toBe(modelText);
    expect(done).toMatchObject({ outcome: 'answered', grounded: true });
    expect(done).not.toHaveProperty('corrected');
    expect(exchange.reasons).not.toHaveProperty('heldBack');
  });

  it('are removed when unsupported: the sentence is withdrawn, and the reasons list it', async () => {
    const { ever, shown, done, exchange, sources, events } = await ask(
      'A entrega custa R$ 12,90. Para o Norte ela sai por R$ 37,50. Leva três dias úteis.',
    );
    expect(shown).toBe('A entrega custa R$ 12,90. Leva três dias úteis.');
    expect(ever).not.toContain('37,50');
    expect(done).toMatchObject({ outcome: 'answered', grounded: true, corrected: true });
    expect(events.filter(({ event }) => event === 'restart')).toHaveLength(1);
    expect(sources.length).toBeGreaterThan(0);
    expect(exchange.answer.trim()).toBe(shown);
    expect(exchange.reasons.heldBack).toEqual([
      { sentence: 'Para o Norte ela sai por R$ 37,50.', claims: [{ kind: 'price', text: 'R$ 37,50' }] },
    ]);
  });

  it('are corrected with at most one restart: afterwards only complete sentences are shown', async () => {
    const { shown, events } = await ask(
      'A entrega leva 9 dias. Leva três dias úteis. Ela passa por Manaus. Custa R$ 12,90.',
    );
    expect(shown).toBe('Leva três dias úteis. Custa R$ 12,90.');
    expect(events.filter(({ event }) => event === 'restart')).toHaveLength(1);
  });

  it('are replaced by suggestions when none is supported', async () => {
    const { shown, done, dataOf, exchange } = await ask('Claro! A entrega custa R$ 15,00. Posso ajudar em algo mais?');
    expect(shown).toMatch(/^Não encontrei exatamente isso/);
    expect(done).toMatchObject({ outcome: 'suggested', grounded: false, corrected: true });
    expect(dataOf('suggestions')[0]).toMatchObject({ label: 'Quanto custa a entrega?' });
    expect(exchange).toMatchObject({ outcome: 'suggested', sources: [] });
    expect(exchange.reasons.heldBack).toHaveLength(1);
    // The provider's work is charged all the same.
    expect(exchange.cost ?? exchange.credits).toBeGreaterThan(0);
  });

  it('are replaced by the default message when none is supported and nothing is similar', async () => {
    const { shown, done } = await ask('Foi Pedro Cabral, em 1500.', 'quem descobriu o Brasil de dia?');
    expect(done).toMatchObject({ outcome: 'unknown', grounded: false });
    expect(shown).toMatch(/^Não encontrei essa informação/);
  });

  it('are not checked in a question back', async () => {
    const modelText = '[[PERGUNTA_DE_VOLTA]] É para Olinda ou para Recife, até 5 kg?';
    const { shown, done } = await ask(modelText);
    expect(shown).toBe('É para Olinda ou para Recife, até 5 kg?');
    expect(done).not.toHaveProperty('corrected');
  });

  it('may repeat what the visitor wrote', async () => {
    const { shown } = await ask('Para Olinda a entrega custa R$ 12,90.', 'quanto custa a entrega pra olinda?');
    expect(shown).toBe('Para Olinda a entrega custa R$ 12,90.');
  });
});

describe('a hostile model', () => {
  const LINK = 'Veja em https://golpe.example.com/pix agora.';
  it.each<[string, string | string[]]>([
    ['a link, letter by letter', [...LINK]],
    ['a link in Markdown', 'Veja [o site da loja](https://golpe.example.com/pix).'],
    ['a link in Markdown, letter by letter', [...'Veja [o site da loja](https://golpe.example.com/pix).']],
    ['a link in a question', 'Já viu https://golpe.example.com/pix?'],
    ['a link of another host behind a known name', 'Veja https://loja.com.br@golpe.example.com/pix.'],
    ['a link in a question back', '[[PERGUNTA_DE_VOLTA]] Pode ser por golpe.example.com/pix?'],
    ['a script', 'Veja [aqui](javascript:golpe.example).'],
  ])('cannot show %s', async (_what, modelText) => {
    const { text } = await ask(modelText);
    expect(text).not.toContain('golpe');
  });

  it.each([
    ['hidden letters inside', 'A entrega custa R$ 1\u200b5,\u2060\u00ad90.'],
    ['digits of another width', 'A entrega custa R$ １５,９０.'],
    ['digits of another script', 'A entrega custa R$ ١٥,٩٠.'],
  ])('cannot show a price with %s', async (_what, modelText) => {
    const { exchange, ever } = await ask([...modelText]);
    expect(exchange.reasons.heldBack).toEqual([
      { sentence: 'A entrega custa R$ 15,90.', claims: [{ kind: 'price', text: 'R$ 15,90' }] },
    ]);
    expect(ever).not.toMatch(/[１١]|15/);
  });

  it('cannot show or buffer an endless sentence', async () => {
    const endless = `A entrega custa R$ 15,90 ${'e chega a todo lugar do bairro '.repeat(40)}`;
    const { shown, exchange } = await ask(`${endless}\nLeva três dias úteis.`);
    expect(shown).toBe('Leva três dias úteis.');
    expect(exchange.reasons.heldBack[0].sentence.length).toBeLessThanOrEqual(300);
  });

  it('can stream a long sentence without facts', async () => {
    const endless = `A entrega ${'chega a todo lugar do bairro e '.repeat(60)}pronto`;
    const { shown, events } = await ask(endless);
    expect(shown).toBe(endless);
    expect(events.filter(({ event }) => event === 'delta').length).toBeGreaterThan(200);
  });
});
