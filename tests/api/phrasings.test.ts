import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, eventsOf, startServer, type TestServer, textOf, until } from '../support/server.ts';

let server: TestServer;
let owner: Caller;

const PAYMENT = 'Pix, boleto, cartão de crédito e vale-refeição Alelo, VR e Sodexo.';
const PARKING = 'Temos dez vagas cobertas ao lado da loja, grátis por duas horas.';

beforeAll(async () => {
  server = await startServer();
  owner = await server.signUp();
  await roomFor(owner);
});
afterAll(() => server.close());

const query = async (sql: string, ...values: unknown[]) =>
  (await server.services.db.pool.query(sql, values)).rows as Record<string, any>[];

async function roomFor(caller: Caller): Promise<void> {
  await query(`update subscriptions set plan_id = 'business' where account_id = $1`, caller.accountId);
  const { use: _, ...limits } = (await caller.get('/sessions/me/limits')).body;
  await caller.put('/sessions/me/limits', { ...limits, perMinute: 600 });
}

async function trained(caller: Caller, id: string): Promise<void> {
  await until(async () => (await caller.get(`/contents/${id}`)).body.status === 'done');
}

async function faq(caller: Caller, question: string, answer: string, phrasings?: string[]): Promise<string> {
  const { contextId } = caller;
  const made = await caller.post('/contents/faq', { contextId, question, answer, phrasings });
  expect(made.status, made.text).toBe(201);
  await trained(caller, made.body.id);
  return made.body.id;
}

const send = (body: Record<string, unknown>, contextId = owner.contextId) =>
  server.call({
    ...{ method: 'POST', url: `/api/widgets/${contextId}/messages` },
    payload: { messageId: randomUUID(), ...body },
  });
const ask = async (question: string, more: Record<string, unknown> = {}, contextId = owner.contextId) => {
  const answer = await send({ question, ...more }, contextId);
  expect(answer.status, answer.text).toBe(200);
  const done = eventsOf(answer.text).find(({ event }) => event === 'done')?.data;
  return { text: textOf(answer), outcome: done?.outcome, events: eventsOf(answer.text) };
};

describe('other ways to ask', () => {
  it('are kept with a question and its answer, and answered like its question', async () => {
    const id = await faq(owner, 'Quais são as formas de pagamento?', PAYMENT, [
      'aceita alelo?',
      ' Aceita ALELO ',
      'vr',
    ]);
    expect((await owner.get(`/contents/${id}`)).body.phrasings).toEqual(['aceita alelo?', 'vr']);
    const said = await ask('vcs aceitam alelo');
    expect(said).toMatchObject({ outcome: 'answered', text: PAYMENT });
    expect(said.events.find(({ event }) => event === 'sources')?.data).toMatchObject([
      { contentId: id, title: 'Quais são as formas de pagamento?' },
    ]);
  });

  it('count from the next question on, and no more once they are taken away', async () => {
    const id = await faq(owner, 'Há vagas para carros?', PARKING);
    const strange = 'onde deixo minha nave espacial?';
    expect((await ask(strange)).text).not.toBe(PARKING);
    const put = await owner.put(`/contents/${id}`, { phrasings: [strange] });
    expect(put).toMatchObject({ status: 200, body: { phrasings: [strange], status: 'done' } });
    expect(await ask(strange)).toMatchObject({ outcome: 'answered', text: PARKING });
    await owner.put(`/contents/${id}`, { enabled: true });
    expect((await owner.get(`/contents/${id}`)).body.phrasings).toEqual([strange]);
    await owner.put(`/contents/${id}`, { phrasings: [] });
    expect((await ask(strange)).text).not.toBe(PARKING);
  });

  it('may belong to a file, whose passage that fits is the answer', async () => {
    const bytes = Buffer.from(
      `Trocas\n\nAceitamos trocas em até trinta dias com a nota fiscal.\n\nEntregas\n\nEntregamos em Olinda às terças e quintas, sempre pela manhã.`,
    );
    const made = await owner.upload('/contents/file', { contextId: owner.contextId }, { name: 'loja.txt', bytes });
    expect(made.body.phrasings).toEqual([]);
    await trained(owner, made.body.id);
    await owner.put(`/contents/${made.body.id}`, { phrasings: ['o motoboy vem na minha casa?'] });
    const said = await ask('o motoboy vem na minha casa');
    expect(said).toMatchObject({ outcome: 'answered' });
    expect(said.text).toContain('Entregamos em Olinda às terças e quintas');
  });

  it('are refused when they are too many, too long or say nothing', async () => {
    const id = await faq(owner, 'Vocês têm loja física?', 'Sim, em Recife.');
    const many = Array.from({ length: 51 }, (_, at) => `forma ${at}`);
    for (const phrasings of [many, ['x'.repeat(201)], ['???'], [''], 'texto', [1]]) {
      const refused = await owner.put(`/contents/${id}`, { phrasings });
      expect(refused.status, refused.text).toBe(422);
      expect(refused.body.errors[0].field).toMatch(/^phrasings/);
      const { contextId } = owner;
      const question = `Nova? ${JSON.stringify(phrasings).length}`;
      expect((await owner.post('/contents/faq', { contextId, question, answer: 'Sim.', phrasings })).status).toBe(422);
    }
    expect((await owner.get(`/contents/${id}`)).body.phrasings).toEqual([]);
  });

  it('come with a table in a column of their own, and a table without it is as before', async () => {
    const table =
      'Pergunta;Resposta;Outras formas\nTem wi-fi?;Sim, a senha está no balcão.;tem internet?|qual a rede|tem internet\nTem café?;Sim.;\n';
    const file = { name: 'p.csv', bytes: Buffer.from(table) };
    const { contextId } = owner;
    const checked = await owner.upload('/contents/faqs/check', { contextId }, file);
    expect(checked.body.lines.map((line: any) => [line.phrasings, line.fault])).toEqual([
      [['tem internet?', 'qual a rede', 'tem internet'], null],
      [[], null],
    ]);
    expect((await owner.upload('/contents/faqs', { contextId }, file)).body).toMatchObject({ added: 2 });
    const listed = (await owner.get(`/contents?contextId=${contextId}&search=wi-fi`)).body.data[0];
    await trained(owner, listed.id);
    expect((await owner.get(`/contents/${listed.id}`)).body.phrasings).toEqual(['tem internet?', 'qual a rede']);
    expect((await ask('qual a rede?')).text).toBe('Sim, a senha está no balcão.');
    const more = {
      name: 'p.csv',
      bytes: Buffer.from('Pergunta;Resposta;Outras formas\nTem wi-fi?;Sim, a senha está no balcão.;pega celular'),
    };
    await owner.upload('/contents/faqs', { contextId }, more);
    expect((await owner.get(`/contents/${listed.id}`)).body.phrasings).toHaveLength(2);
    await owner.upload('/contents/faqs', { contextId, known: 'replace' }, more);
    expect((await owner.get(`/contents/${listed.id}`)).body.phrasings).toHaveLength(3);
    expect((await ask('pega celular?')).text).toBe('Sim, a senha está no balcão.');
    const bad = `Pergunta;Resposta;Outras formas\nA?;Sim.;${'x'.repeat(201)}\nB?;Sim.;${'a|'.repeat(51)}\nC?;Sim.;!!!`;
    const refused = await owner.upload(
      '/contents/faqs/check',
      { contextId },
      { name: 'p.csv', bytes: Buffer.from(bad) },
    );
    expect(refused.body.lines.map((line: any) => line.fault.code)).toEqual([
      ...['bad_phrasing', 'too_many_phrasings', 'bad_phrasing'],
    ]);
  });

  it('are answered by their content, though another states the exact fact that is asked for', async () => {
    await faq(owner, 'Onde fica o ateliê?', 'O ateliê fica na Rua do Sol, 12, em Olinda.');
    const id = await faq(owner, 'Como visito o ateliê?', 'Marque uma visita conosco.', ['qual o endereço do ateliê?']);
    expect((await ask('qual o endereço do ateliê?')).events[1]?.data).toMatchObject([{ contentId: id }]);
  });

  it('do not take a question from the content that asks it itself', async () => {
    await faq(owner, 'Qual é o telefone da loja?', 'O telefone é (81) 90000-0000.', ['horário da loja']);
    const hours = await faq(owner, 'Qual é o horário da loja?', 'Das 9h às 18h.');
    expect((await ask('Qual é o horário da loja?')).events[1]?.data).toMatchObject([{ contentId: hours }]);
  });
});
