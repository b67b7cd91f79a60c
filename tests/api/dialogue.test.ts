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

let server: SharedServer;
let owner: Caller;
const FAQS = [
  ['Quanto custa a revisão completa?', 'A revisão completa custa R$ 180 e inclui lavagem.'],
  ['Vocês entregam em Salvador?', 'Sim, entregamos em Salvador em até 5 dias úteis.'],
  ['As bicicletas elétricas têm garantia?', 'As bicicletas elétricas têm garantia de dois anos.'],
  [
    'Quanto custa o guincho?',
    'Depende do bairro. Centro e Vila Nova: R$ 50. Jardim Europa: R$ 80. Parque das Nações: R$ 110.',
  ],
];

beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
  await publish(owner, FAQS);
  await takeMessages(true);
});

async function publish(by: Caller, faqs: readonly string[][]) {
  const { contextId } = by;
  for (const [question, answer] of faqs) await by.post('/contents/faq', { contextId, question, answer });
  await until(async () => {
    const { body } = await by.get(`/contents?contextId=${contextId}&limit=100`);
    return body.data.length === faqs.length && body.data.every(({ status }: any) => status === 'done');
  });
}

async function takeMessages(takesMessages: boolean) {
  const { use: _, ...limits } = (await owner.get(`/sessions/me/limits?contextId=${owner.contextId}`)).body;
  expect((await owner.put('/sessions/me/limits', { ...limits, takesMessages })).status).toBe(200);
}
const dataOf = <E extends keyof ChatEvents>(answer: Answer, name: E) =>
  eventsOf(answer.text).find(({ event }) => event === name)?.data as ChatEvents[E];

/** Asks the questions in one conversation. Returns the answers. */
const converse = (...questions: readonly string[]) => converseWith(owner, ...questions);

async function converseWith({ contextId }: Caller, ...questions: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const question of questions) {
    const conversationId = answers[0] && dataOf(answers[0], 'conversation').id;
    const url = `/api/widgets/${contextId}/messages`;
    const payload = { question, visitorToken: 'o-token-deste-visitante', ...(conversationId && { conversationId }) };
    answers.push(await server.call({ method: 'POST', url, payload }));
  }
  return answers;
}

test('offers the form with the contact that a visitor leaves unasked', async () => {
  const [answer] = await converse('Ana Paula, 84 99999-0000');
  const contact = { name: 'Ana Paula', whatsapp: '84999990000' };
  expect(dataOf(answer!, 'done')).toMatchObject({ outcome: 'answered', grounded: false, person: {}, contact });
  expect(dataOf(answer!, 'suggestions')).toBeUndefined();
});

test('echoes no contact where visitors cannot leave messages', async () => {
  await takeMessages(false);
  const [answer] = await converse('Ana Paula, 84 99999-0000');
  await takeMessages(true);
  expect(dataOf(answer!, 'done').contact).toBeUndefined();
});

test('does not search for a contact that nobody can take', async () => {
  const other = await server.signUp();
  await publish(other, [['Vocês consertam freios?', 'Sim, consertamos freios.']]);
  const [answer] = await converseWith(other, 'Ana Paula, 84 99999-0000');
  expect(dataOf(answer!, 'done')).toMatchObject({ outcome: 'answered', grounded: false });
  expect(textOf(answer!)).toContain('não anoto contatos');
});

test.each(['beleza', 'blz', 'fechou'])(
  'agrees with "%s" after an answer, and does not say how it is',
  async (message) => {
    const [, reply] = await converse('Quanto custa o guincho?', message);
    expect(textOf(reply!)).not.toMatch(/tudo/i);
  },
);

test.each(['Ana Paula, 84 99999-0000', 'quero encomendar uma bicicleta cargueira'])(
  'gives the telephone of the base to "%s" if no other contact is known',
  async (message) => {
    const other = await server.signUp();
    await publish(other, [['Qual o telefone da loja?', 'O telefone da loja é (84) 3222-1010.']]);
    const [answer] = await converseWith(other, message);
    expect(dataOf(answer!, 'done').person).toBeUndefined();
    expect(textOf(answer!)).toContain('Telefone: (84) 3222-1010');
  },
);

test('leads a wish that the base does not answer to a person', async () => {
  const [known, wish] = await converse('zxqv', 'quero encomendar uma bicicleta cargueira');
  expect(dataOf(known!, 'done')).toMatchObject({ outcome: 'unknown', person: {} });
  expect(dataOf(wish!, 'done').person).toEqual({});
  expect(textOf(wish!)).not.toBe(textOf(known!));
});

test.each(['vocês alugam patinete?', 'quero encomendar uma bicicleta cargueira'])(
  'never gives the same reply twice in a row to "%s"',
  async (question) => {
    const [first, second] = await converse(question, question);
    expect(dataOf(first!, 'done').outcome).not.toBe('answered');
    expect(dataOf(second!, 'done').person).toEqual({});
    const idsOf = (answer: Answer) =>
      [...(dataOf(answer, 'sources') ?? []), ...(dataOf(answer, 'suggestions') ?? [])].map(
        ({ contentId }) => contentId,
      );
    expect(idsOf(first!).filter((id) => idsOf(second!).includes(id))).toEqual([]);
    expect(textOf(second!)).not.toBe(textOf(first!));
  },
);

test('says only the line that answers, of an answer that was given whole before', async () => {
  const [whole, line] = await converse('Quanto custa o guincho?', 'e no Parque das Nações?');
  expect(textOf(whole!)).toBe(FAQS.at(-1)![1]);
  expect(textOf(line!)).toBe('Parque das Nações: R$ 110.');
  expect(dataOf(line!, 'sources')).toEqual(dataOf(whole!, 'sources'));
});

test.each(['blz, vou pensar e te falo', 'ok, qualquer coisa eu chamo'])('takes leave after "%s"', async (message) => {
  const [answer] = await converse(message);
  expect(dataOf(answer!, 'done')).toMatchObject({ outcome: 'answered', grounded: false });
  expect(dataOf(answer!, 'suggestions')).toBeUndefined();
});
