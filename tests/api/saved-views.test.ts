import { beforeAll, describe, expect, it } from 'vitest';
import { SAVED_VIEWS_MAX } from '../../src/shared/constants.ts';
import { type Caller, type SharedServer, sharedServer } from '../support/server.ts';

let server: SharedServer;
let owner: Caller;
let writer: Caller;
let reader: Caller;
let stranger: Caller;
beforeAll(async () => {
  server = await sharedServer();
  [owner, stranger] = [await server.signUp(), await server.signUp()];
  [writer, reader] = [await server.as(owner, 'WRITER'), await server.as(owner, 'READER')];
});

const view = (more: object = {}) => ({ list: 'conversations', name: 'Reclamações', query: 'goal=complaint', ...more });
const save = async (caller: Caller, more: object = {}) => (await caller.post('/saved-views', view(more))).body.id;
const namesSeenBy = async (caller: Caller, list = 'conversations') =>
  (await caller.get(`/saved-views?list=${list}`)).body.data.map(({ name }: { name: string }) => name);

describe('saved views', () => {
  it('are seen by whoever saved them, and by the account once they are shared', async () => {
    await save(writer, { name: 'Só minha' });
    const id = await save(writer, { name: 'De todos', shared: true });
    expect(await namesSeenBy(writer)).toEqual(expect.arrayContaining(['Só minha', 'De todos']));
    expect(await namesSeenBy(reader)).toEqual(['De todos']);
    expect(await namesSeenBy(writer, 'contents')).toEqual([]);
    expect(await namesSeenBy(stranger)).toEqual([]);
    expect((await stranger.get(`/saved-views/${id}`)).status).toBe(404);
    const [row] = (await reader.get('/saved-views?list=conversations')).body.data;
    expect(row).toMatchObject({ name: 'De todos', query: 'goal=complaint', shared: true, isOwn: false });
    expect((await writer.put(`/saved-views/${id}`, { shared: false })).status).toBe(200);
    expect(await namesSeenBy(reader)).toEqual([]);
  });

  it('are changed and deleted only by whoever saved them', async () => {
    const id = await save(writer, { name: 'Da Bia', shared: true });
    for (const other of [owner, reader, stranger]) {
      expect((await other.put(`/saved-views/${id}`, { name: 'Outra' })).status).toBe(404);
      expect((await other.delete(`/saved-views/${id}`)).status).toBe(404);
    }
    expect((await writer.put(`/saved-views/${id}`, { name: 'Nova' })).body).toMatchObject({
      name: 'Nova',
      isOwn: true,
    });
    expect((await writer.delete(`/saved-views/${id}`)).status).toBe(204);
    expect(await namesSeenBy(owner)).not.toContain('Nova');
  });

  it('are shared only by those with the right to', async () => {
    const refused = await reader.post('/saved-views', view({ shared: true }));
    expect([refused.status, refused.body.errors[0].field]).toEqual([403, 'shared']);
    const id = await save(reader, { name: 'Minha' });
    expect((await reader.put(`/saved-views/${id}`, { shared: true })).status).toBe(403);
    expect((await reader.put(`/saved-views/${id}`, { name: 'Minha mesmo' })).status).toBe(200);
  });

  it('are of lists that have views and that the person may see', async () => {
    expect((await reader.post('/saved-views', view({ list: 'users' }))).status).toBe(422);
    const hidden = await reader.post('/saved-views', view({ list: 'webhook-deliveries', query: 'state=parked' }));
    expect([hidden.status, hidden.body.code]).toEqual([403, 'forbidden']);
    expect((await owner.post('/saved-views', view({ list: 'webhook-deliveries', query: 'state=parked' }))).status).toBe(
      201,
    );
  });

  it('are not shown to those who may not see their list', async () => {
    const deliveries = { list: 'webhook-deliveries', query: 'state=parked', name: 'Pararam', shared: true };
    const id = (await owner.post('/saved-views', view(deliveries))).body.id;
    expect(await namesSeenBy(await server.as(owner, 'ADMIN'), 'webhook-deliveries')).toContain('Pararam');
    expect(await namesSeenBy(reader, 'webhook-deliveries')).toEqual([]);
    expect((await reader.get('/saved-views?limit=100')).text).not.toContain('Pararam');
    expect((await reader.get(`/saved-views/${id}`)).status).toBe(404);
  });

  it('are limited in number for a person and a list', async () => {
    const many = await server.as(owner, 'READER');
    for (let count = 0; count < SAVED_VIEWS_MAX; count++) await save(many, { name: `Número ${count}` });
    const refused = await many.post('/saved-views', view());
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_views']);
    const elsewhere = (await many.post('/saved-views', view({ list: 'contents', query: 'status=error' }))).body.id;
    expect((await many.put(`/saved-views/${elsewhere}`, { list: 'conversations' })).status).toBe(409);
    expect((await many.put(`/saved-views/${elsewhere}`, { name: 'Com erro' })).status).toBe(200);
  });

  it('go with the person', async () => {
    const leaving = await server.as(owner, 'WRITER');
    await save(leaving, { name: 'De quem sai', shared: true });
    expect(await namesSeenBy(owner)).toContain('De quem sai');
    expect((await owner.delete(`/users/${leaving.userId}`)).status).toBe(204);
    expect(await namesSeenBy(owner)).not.toContain('De quem sai');
  });

  it('belong to people: a key chooses only among shared ones', async () => {
    const { secret } = (await owner.post('/api-keys', { name: 'Robô', role: 'ADMIN', contextIds: [] })).body;
    await save(owner, { name: 'Da dona' });
    await save(owner, { name: 'De todos', shared: true });
    const asKey = (method: 'GET' | 'POST', url: string, payload?: object) =>
      server.call({ method, url: `/api${url}`, headers: { authorization: `Bearer ${secret}` }, payload });
    const { body } = await asKey('GET', '/saved-views?list=conversations');
    const names = body.data.map(({ name }: { name: string }) => name);
    expect(names).toContain('De todos');
    expect(names).not.toContain('Da dona');
    expect((await asKey('POST', '/saved-views', view())).body.code).toBe('session_required');
  });
});
