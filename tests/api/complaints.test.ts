import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it, test } from 'vitest';
import { isComplaint } from '../../src/server/chat/classify/classify.ts';
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
beforeAll(async () => {
  server = await sharedServer();
});

const SORRY = /^(Sinto muito por isso\.|Lamento que isso tenha acontecido\.)/;
const CONTACT = [
  ['Como falo com vocês?', 'Pelo WhatsApp (11) 98888-7777 ou pelo e-mail oi@tilia.example.'],
  ['Vocês abrem sábado?', 'Sim, aos sábados abrimos das 9h às 13h.'],
];

async function teach(faqs: readonly (readonly string[])[]): Promise<Caller> {
  const caller = await server.signUp();
  const { contextId } = caller;
  for (const [question, answer] of faqs) await caller.post('/contents/faq', { contextId, question, answer });
  await until(async () =>
    (await caller.get(`/contents?contextId=${contextId}`)).body.data.every(
      ({ status }: { status: string }) => status === 'done',
    ),
  );
  return caller;
}
const ask = ({ contextId }: Caller, question: string) =>
  server.call({
    method: 'POST',
    url: `/api/widgets/${contextId}/messages`,
    payload: { question, messageId: randomUUID(), visitorToken: randomUUID() },
  });
const doneOf = (answer: Answer) =>
  eventsOf(answer.text).find(({ event }) => event === 'done')!.data as ChatEvents['done'];
const gapsOf = async (caller: Caller) =>
  (await caller.get('/knowledge-gaps')).body.data.map(({ question }: { question: string }) => question);

it('answers a complaint with sympathy and the contacts of the knowledge base, without a knowledge gap', async () => {
  const owner = await teach(CONTACT);
  const answer = await ask(owner, 'péssimo atendimento, estou muito insatisfeita');
  expect(textOf(answer)).toMatch(SORRY);
  expect(doneOf(answer).person).toEqual({ email: 'oi@tilia.example', whatsapp: '5511988887777' });
  expect(await gapsOf(owner)).toEqual([]);
});

it('also answers the question in a complaint', async () => {
  const owner = await teach(CONTACT);
  const answer = await ask(owner, 'Fui muito mal atendida ontem, um absurdo. Vocês abrem sábado?');
  expect(textOf(answer)).toMatch(SORRY);
  expect(textOf(answer)).toContain('aos sábados abrimos das 9h às 13h.');
  expect(doneOf(answer)).toMatchObject({ outcome: 'answered', grounded: true, person: { whatsapp: '5511988887777' } });
});

it('answers a story of trouble that the business did not cause without sympathy', async () => {
  const owner = await teach(CONTACT);
  const story =
    'Minha geladeira parou de gelar do nada e joguei muita comida fora, uma semana péssima. Vocês abrem sábado?';
  const answer = await ask(owner, story);
  expect(textOf(answer)).not.toMatch(SORRY);
});

it("prefers the owner's contacts to those in the knowledge base", async () => {
  const owner = await teach(CONTACT);
  const { use: _, ...limits } = (await owner.get('/sessions/me/limits')).body;
  await owner.put('/sessions/me/limits', { ...limits, person: { email: 'dona@tilia.example', whatsapp: '' } });
  expect(doneOf(await ask(owner, 'isso é um absurdo, vou no procon')).person).toEqual({ email: 'dona@tilia.example' });
  expect(doneOf(await ask(owner, 'quero falar com um atendente')).person).toEqual({ email: 'dona@tilia.example' });
});

it('records a knowledge gap only for the unanswered question in a complaint', async () => {
  const owner = await teach([['Quanto custa o frete?', 'O frete custa R$ 10,00.']]);
  const answer = await ask(owner, 'fui muito mal atendido, nunca mais volto');
  expect(textOf(answer)).toMatch(SORRY);
  await ask(owner, 'Que demora, um absurdo! Vocês vendem violinos?');
  expect(await gapsOf(owner)).toEqual(['Vocês vendem violinos?']);
});

test('offers the phone number of the knowledge base when there is no other contact', async () => {
  const owner = await teach([['Vocês atendem por telefone?', 'Sim: (11) 3333-2222, em horário comercial.']]);
  const answer = await ask(owner, 'odiei o serviço, péssimo');
  expect(textOf(answer)).toContain('Telefone: (11) 3333-2222');
});

test.each([
  ['chegou quebrado', true],
  ['meu pedido chegou todo quebrado, um absurdo! como troco?', true],
  ['o técnico de vocês não apareceu e eu perdi o dia esperando', true],
  ['o entregador não veio', true],
  ['posso trocar um produto com defeito?', false],
  ['se o produto vier quebrado, o que faço?', false],
  ['uai tem descontinho no pix nao', false],
  ['que horas abre sábado?', false],
  ['Obrigada, adorei o atendimento!', false],
  ['Bom dia. Quero desistir da encomenda.', false],
  ['quero desistir da compra, o produto veio quebrado', true],
  ['desisto da compra, vocês não respondem', true],
])('detects a complaint in "%s": %s', (message, expected) => expect(isComplaint(message)).toBe(expected));
