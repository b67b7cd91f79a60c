import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { gatherGaps } from '../../src/server/insight/gaps/gather.ts';
import type { Gap, GapDetail } from '../../src/shared/knowledge-gaps.ts';
import { type Caller, eventsOf, type SharedServer, sharedServer, until } from '../support/server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

const TOWELS = ['Vocês alugam toalhas?', 'Dá para alugar toalha com vocês?'];

/** Adds a content, so that the context declines unknown questions. */
async function teach(caller: Caller, contextId = caller.contextId): Promise<void> {
  const faq = {
    contextId,
    question: 'Qual é o horário da piscina?',
    answer: 'A piscina abre das 8h às 20h, todos os dias.',
  };
  const { body } = await caller.post('/contents/faq', faq);
  await until(async () => (await caller.get(`/contents/${body.id}`)).body.status === 'done');
}

async function ask(contextId: string, question: string) {
  const messageId = randomUUID();
  const response = await server.call({
    method: 'POST',
    url: `/api/widgets/${contextId}/messages`,
    payload: { question, messageId, visitorToken: randomUUID() },
  });
  const conversationId = eventsOf(response.text)[0]?.data.id as string;
  return { conversationId, messageId };
}

const gapsOf = async (caller: Caller, query = ''): Promise<Gap[]> =>
  (await caller.get(`/knowledge-gaps${query}`)).body.data;

describe('knowledge gaps', () => {
  test('group questions with the same meaning, and test a new answer with them', async () => {
    const owner = await server.signUp();
    await teach(owner);
    for (const question of [...TOWELS, 'Tem aula de violino?']) await ask(owner.contextId, question);
    const gaps = await gapsOf(owner);
    expect(gaps.map(({ count }) => count)).toEqual([2, 1]);
    const [towels, violin] = gaps as [Gap, Gap];
    expect(TOWELS).toContain(towels.question);
    expect(towels.contextIds).toEqual([owner.contextId]);
    expect(violin.question).toBe('Tem aula de violino?');
    // A second read moves no question to another gap.
    expect(await gapsOf(owner)).toEqual(gaps);

    const draft = (await owner.post(`/knowledge-gaps/${towels.id}/draft`)).body;
    expect(draft).toMatchObject({ contextId: owner.contextId, question: towels.question });
    const before = await figuresOf(owner);
    const written = {
      contextId: owner.contextId,
      question: 'Vocês alugam toalhas?',
      answer: 'Sim, o aluguel da toalha custa R$ 5.',
    };
    expect((await owner.post(`/knowledge-gaps/${towels.id}/answer`, written)).status).toBe(201);
    const improved = await until(async () => {
      const { body } = await owner.get<GapDetail>(`/knowledge-gaps/${towels.id}`);
      return body.again?.waiting === 0 && body;
    });
    expect(improved.again).toEqual({ waiting: 0, asked: 2, answered: 2 });
    expect(improved.questions.map(({ again }) => again?.answer)).toEqual([written.answer, written.answer]);
    expect(improved.state).toBe('resolved');
    expect((await gapsOf(owner)).map(({ id }) => id)).toEqual([violin.id]);
    expect((await gapsOf(owner, '?state=resolved')).map(({ id }) => id)).toEqual([towels.id]);
    // The repeated questions create no conversation and cost nothing.
    expect(await figuresOf(owner)).toEqual(before);
  });

  test('have the question alone, without the turns before it, and the nearest passages beside the draft', async () => {
    const owner = await server.signUp();
    await teach(owner);
    await ask(owner.contextId, 'Bom dia! Vou com a minha mãe no domingo. vocês alugam toalhas  ?');
    await ask(owner.contextId, 'Tem aula de violino para crianças?');
    const gaps = await gapsOf(owner);
    expect(gaps.map(({ question }) => question).sort()).toEqual([
      'Tem aula de violino para crianças?',
      'Vocês alugam toalhas?',
    ]);
    const draft = (await owner.post(`/knowledge-gaps/${gaps[0]!.id}/draft`)).body;
    expect(draft.question).toBe(gaps[0]!.question);
    expect(draft.nearest).toMatchObject([
      {
        title: 'Qual é o horário da piscina?',
        label: 'Qual é o horário da piscina?',
        excerpt: 'A piscina abre das 8h às 20h, todos os dias.',
      },
    ]);
  });

  test('are listed by subject, those of most questions first and those that share none last', async () => {
    const owner = await server.signUp();
    const { contextId } = owner;
    const asked = ['Vocês têm aula de violão?', 'Consertam máquina de lavar?', 'Quanto custa o violão usado?'];
    for (const question of [...asked, 'Quanto custa o violão usado?', 'Emitem segunda via do contrato?'])
      await ask(contextId, question);
    await ask(contextId, 'Onde assino o contrato de locação?');
    const { body } = await until(async () => {
      const found = await owner.get('/knowledge-gaps');
      return found.body.data.length === 5 && found;
    });
    const listed = body.data.map(({ subject, count }: any) => [subject?.word ?? null, count]);
    expect(listed).toEqual([
      ['Violão', 2],
      ['Violão', 1],
      ['Contrato', 1],
      ['Contrato', 1],
      [null, 1],
    ]);
    expect(body.data[0].subject).toEqual({ word: 'Violão', gaps: 2, questions: 3 });
    const second = (await owner.get('/knowledge-gaps?page=2&limit=2')).body.data;
    expect(second.map(({ id }: any) => id)).toEqual(body.data.slice(2, 4).map(({ id }: any) => id));
  });

  test('include badly rated answers until the rating improves, but no questions from previews', async () => {
    const owner = await server.signUp();
    await teach(owner);
    await ask(owner.contextId, 'Qual é o horário da piscina?');
    const { pool } = server.services.db;
    await pool.query(`update messages set rating = 'down' where account_id = $1`, [owner.accountId]);
    await owner.post(`/widgets/${owner.contextId}/messages`, { question: 'Vendem foguetes?', messageId: randomUUID() });
    expect(await gapsOf(owner)).toMatchObject([{ question: 'Qual é o horário da piscina?', count: 1, badlyRated: 1 }]);
    await pool.query(`update messages set rating = 'up' where account_id = $1`, [owner.accountId]);
    expect(await gapsOf(owner)).toEqual([]);
  });

  test('stay hidden while dismissed, and reopen when a resolved question is asked again', async () => {
    const owner = await server.signUp();
    await teach(owner);
    await ask(owner.contextId, TOWELS[0]!);
    const [gap] = (await gapsOf(owner)) as [Gap];
    expect((await owner.post(`/knowledge-gaps/${gap.id}/dismiss`)).status).toBe(204);
    await ask(owner.contextId, TOWELS[1]!);
    expect(await gapsOf(owner)).toEqual([]);
    expect(await gapsOf(owner, '?state=dismissed')).toMatchObject([{ id: gap.id, count: 2 }]);
    expect((await owner.post(`/knowledge-gaps/${gap.id}/reopen`)).status).toBe(204);
    const { pool } = server.services.db;
    await pool.query(`update knowledge_gaps set state = 'resolved', updated_at = now() where account_id = $1`, [
      owner.accountId,
    ]);
    expect(await gapsOf(owner)).toEqual([]);
    await ask(owner.contextId, TOWELS[0]!);
    expect(await gapsOf(owner)).toMatchObject([{ id: gap.id, count: 3 }]);
  });

  test('are limited to the contexts that the user can access', async () => {
    const owner = await server.signUp();
    const other = (await owner.post('/contexts', { name: 'Loja do centro' })).body.id as string;
    for (const contextId of [owner.contextId, other]) await teach(owner, contextId);
    await ask(owner.contextId, TOWELS[0]!);
    await ask(owner.contextId, 'Tem aula de violino?');
    await ask(other, TOWELS[1]!);
    const writer = await server.as(owner, 'WRITER', [other]);
    const all = await gapsOf(owner);
    expect(all.map(({ count, contextIds }) => [count, contextIds.length])).toEqual([
      [2, 2],
      [1, 1],
    ]);
    const seen = await gapsOf(writer);
    expect(seen).toMatchObject([{ id: all[0]!.id, question: TOWELS[1], count: 1, contextIds: [other] }]);
    expect((await writer.get(`/knowledge-gaps/${all[0]!.id}`)).body.questions.map((one: Gap) => one.question)).toEqual([
      TOWELS[1],
    ]);
    const violin = all[1]!.id;
    const answers = await Promise.all([
      writer.get(`/knowledge-gaps/${violin}`),
      writer.post(`/knowledge-gaps/${violin}/draft`),
      writer.post(`/knowledge-gaps/${violin}/dismiss`),
      writer.post(`/knowledge-gaps/${violin}/answer`, { contextId: other, question: 'a', answer: 'b' }),
      writer.post(`/knowledge-gaps/${all[0]!.id}/answer`, { contextId: owner.contextId, question: 'a', answer: 'b' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await writer.post(`/knowledge-gaps/${all[0]!.id}/dismiss`)).status).toBe(204);
    expect(await gapsOf(writer)).toEqual([]);
    // The part of the gap in the other context remains.
    expect((await gapsOf(owner)).find(({ id }) => id === all[0]!.id)).toMatchObject({
      count: 1,
      contextIds: [owner.contextId],
    });
  });

  test('offer visitors’ words as phrasings, wait for the training, and are judged together', async () => {
    const owner = await server.signUp();
    const other = await server.signUp();
    await teach(owner);
    for (const question of [...TOWELS, 'Vocês têm aula de violino?']) await ask(owner.contextId, question);
    const open = await until(async () => {
      const found = await gapsOf(owner);
      return found.length === 2 ? found : null;
    });
    const ids = open.map(({ id }) => id);
    const towels = open.find(({ count }) => count === 2)!;
    const { question, phrasings } = (await owner.post(`/knowledge-gaps/${towels.id}/draft`, {})).body;
    expect([question, ...phrasings].toSorted()).toEqual(TOWELS.toSorted());

    const written = { question, phrasings, answer: 'Sim, por R$ 10 cada.', contextId: owner.contextId };
    const { contentId } = (await owner.post(`/knowledge-gaps/${towels.id}/answer`, written)).body;
    expect((await owner.get(`/contents/${contentId}`)).body.phrasings).toEqual(phrasings);
    await until(async () => (await gapsOf(owner, '?state=resolved')).length === 1);
    const { pool } = server.services.db;
    await pool.query("update second_answers set state = 'waiting' where content_id = $1", [contentId]);
    await pool.query("update knowledge_gaps set state = 'open' where content_id = $1", [contentId]);
    expect((await gapsOf(owner, '?state=waiting')).map(({ id }) => id)).toEqual([towels.id]);
    expect((await gapsOf(owner)).map(({ id }) => id)).toEqual(ids.filter((id) => id !== towels.id));

    const judge = (caller: Caller, all: string[]) =>
      caller.post('/knowledge-gaps/judge', { ids: all, state: 'dismissed' });
    expect((await judge(owner, [...ids, randomUUID()])).status).toBe(404);
    expect((await judge(other, ids)).status).toBe(404);
    expect(await gapsOf(owner, '?state=dismissed')).toEqual([]);
    expect((await judge(owner, ids)).status).toBe(204);
    expect(await gapsOf(owner, '?state=dismissed')).toHaveLength(2);
  });

  test('are not duplicated by concurrent processes', async () => {
    const owner = await server.signUp();
    await teach(owner);
    for (const question of TOWELS) await ask(owner.contextId, question);
    const { db } = server.services;
    await Promise.all(Array.from({ length: 4 }, () => gatherGaps(db, owner.accountId)));
    await gatherGaps(db, owner.accountId);
    expect(await gapsOf(owner)).toMatchObject([{ count: 2 }]);
    const { rows } = await db.pool.query('select 1 from knowledge_gaps where account_id = $1', [owner.accountId]);
    expect(rows).toHaveLength(1);
  });

  test('lose the questions of an erased visitor', async () => {
    const owner = await server.signUp();
    await teach(owner);
    const { conversationId } = await ask(owner.contextId, TOWELS[0]!);
    const [gap] = (await gapsOf(owner)) as [Gap];
    await owner.post(`/knowledge-gaps/${gap.id}/answer`, { contextId: owner.contextId, question: 'a', answer: 'b' });
    const erased = await owner.post(`/conversations/${conversationId}/erase-visitor`);
    expect(erased.status).toBeLessThan(300);
    expect((await owner.get(`/knowledge-gaps/${gap.id}`)).status).toBe(404);
  });
});

test('improves an answer from its conversation, shows before and after, and refuses readers', async () => {
  const owner = await server.signUp();
  await teach(owner);
  const { conversationId, messageId } = await ask(owner.contextId, TOWELS[0]!);
  const path = `/conversations/${conversationId}/messages/${messageId}/improvement`;
  expect((await owner.get(path)).body).toEqual({ improvement: null });
  const written = { contextId: owner.contextId, question: TOWELS[0]!, answer: 'Sim, por R$ 5 a toalha.' };
  const reader = await server.as(owner, 'READER');
  expect((await reader.post(path, written)).status).toBe(403);
  const stranger = await server.signUp();
  expect((await stranger.post(path, { ...written, contextId: stranger.contextId })).status).toBe(404);
  expect((await owner.post(path, written)).status).toBe(201);
  const { improvement } = await until(async () => {
    const { body } = await reader.get(path);
    return body.improvement?.state === 'asked' && body;
  });
  expect(improvement).toMatchObject({ answered: true, answer: written.answer });
});

/** Returns what was charged and counted for the account. */
async function figuresOf({ accountId }: Caller) {
  const { pool } = server.services.db;
  const one = async (text: string) => (await pool.query(text, [accountId])).rows;
  return {
    figures: await one('select * from daily_figures where account_id = $1'),
    credits: await one('select * from credit_entries where account_id = $1'),
    conversations: await one('select id from conversations where account_id = $1 order by id'),
    counters: await one('select * from usage_counters where account_id = $1'),
  };
}
