import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeStreams, listenTo } from '../support/changes-stream.ts';
import { type Caller, type SharedServer, sharedServer, until } from '../support/server.ts';

let server: SharedServer;
let owner: Caller;
/** A context besides the owner's first. */
let mine: string;
beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
  mine = (await owner.post('/contexts', { name: 'Minha' })).body.id;
});

afterEach(closeStreams);

const listen = (caller: Caller) => listenTo(server, caller);
const answer = (caller: Caller, contextId: string) =>
  caller.post('/prepared-answers', { contextId, shortcut: `a${randomUUID()}`, text: 'Abrimos às 9h.' });

/** A visitor leaves a message. Returns its id. */
async function leaveMessage(contextId: string) {
  const { accountId } = owner;
  const id = randomUUID();
  await server.services.db.pool.query(
    `insert into visitor_messages (account_id, id, context_id, visitor_hash, type, name, question, email, consent_text, consent_version)
     values ($1, $2, $3, 'x', 'WIDGET', 'Bia', 'Tem estoque?', 'bia@exemplo.com.br', 'Sim', '1')`,
    [accountId, id, contextId],
  );
  return id;
}

describe('a change of one person', () => {
  it('is told to others who may list the rows, within a second and without their values', async () => {
    const reader = await server.as(owner, 'READER');
    const stream = await listen(reader);
    const { id } = (await answer(owner, owner.contextId)).body;
    await until(async () => stream.heard().length === 1, 1_000);
    await owner.put(`/prepared-answers/${id}`, { text: 'Abrimos às 8h.' });
    await until(async () => stream.heard().length === 2, 1_000);
    await owner.post('/prepared-answers/bulk-delete', { ids: [id] });
    await until(async () => stream.heard().length === 3, 1_000);
    expect(stream.heard()).toEqual([
      { resource: 'prepared-answers', type: 'created', ids: [id] },
      { resource: 'prepared-answers', type: 'updated', ids: [id] },
      { resource: 'prepared-answers', type: 'deleted', ids: [id] },
    ]);
    expect(stream.text()).not.toContain('Abrimos');
  });

  it('is told for actions on several rows, too', async () => {
    const stream = await listen(await server.as(owner, 'READER'));
    const ids = [await leaveMessage(owner.contextId), await leaveMessage(owner.contextId)].sort();
    await owner.post('/visitor-messages/bulk-answer', { ids });
    await until(async () => stream.heard().length > 0, 1_000);
    expect(stream.heard()).toEqual([{ resource: 'visitor-messages', type: 'updated', ids }]);
  });

  it('is not told before it is stored, or when it is refused', async () => {
    const stream = await listen(owner);
    const { id } = (await answer(owner, owner.contextId)).body;
    await until(async () => stream.heard().length === 1);
    const refused = await owner.post('/prepared-answers/bulk-delete', { ids: [id, randomUUID()] });
    expect(refused.status).toBe(404);
    await owner.delete(`/prepared-answers/${id}`);
    await until(async () => stream.heard().length === 2);
    expect(stream.heard().map(({ type }) => type)).toEqual(['created', 'deleted']);
  });
});

describe('nothing is told', () => {
  it('to another account', async () => {
    const stranger = await server.signUp();
    const stream = await listen(stranger);
    await answer(owner, owner.contextId);
    const { id } = (await answer(stranger, stranger.contextId)).body;
    await until(async () => stream.heard().length > 0);
    expect(stream.heard()).toEqual([{ resource: 'prepared-answers', type: 'created', ids: [id] }]);
  });

  it('of contexts that a person does not see, not even of deletions', async () => {
    const limited = await server.as(owner, 'READER', [mine]);
    const stream = await listen(limited);
    const hidden = (await answer(owner, owner.contextId)).body.id;
    const shown = (await answer(owner, mine)).body.id;
    await until(async () => stream.heard().length > 0);
    await owner.delete(`/prepared-answers/${hidden}`);
    await owner.delete(`/prepared-answers/${shown}`);
    await until(async () => stream.heard().some(({ type }) => type === 'deleted'));
    expect(stream.text()).not.toContain(hidden);
    expect(stream.heard().map(({ type, ids }) => [type, ids])).toEqual([
      ['created', [shown]],
      ['deleted', [shown]],
    ]);
  });

  it('of webhooks for contexts that a person does not see', async () => {
    const stream = await listen(await server.as(owner, 'ADMIN', [mine]));
    const hook = (name: string, contextIds: string[]) =>
      owner.post('/outgoing-webhooks', { name, url: 'https://exemplo.com.br', events: ['message.left'], contextIds });
    const hidden = (await hook('Todos', [])).body.id;
    const shown = (await hook('Só meu', [mine])).body.id;
    await until(async () => stream.heard().length > 0);
    expect(stream.text()).not.toContain(hidden);
    expect(stream.heard()).toEqual([{ resource: 'outgoing-webhooks', type: 'created', ids: [shown] }]);
  });

  it('of resources that a role may not list', async () => {
    const stream = await listen(await server.as(owner, 'READER'));
    const body = { name: 'Outro', url: 'https://exemplo.com.br', events: ['message.left'] };
    expect((await owner.post('/outgoing-webhooks', body)).status).toBe(201);
    await answer(owner, owner.contextId);
    await until(async () => stream.heard().length > 0);
    expect(stream.heard().map(({ resource }) => resource)).toEqual(['prepared-answers']);
  });
});

describe('a stream', () => {
  it.each([
    ['signs out', 'update sessions set revoked_at = now() where user_id = $1'],
    ['is disabled', `update users set status = 'INACTIVE' where id = $1`],
  ])('ends for a person who %s, and tells nothing more', async (_, statement) => {
    const reader = await server.as(owner, 'READER');
    const stream = await listen(reader);
    await server.services.db.pool.query(statement, [reader.userId]);
    await answer(owner, owner.contextId);
    await until(async () => stream.ended());
    expect(stream.heard()).toEqual([]);
  });

  it('follows the contexts that a person has now', async () => {
    const reader = await server.as(owner, 'READER', [mine]);
    const stream = await listen(reader);
    const move = 'update user_contexts set context_id = $2 where user_id = $1';
    await server.services.db.pool.query(move, [reader.userId, owner.contextId]);
    const hidden = (await answer(owner, mine)).body.id;
    const { id } = (await answer(owner, owner.contextId)).body;
    await until(async () => stream.heard().length > 0);
    expect(stream.heard().at(-1)).toEqual({ resource: 'prepared-answers', type: 'created', ids: [id] });
    expect(stream.text()).not.toContain(hidden);
  });

  it('needs a session, and is one of at most ten of it', async () => {
    const reader = await server.as(owner, 'READER');
    expect((await server.call({ url: '/api/changes' })).status).toBe(401);
    for (let at = 0; at < 10; at += 1) expect((await listen(reader)).status).toBe(200);
    expect((await listen(reader)).status).toBe(429);
  });

  it('holds no connection of the database', async () => {
    const { pool } = server.services.db;
    const { max } = pool.options;
    const people = await Promise.all(Array.from({ length: 3 }, () => server.as(owner, 'READER')));
    for (const person of people) for (let at = 0; at < max / 2; at += 1) await listen(person);
    await until(async () => pool.totalCount - pool.idleCount <= 1);
    expect((await owner.get('/prepared-answers?contextId=' + owner.contextId)).status).toBe(200);
  });
});
