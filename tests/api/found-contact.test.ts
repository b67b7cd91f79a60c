import { beforeAll, expect, it } from 'vitest';
import { type Caller, eventsOf, type SharedServer, sharedServer, until } from '../support/server.ts';

const ANSWER = 'Fale com a loja: WhatsApp (35) 99999-0142 ou atendimento@serra.example.';
const PERSON = { whatsapp: '5535999990142', email: 'atendimento@serra.example' };

let server: SharedServer;
let owner: Caller;
let contentId: string;
beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
  contentId = await teach(owner, 'Qual é o contato de vocês?', ANSWER);
});

async function teach(caller: Caller, question: string, answer: string): Promise<string> {
  const { contextId } = caller;
  const { id } = (await caller.post('/contents/faq', { contextId, question, answer })).body;
  await until(async () => (await caller.get(`/contents/${id}`)).body.status === 'done');
  return id;
}

const foundBy = async (caller: Caller, contextId = caller.contextId) =>
  (await caller.get(`/contexts/${contextId}/found-contact`)).body;
const setLimits = async (change: object) =>
  expect((await owner.put('/sessions/me/limits', { contextId: owner.contextId, ...change })).status).toBe(200);

/** Returns the contact that visitors get who ask for a person. */
async function personOffered() {
  const url = `/api/widgets/${owner.contextId}/messages`;
  const payload = { question: 'Quero falar com um atendente', visitorToken: 'o-token-deste-visitante' };
  const { text } = await server.call({ method: 'POST', url, payload });
  return eventsOf(text).find(({ event }) => event === 'done')?.data.person;
}

it('tells which contact the contents state, and where', async () => {
  const source = { contentId, title: 'Qual é o contato de vocês?', quote: ANSWER };
  expect(await foundBy(owner)).toEqual({
    whatsapp: { value: PERSON.whatsapp, ...source },
    email: { value: PERSON.email, ...source },
  });
});

it('is offered to visitors unless the owner turns it off or writes another one', async () => {
  expect(await personOffered()).toEqual(PERSON);
  await setLimits({ offersFoundContact: false });
  expect(await personOffered()).toBeUndefined();
  await setLimits({ person: { email: 'dona@serra.example' } });
  expect(await personOffered()).toEqual({ email: 'dona@serra.example' });
  await setLimits({ person: { email: '' }, offersFoundContact: true });
  expect(await personOffered()).toEqual(PERSON);
});

it('never takes the key of a Pix for a mailbox', async () => {
  const caller = await server.signUp();
  await teach(caller, 'Aceita Pix?', 'Sim, a chave Pix é financeiro@serra.example.');
  expect(await foundBy(caller)).toEqual({ whatsapp: null, email: null });
});

it('links contents of ancestors only for those who may see them, and is closed to other accounts', async () => {
  const sub = (await owner.post('/contexts', { name: 'Filial', parentId: owner.contextId })).body.id;
  expect((await foundBy(owner, sub)).email).toMatchObject({ value: PERSON.email, contentId });
  const colleague = await server.as(owner, 'ADMIN', [sub]);
  expect((await foundBy(colleague, sub)).email).toMatchObject({ value: PERSON.email, contentId: null });
  for (const [caller, contextId] of [
    [colleague, owner.contextId],
    [await server.signUp(), owner.contextId],
  ] as const)
    expect((await caller.get(`/contexts/${contextId}/found-contact`)).status).toBe(404);
});
