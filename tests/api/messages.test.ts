import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
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

/* Messages with more than one plain question, as visitors of small businesses write them. */
let server: SharedServer;
let owner: Caller;
const visitorToken = 'o-token-deste-visitante';

const HOURS = ['Qual o horário de funcionamento?', 'De terça a sábado, das 9h às 19h. Domingo das 9h às 13h.'];
const PAYMENT = ['Quais são as formas de pagamento?', 'Aceitamos Pix, boleto e cartão em até 3 vezes.'];
const BOLETO = ['Quanto tempo leva para o boleto compensar?', 'O boleto leva até 2 dias úteis para compensar.'];
const DELIVERY = ['Vocês entregam em casa?', 'Sim, entregamos em Olinda e no Recife. A taxa de entrega é R$ 12,00.'];
const PRICES = ['Quanto custa a torta de morango?', 'A torta de morango custa R$ 80,00.'];
const CHOCOLATE = ['Quanto custa a torta de chocolate?', 'A torta de chocolate custa R$ 75,00.'];
const EXCHANGE = [
  'O produto chegou com defeito, como troco?',
  'Traga o produto com a nota em até 7 dias e trocamos na hora.',
];
const WIFI = ['Tem Wi-Fi para clientes?', 'Sim, a senha da rede está no caixa.'];
const PARKING = ['Vocês têm estacionamento?', 'Temos duas vagas em frente à loja.'];
const FAQS = [HOURS, PAYMENT, BOLETO, DELIVERY, PRICES, CHOCOLATE, EXCHANGE, WIFI, PARKING];

beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
  const { contextId, accountId } = owner;
  await server.services.db.pool.query(`update subscriptions set plan_id = 'business' where account_id = $1`, [
    accountId,
  ]);
  for (const [question, answer] of FAQS) await owner.post('/contents/faq', { contextId, question, answer });
  await until(async () => {
    const { body } = await owner.get(`/contents?contextId=${contextId}&limit=100`);
    return body.data.length === FAQS.length && body.data.every(({ status }: any) => status === 'done');
  });
  const { use: _, ...limits } = (await owner.get('/sessions/me/limits')).body;
  await owner.put('/sessions/me/limits', { ...limits, perMinute: 600 });
});

const send = (body: Record<string, unknown>) =>
  server.call({
    method: 'POST',
    url: `/api/widgets/${owner.contextId}/messages`,
    payload: { visitorToken, ...body },
  });
const dataOf = <E extends keyof ChatEvents>(answer: Answer, name: E) =>
  eventsOf(answer.text).find(({ event }) => event === name)?.data as ChatEvents[E];
const titlesOf = (answer: Answer) => (dataOf(answer, 'sources') ?? []).map(({ title }) => title);

/** Sends the messages in one conversation. Returns the last answer. */
async function converse(...messages: string[]): Promise<Answer> {
  let last = await send({ question: messages[0] });
  const conversationId = dataOf(last, 'conversation').id;
  for (const question of messages.slice(1)) last = await send({ question, conversationId });
  return last;
}

describe('courtesies', () => {
  it.each([
    'Obrigada, adorei o atendimento!',
    'vcs são demais, amei o bolo',
    'Bom dia! Comprei a torta ontem. Ficou maravilhosa, parabéns!',
    'a torta de vocês é a melhor, valeu demais!',
    'gente, a entrega foi super rápida, nota 10, recomendo',
  ])('in free wording are small talk: %s', async (question) => {
    const answer = await send({ question });
    expect(dataOf(answer, 'done')).toMatchObject({ outcome: 'answered', grounded: false });
    const exchange = (await owner.get(`/conversations/${dataOf(answer, 'conversation').id}`)).body.exchanges[0];
    expect(exchange.outcome).toBe('small_talk');
  });

  it.each([
    ['Bom dia! Obrigada, adorei. Vocês abrem domingo?', HOURS],
    ['oi boa tarde vcs entregam em casa obrigada', DELIVERY],
    ['adorei a loja, vocês são demais! aceita cartão?', PAYMENT],
  ])('next to a question do not hide it: %s', async (question, [title]) => {
    const answer = await send({ question });
    expect(titlesOf(answer)).toEqual([title]);
    expect(dataOf(answer, 'done')).toMatchObject({ outcome: 'answered', grounded: true });
  });

  it('do not hide a wish, a negation or a complaint', async () => {
    for (const question of [
      'não gostei do atendimento',
      'obrigada, mas a torta chegou quebrada',
      'adorei, quero trocar',
    ]) {
      const answer = await send({ question });
      const exchange = (await owner.get(`/conversations/${dataOf(answer, 'conversation').id}`)).body.exchanges[0];
      expect(exchange.outcome, question).not.toBe('small_talk');
    }
  });
});

describe('two questions in one message', () => {
  it('get both answers as paragraphs, with both sources', async () => {
    const answer = await send({ question: 'Boa tarde! Vocês abrem domingo? E quanto custa a torta de morango?' });
    expect(titlesOf(answer)).toEqual([HOURS[0], PRICES[0]]);
    expect(textOf(answer).split('\n\n')).toHaveLength(2);
    expect(textOf(answer)).toMatch(/13h[\s\S]*R\$ 80,00/);
    expect(dataOf(answer, 'done')).toMatchObject({ outcome: 'answered', grounded: true });
    expect(dataOf(answer, 'suggestions')).toBeUndefined();
  });

  it('are separated, each with the statement before it', async () => {
    const question = 'moro em Olinda, vocês entregam? ganhei um presente com defeito, como troco?';
    expect(titlesOf(await send({ question }))).toEqual([DELIVERY[0], EXCHANGE[0]]);
  });

  it('may share their verb', async () => {
    const answer = await send({ question: 'bom dia! vocês têm wifi e estacionamento?' });
    expect(titlesOf(answer)).toEqual([WIFI[0], PARKING[0]]);
    expect(textOf(answer)).toMatch(/no caixa\.\n\n.*em frente à loja\.$/);
    // One content answers for both, or one of them is not there.
    expect(titlesOf(await send({ question: 'vocês aceitam boleto ou pix?' }))).toEqual([PAYMENT[0]]);
    expect(titlesOf(await send({ question: 'vocês têm piscina e estacionamento?' }))).not.toContain(WIFI[0]);
  });

  it('about one subject get a single answer', async () => {
    const answer = await send({ question: 'vocês entregam em casa? quanto é a taxa de entrega?' });
    expect(titlesOf(answer)).toEqual([DELIVERY[0]]);
    expect(textOf(answer).split('\n\n')).toHaveLength(1);
  });

  it('get an answer, and a note about the unanswered one', async () => {
    const answer = await send({
      question: 'quanto custa a torta de chocolate? e vocês afinam violão antigo de doze cordas?',
    });
    expect(titlesOf(answer)).toEqual([CHOCOLATE[0]]);
    expect(textOf(answer)).toMatch(
      /R\$ 75,00\.\n\nSobre “vocês afinam violão antigo de doze cordas\?” não encontrei nada por aqui\.$/,
    );
    const polite = await send({ question: 'quanto custa a torta de chocolate? pode ser?' });
    expect(textOf(polite)).not.toContain('não encontrei');
  });

  it('get an answer and a suggestion that can be chosen', async () => {
    const messageId = randomUUID();
    const question = 'quanto custa a torta de chocolate? e posso devolver um presente repetido?';
    const answer = await send({ question, messageId });
    expect(dataOf(answer, 'done')).toMatchObject({ outcome: 'answered', grounded: true });
    expect(titlesOf(answer)).toEqual([CHOCOLATE[0]]);
    expect(textOf(answer)).toMatch(/R\$ 75,00\.\n\nSobre a outra pergunta, talvez ajude:$/);
    const suggestions = dataOf(answer, 'suggestions');
    const offered = suggestions.find(({ label }) => label === EXCHANGE[0]);
    expect(suggestions.map(({ label }) => label)).not.toContain(CHOCOLATE[0]);
    const conversationId = dataOf(answer, 'conversation').id;
    const { contentId, ordinal } = offered!;
    const taken = await send({ conversationId, messageId, chosen: { contentId, ordinal } });
    expect(textOf(taken)).toBe(EXCHANGE[1]);
    // A repeated request and the console also show both.
    const again = await send({ question, messageId, conversationId });
    expect([textOf(again), titlesOf(again)]).toEqual([textOf(answer), titlesOf(answer)]);
    expect(dataOf(again, 'suggestions')).toEqual(suggestions);
    const exchange = (await owner.get(`/conversations/${conversationId}`)).body.exchanges[0];
    expect(exchange).toMatchObject({ outcome: 'answered', suggestions, chosen: { answer: EXCHANGE[1] } });
    const { figures } = (await owner.get('/dashboard?days=today')).body;
    expect(figures.helped).toBeLessThanOrEqual(figures.interactions);
  });
});

describe('a long story', () => {
  it('is answered by the question it contains', async () => {
    const question =
      'Oi gente, sábado passei aí e comprei uma batedeira vermelha pra minha irmã que casou agora em junho e foi morar longe. ' +
      'Quando ela abriu o embrulho veio com defeito, nem liga na tomada, e ela ficou chateada. Dá pra trocar?';
    const answer = await send({ question });
    expect(titlesOf(answer)).toEqual([EXCHANGE[0]]);
    expect(dataOf(answer, 'done')).toMatchObject({ outcome: 'answered', grounded: true });
  });

  it('is not answered by accidental word matches', async () => {
    const other = await send({
      question:
        'Meu vizinho comprou um carro usado semana passada e agora o motor está fumando na ladeira. Ele levou na oficina da esquina ' +
        'e o mecânico disse que precisa retificar tudo. Será que compensa vender assim mesmo?',
    });
    expect(dataOf(other, 'done').outcome).not.toBe('answered');
  });
});

describe('a follow-up question', () => {
  it('without a subject uses the previous one', async () => {
    const answer = await converse('vocês entregam em casa?', 'quanto custa?');
    expect(titlesOf(answer)).toEqual([DELIVERY[0]]);
    expect(textOf(answer)).toContain('R$ 12,00');
  });

  it('asks the same about another thing', async () => {
    expect(titlesOf(await converse('quanto custa a torta de morango?', 'e a de chocolate?'))).toEqual([CHOCOLATE[0]]);
    expect(titlesOf(await converse('quanto tempo leva pra compensar o pix?', 'e no boleto?'))).toEqual([BOLETO[0]]);
  });

  it('keeps its subject across small talk', async () => {
    const answer = await converse('vocês entregam em casa?', 'obrigada, adorei!', 'quanto custa?');
    expect(textOf(answer)).toContain('R$ 12,00');
  });

  it('loses its subject after another question, answered or not', async () => {
    const answer = await converse('vocês entregam em casa?', 'vocês vendem passagem aérea pra Marte?', 'quanto custa?');
    expect(textOf(answer)).not.toContain('R$ 12,00');
    expect(dataOf(answer, 'done').outcome).not.toBe('answered');
    const other = await converse('vocês entregam em casa?', 'quanto custa a torta de morango?', 'e a de chocolate?');
    expect(titlesOf(other)).toEqual([CHOCOLATE[0]]);
  });
});
