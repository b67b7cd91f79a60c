import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queueKnowledgeChecks } from '../../src/server/insight/changed-knowledge/check-knowledge.ts';
import type { Notice } from '../../src/shared/limits.ts';
import { type LocalSite, type Page, serve } from '../outbound/serve.ts';
import { type Caller, eventsOf, startServer, type TestServer, until } from '../support/server.ts';

let server: TestServer;
let site: LocalSite;
const pages: Record<string, Page> = {};
beforeAll(async () => {
  site = await serve(pages);
  server = await startServer({ env: { CRAWL_ALLOW: site.host } });
});
afterAll(async () => {
  await server.close();
  await site.close();
});

const query = async (text: string, ...values: unknown[]) =>
  (await server.services.db.pool.query(text, values)).rows as Record<string, unknown>[];
const put = (path: string, title: string, text: string, footer = '') => {
  const body = `<html lang="pt-BR"><title>${title}</title><main><h1>${title}</h1><p>${text}</p></main>${footer}</html>`;
  pages[path] = (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
};
const isTrained = (caller: Caller) =>
  until(async () =>
    (await caller.get(`/contents?contextId=${caller.contextId}&limit=100`)).body.data.every(
      ({ status }: { status: string }) => status === 'done',
    ),
  );
async function learn(caller: Caller, paths: readonly string[]): Promise<string[]> {
  const urls = paths.map((path) => site.origin + path);
  const { body } = await caller.post('/contents/links', { contextId: caller.contextId, urls });
  await isTrained(caller);
  return body.data.map(({ id }: { id: string }) => id);
}
async function teach(caller: Caller, question: string, answer: string): Promise<string> {
  const { body } = await caller.post('/contents/faq', { contextId: caller.contextId, question, answer });
  await isTrained(caller);
  return body.id;
}
async function ask({ contextId }: Caller, question: string) {
  const visitorToken = randomUUID();
  const answer = await server.call({
    method: 'POST',
    url: `/api/widgets/${contextId}/messages`,
    payload: { question, messageId: randomUUID(), visitorToken },
  });
  const events = eventsOf(answer.text);
  return { conversationId: events[0]!.data.id as string, outcome: events.at(-1)!.data.outcome, visitorToken };
}

/** Runs the knowledge checks and returns the owner's notices. */
async function noticesOf(caller: Caller): Promise<Notice[]> {
  await queueKnowledgeChecks(server.services.db);
  await until(async () => {
    const waiting = await query(
      `select 1 from jobs where account_id = $1 and kind = 'check-knowledge'`,
      caller.accountId,
    );
    return waiting.length === 0;
  });
  return (await caller.get('/notices')).body.data;
}

describe('contradicting contents', () => {
  it('include the footer of a site, reported once and not for each of its pages', async () => {
    const owner = await server.signUp();
    const footer = '<footer><p>Telefone: (11) 3333-1111</p></footer>';
    put('/rosas', 'Rosas', 'As rosas chegam toda terça-feira do produtor de Holambra, em baldes com água.', footer);
    put('/vasos-de-barro', 'Vasos', 'Os vasos de barro são feitos à mão e não precisam de prato embaixo.', footer);
    put('/fale-conosco', 'Fale conosco', 'O telefone da loja é (11) 3333-2222, de segunda a sexta.', footer);
    await learn(owner, ['/rosas', '/vasos-de-barro', '/fale-conosco']);
    expect(await noticesOf(owner)).toMatchObject([
      { limit: 'facts', fact: { kind: 'phone', believed: 'Fale conosco', other: 'Rosas' } },
    ]);
  });

  it('are reported once to their owner, with the one that is used', async () => {
    const [owner, other] = [await server.signUp(), await server.signUp()];
    put(
      '/sobre',
      'Quem somos',
      'A floricultura nasceu em 1998 na garagem da família. Ligue para (11) 3333-1111 e encomende.',
    );
    put('/contato', 'Contato', 'Fale com a nossa loja pelo telefone (11) 3333-2222 de segunda a sexta.');
    const [about] = await learn(owner, ['/sobre', '/contato']);
    const [notice, ...more] = await noticesOf(owner);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      limit: 'facts',
      contextId: owner.contextId,
      fact: { kind: 'phone', believed: 'Contato', other: 'Quem somos' },
    });
    expect(await noticesOf(other)).toEqual([]);
    await teach(owner, 'Vocês fazem buquês?', 'Sim, sob encomenda.');
    expect((await noticesOf(owner)).map(({ id }) => id)).toEqual([notice!.id]);
    await owner.post(`/notices/${notice!.id}/dismiss`);
    await teach(owner, 'Vocês vendem vasos?', 'Sim, de barro e de vidro.');
    expect(await noticesOf(owner)).toEqual([]);
    await owner.delete(`/contents/${about}`);
    expect(await noticesOf(owner)).toEqual([]);
  });

  it('are not those of a FAQ about something else that names days and hours', async () => {
    const owner = await server.signUp();
    await teach(owner, 'Qual o horário de funcionamento?', 'Terça a quinta das 18h às 23h, sexta das 18h às 00h30.');
    await teach(owner, 'Precisa reservar mesa?', 'Sexta reservamos até as 19h30, para grupos de 6 pessoas.');
    await teach(owner, 'Tem música ao vivo?', 'Sexta das 20h às 22h, com o trio da casa.');
    expect(await noticesOf(owner)).toEqual([]);
  });

  it('are not those of a FAQ about the number of another company', async () => {
    const owner = await server.signUp();
    put('/contato', 'Contato', 'Fale com a nossa loja pelo telefone (11) 3333-2222 de segunda a sexta.');
    await learn(owner, ['/contato']);
    await teach(owner, 'Vocês fazem cópia de chave?', 'Não. Indicamos o Chaveiro do Zé: (11) 3333-4444.');
    expect(await noticesOf(owner)).toEqual([]);
  });

  it('are no longer reported when they agree', async () => {
    const owner = await server.signUp();
    const id = await teach(owner, 'Que horas vocês abrem?', 'De segunda a sexta, das 9h às 18h.');
    await teach(owner, 'Qual o horário de funcionamento?', 'De segunda a sexta, das 8h às 17h.');
    expect(await noticesOf(owner)).toMatchObject([{ limit: 'facts', fact: { kind: 'hours' } }]);
    await owner.put(`/contents/${id}`, {
      question: 'Que horas vocês abrem?',
      answer: 'De segunda a sexta, das 8h às 17h.',
    });
    await isTrained(owner);
    expect(await noticesOf(owner)).toEqual([]);
  });
});

describe('knowledge gaps', () => {
  it('close themselves when a later change answers all their questions', async () => {
    const owner = await server.signUp();
    await teach(owner, 'Onde fica o estacionamento?', 'Ao lado da loja, com dez vagas.');
    const rated = await ask(owner, 'Vocês alugam guarda-chuva?');
    for (const question of ['Vocês aceitam vale-refeição?', 'Tem aula de violino?']) await ask(owner, question);
    const gapsOf = async (state: string) =>
      (await owner.get(`/knowledge-gaps?state=${state}`)).body.data.map(
        ({ question }: { question: string }) => question,
      );
    expect(await gapsOf('open')).toHaveLength(3);
    await query(`update messages set rating = 'down' where conversation_id = $1`, rated.conversationId);
    await teach(owner, 'Vocês aceitam vale-refeição?', 'Sim, todas as bandeiras.');
    await teach(owner, 'Vocês alugam guarda-chuva?', 'Sim, por R$ 5 ao dia.');
    await noticesOf(owner);
    expect(await gapsOf('resolved')).toEqual(['Vocês aceitam vale-refeição?']);
    expect(await gapsOf('open')).toHaveLength(2);
  });
});

describe('lost answers', () => {
  const QUESTION = 'Vocês aceitam vale-refeição?';

  it('are reported with their questions until these can be answered again', async () => {
    const [owner, other] = [await server.signUp(), await server.signUp()];
    const id = await teach(owner, QUESTION, 'Sim, aceitamos todas as bandeiras de vale-refeição.');
    await teach(owner, 'Onde fica o estacionamento?', 'Ao lado da loja, com dez vagas.');
    expect(await noticesOf(owner)).toEqual([]);
    const { conversationId, outcome } = await ask(owner, QUESTION);
    expect(outcome).toBe('answered');
    await ask(owner, 'vocês aceitam VALE-REFEIÇÃO');
    await ask(owner, 'Onde fica o estacionamento?');
    await owner.delete(`/contents/${id}`);
    const [notice, ...more] = await noticesOf(owner);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ limit: 'answers', contextId: owner.contextId });
    expect(notice!.questions).toHaveLength(1);
    expect((await owner.get(`/conversations/${notice!.questions![0]!.conversationId}`)).status).toBe(200);
    expect(conversationId).toBeTruthy();
    expect(await noticesOf(other)).toEqual([]);
    await teach(owner, QUESTION, 'Sim, todas as bandeiras.');
    expect(await noticesOf(owner)).toEqual([]);
  });

  it('are none that thank or praise, which get a courtesy without the content', async () => {
    const owner = await server.signUp();
    const thanks = 'Obrigado, ótimo atendimento!';
    const id = await teach(owner, thanks, 'Nós que agradecemos! Volte sempre à loja.');
    await noticesOf(owner);
    await ask(owner, thanks);
    expect(await query('select grounded from messages where account_id = $1', owner.accountId)).toEqual([
      { grounded: true },
    ]);
    await owner.delete(`/contents/${id}`);
    expect(await noticesOf(owner)).toEqual([]);
  });

  it('are not reported again after dismissal or after their visitor was erased', async () => {
    const owner = await server.signUp();
    const id = await teach(owner, QUESTION, 'Sim, aceitamos todas as bandeiras de vale-refeição.');
    const pool = await teach(owner, 'Tem piscina aquecida?', 'Sim, a piscina é aquecida o ano todo.');
    await noticesOf(owner);
    await ask(owner, QUESTION);
    await owner.delete(`/contents/${id}`);
    const [first] = await noticesOf(owner);
    await owner.post(`/notices/${first!.id}/dismiss`);
    await ask(owner, 'Tem piscina aquecida?');
    await owner.delete(`/contents/${pool}`);
    const [second] = await noticesOf(owner);
    expect(second!.questions).toMatchObject([{ question: 'Tem piscina aquecida?' }]);
    await query('delete from conversations where account_id = $1', owner.accountId);
    expect((await owner.get('/notices')).body.data).toEqual([]);
  });
});
