import { beforeAll, expect, it } from 'vitest';
import { menuPicture, pdfWith } from '../fixtures/pictures.ts';
import { type Caller, type SharedServer, sharedServer, until } from '../support/server.ts';

const TIMEOUT_MS = 150_000;
const PRICE = 'Quanto custa a lasanha à bolonhesa?';

let server: SharedServer;
let caller: Caller;
let id: string;
beforeAll(async () => {
  server = await sharedServer();
  caller = await server.signUp();
  id = await upload('cardapio.pdf', await pdfWith(await menuPicture.sharp()));
}, TIMEOUT_MS);

async function upload(name: string, bytes: Buffer): Promise<string> {
  const added = await caller.upload('/contents/file', { contextId: caller.contextId }, { name, bytes });
  await idle(added.body.id as string);
  return added.body.id as string;
}
const idle = (content: string) =>
  until(async () => ['done', 'error'].includes((await caller.get(`/contents/${content}`)).body.status), TIMEOUT_MS);
const records = async (content = id) => (await caller.get(`/contents/${content}/records`)).body;
const lineWith = async (words: string): Promise<any> =>
  (await records()).data.find(({ line }: any) => line.includes(words));
async function ask(question: string): Promise<string> {
  const url = `/api/widgets/${caller.contextId}/messages`;
  return (await server.call({ method: 'POST', url, payload: { question } })).text;
}
const outcomeOf = (events: string) => /"outcome":"(\w+)"/.exec(events)?.[1];

it(
  'asserts numbers that were read from a picture only after a person has confirmed them',
  { timeout: TIMEOUT_MS },
  async () => {
    expect(await records()).toMatchObject({ unconfirmed: 7 });
    expect(await lineWith('Lasanha')).toMatchObject({ isFromPicture: true, isConfirmed: false });
    expect(outcomeOf(await ask(PRICE))).toBe('shown');
    expect(outcomeOf(await ask('Qual o telefone?'))).not.toBe('answered');
    expect(outcomeOf(await ask('Que horas abre?'))).not.toBe('answered');

    const { id: line } = await lineWith('Lasanha');
    const confirmed = await caller.put(`/contents/${id}/records/${line}`, { isConfirmed: true });
    expect(confirmed).toMatchObject({ status: 200, body: { isConfirmed: true, text: null } });
    expect(await records()).toMatchObject({ unconfirmed: 6 });
    expect(outcomeOf(await ask(PRICE))).toBe('answered');
    expect(outcomeOf(await ask('Quanto custa o pudim de leite?'))).toBe('shown');

    const { id: flan } = await lineWith('Pudim');
    await caller.put(`/contents/${id}/records/${flan}`, { text: 'Pudim de leite | R$ 15,00' });
    expect(await ask('Quanto custa o pudim de leite?')).toMatch(/R\$ 15,00.*"outcome":"answered"/s);

    const again = await pdfWith(await menuPicture.sharp(), 'O salão abre para festas e recebe grupos com reserva.');
    await caller.upload(`/contents/file/${id}`, {}, { name: 'cardapio.pdf', bytes: again }, 'PUT');
    await idle(id);
    expect(await records()).toMatchObject({ unconfirmed: 5 });
    expect(outcomeOf(await ask(PRICE))).toBe('answered');

    expect((await caller.post(`/contents/${id}/records/confirm`)).body).toMatchObject({ unconfirmed: 0 });
    expect(await ask('Qual o telefone?')).toMatch(/3275-4180.*"outcome":"answered"/s);

    await caller.put(`/contents/${id}/records/${line}`, { text: null, isUsed: true });
    expect(outcomeOf(await ask(PRICE))).toBe('shown');
  },
);

it('does not let other accounts confirm', async () => {
  const other = await server.signUp();
  expect((await other.post(`/contents/${id}/records/confirm`)).body.code).toBe('not_found');
});

it('tells which pages were not read, and refuses a picture that cannot be read', { timeout: TIMEOUT_MS }, async () => {
  const rules = 'A casa recebe grupos mediante reserva antecipada com o gerente. '.repeat(8);
  const blurred = await menuPicture.blurred();
  const mixed = await upload('regras.pdf', await pdfWith(rules, blurred));
  expect((await caller.get(`/contents/${mixed}`)).body).toMatchObject({ status: 'done', unreadPages: '2' });
  const refused = await upload('borrado.pdf', await pdfWith(blurred));
  const { body } = await caller.get(`/contents/${refused}`);
  expect(body).toMatchObject({ status: 'error', reason: expect.stringContaining('Não consegui ler a imagem') });
});
