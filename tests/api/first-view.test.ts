import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { isFooter } from '../../src/search/quotable.ts';
import { type Caller, type SharedServer, sharedServer, until } from '../support/server.ts';

let server: SharedServer;
let owner: Caller;
beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
  const { pool } = server.services.db;
  await pool.query(`update subscriptions set plan_id = 'business' where account_id = $1`, [owner.accountId]);
});

const viewOf = async (contextId: string) =>
  (await server.call({ method: 'GET', url: `/api/widgets/${contextId}` })).body as {
    topics: string;
    hasContact: boolean;
    appearance: { suggestions: string[] };
  };
const addPage = (contextId: string, title: string, id = uuidv7()) =>
  server.services.db.pool.query(
    `insert into contents (account_id, id, context_id, title, type, format, status, url, trained_version, version)
     values ($1, $2, $3, $4, 'LINK', 'html', 'done', 'https://loja.example', 1, 1)`,
    [owner.accountId, id, contextId, title],
  );

test('a visitor sees the questions of the base and what its pages are about, without the name of the site', async () => {
  const { contextId } = owner;
  const questions = ['Vocês trocam?', 'Qual é o prazo?', 'Aceitam Pix?', 'Tem loja física?'];
  for (const question of questions) await owner.post('/contents/faq', { contextId, question, answer: 'Sim.' });
  await until(async () => (await owner.get(`/contents?contextId=${contextId}&status=done`)).body.total === 4);
  for (const page of [
    'Início',
    'Sobre nós',
    'Entregas',
    'Perguntas frequentes',
    'Formas de pagamento',
    'Rua das Flores, 12',
  ])
    await addPage(contextId, `${page} | Empório Serra Azul`);
  const { topics, appearance } = await viewOf(contextId);
  expect(appearance.suggestions).toEqual(questions.slice(0, 3));
  expect(topics).toBe('Posso ajudar com entregas e formas de pagamento.');
});

test('a base without questions of its own shows the headings of its pages that ask', async () => {
  const contextId = (await owner.post('/contexts', { name: 'Só páginas' })).body.id;
  const page = uuidv7();
  const { pool } = server.services.db;
  await addPage(contextId, 'Dúvidas | Empório', page);
  const headings = ['Dúvidas › Vocês entregam no domingo?', 'Dúvidas › Aceitam vale?', 'Dúvidas › Contato', 'Dúvidas?'];
  for (const [at, heading] of headings.entries())
    await pool.query(
      `insert into chunks (account_id, context_id, content_id, version, ordinal, heading, text, analysis)
       values ($1, $2, $3, 1, $4, $5, $6, '')`,
      [owner.accountId, contextId, page, at, heading, at === 3 ? 'Dúvidas?' : 'Sim, até as 18h.'],
    );
  expect((await viewOf(contextId)).appearance.suggestions).toEqual(['Vocês entregam no domingo?', 'Aceitam vale?']);
});

test('the questions that the owner pins come first, and those of the base complete them to three', async () => {
  const contextId = (await owner.post('/contexts', { name: 'Filial com perguntas' })).body.id;
  const ofBase = ['Vocês trocam?', 'Qual é o prazo?', 'Aceitam Pix?'];
  for (const question of ofBase) await owner.post('/contents/faq', { contextId, question, answer: 'Sim.' });
  await until(async () => (await owner.get(`/contents?contextId=${contextId}&status=done`)).body.total === 3);
  const pin = async (suggestions: string[]) => {
    const appearance = (await owner.get(`/contexts/${contextId}/appearance`)).body;
    expect((await owner.put(`/contexts/${contextId}/appearance`, { ...appearance, suggestions })).status).toBeLessThan(
      300,
    );
    return (await viewOf(contextId)).appearance.suggestions;
  };
  expect(await pin(['Tem estacionamento?', 'Aceitam Pix?'])).toEqual([
    'Tem estacionamento?',
    'Aceitam Pix?',
    ofBase[0],
  ]);
  const four = ['Um?', 'Dois?', 'Três?', 'Quatro?'];
  expect(await pin(four)).toEqual(four);
});

test('there is a way to a person where the contents state one, until the owner switches it off', async () => {
  const contextId = (await owner.post('/contexts', { name: 'Filial com WhatsApp' })).body.id;
  expect(await viewOf(contextId)).toMatchObject({ hasContact: false });
  const page = (await owner.post('/contexts', { name: 'Outra filial com WhatsApp' })).body.id;
  const answer = 'Pelo WhatsApp (35) 99999-0000.';
  await owner.post('/contents/faq', { contextId: page, question: 'Como falo com vocês?', answer });
  await until(async () => (await owner.get(`/contents?contextId=${page}&status=done`)).body.total === 1);
  expect(await viewOf(page)).toMatchObject({ hasContact: true });
  const { body: limits } = await owner.get(`/sessions/me/limits?contextId=${page}`);
  expect(
    (await owner.put('/sessions/me/limits', { contextId: page, version: limits.version, offersFoundContact: false }))
      .status,
  ).toBeLessThan(300);
  expect(await viewOf(page)).toMatchObject({ hasContact: false });
});

test('of an empty base there is neither', async () => {
  const other = (await owner.post('/contexts', { name: 'Filial vazia' })).body.id;
  expect(await viewOf(other)).toMatchObject({ topics: '', appearance: { suggestions: [] } });
});

test.each([
  ['© 2026 Empório. Todos os direitos reservados.', true],
  ['Av. Getúlio Vargas, 900, sala 302, Blumenau - SC', true],
  ['Rua Augusto Severo, 77', true],
  ['Entregamos na Rua Augusto e em todo o bairro.', false],
  ['Avenida de lojas abertas no domingo', false],
])('"%s" is a footer: %s', (line, expected) => {
  expect(isFooter(line)).toBe(expected);
});
