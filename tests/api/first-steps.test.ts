import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type SharedServer, sharedServer, until } from '../support/server.ts';

let server: SharedServer;
let owner: Caller;
beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
});

const stateOf = async (caller: Caller) => {
  const { tutorial, tutorialMode, websiteCrawled } = (await caller.get('/users/me')).body;
  return { tutorial, tutorialMode, websiteCrawled };
};

describe('the first steps', () => {
  it('are stored per user and can go forward, back, end and restart', async () => {
    expect(await stateOf(owner)).toEqual({ tutorial: 0, tutorialMode: null, websiteCrawled: false });
    expect((await owner.put('/users/tutorial?step=2&mode=many')).body).toMatchObject({
      tutorial: 2,
      email: owner.email,
    });
    // A step without a mode keeps the current mode.
    await owner.put('/users/tutorial?step=1');
    expect(await stateOf(owner)).toMatchObject({ tutorial: 1, tutorialMode: 'many' });
    expect((await owner.post('/users/tutorial')).body.tutorial).toBe(5);
    await owner.put('/users/tutorial?step=0');
    expect(await stateOf(owner)).toMatchObject({ tutorial: 0, tutorialMode: 'many' });
    const writer = await server.as(owner, 'WRITER');
    expect(await stateOf(writer)).toEqual({ tutorial: 0, tutorialMode: null, websiteCrawled: false });
    await writer.post('/users/website-crawled');
    expect([(await stateOf(writer)).websiteCrawled, (await stateOf(owner)).websiteCrawled]).toEqual([true, false]);
  });

  it('tick by what happened in the account, whoever did it, and stay folded on the server', async () => {
    const shop = await server.signUp();
    const other = await server.signUp();
    const writer = await server.as(shop, 'WRITER', []);
    const facts = async (caller: Caller) => (await caller.get('/users/tutorial')).body;
    const none = { content: false, preview: false, setup: false };
    expect(await facts(shop)).toEqual(none);
    const { contextId } = shop;
    await shop.post('/contents/faq', { contextId, question: 'Abrem domingo?', answer: 'Sim, das 9h às 13h.' });
    await until(async () => (await facts(writer)).content);
    const ids = { messageId: randomUUID(), visitorToken: randomUUID() };
    await server.call({ method: 'GET', url: `/api/widgets/${contextId}` });
    await shop.post(`/widgets/${contextId}/messages`, { question: 'Abrem domingo?', ...ids });
    expect(await facts(writer)).toMatchObject({ content: true, preview: true });
    await server.services.db.pool.query('update contexts set widget_seen_at = now() where id = $1', [contextId]);
    expect(await facts(shop)).toEqual({ content: true, preview: true, setup: true });
    expect(await facts(other)).toEqual(none);

    await shop.put('/users/tutorial?step=3&folded=true');
    expect((await shop.get('/users/me')).body).toMatchObject({ tutorial: 3, tutorialFolded: true });
    expect((await shop.put('/users/tutorial?step=3')).body.tutorialFolded).toBe(false);
  });

  it('stop offering the sign-up website to the whole account after somebody captures it, with or without www', async () => {
    const shop = await server.signUp({ website: 'https://www.loja.test/inicio' });
    const writer = await server.as(shop, 'WRITER');
    const offers = async () => [(await stateOf(shop)).websiteCrawled, (await stateOf(writer)).websiteCrawled];
    const captureOf = (url: string) => writer.post('/contents/crawl-links', { contextId: shop.contextId, url });
    expect((await captureOf('https://outra.test/')).status).toBe(202);
    expect(await offers()).toEqual([false, false]);
    expect((await captureOf('https://loja.test/queijos')).status).toBe(202);
    expect(await offers()).toEqual([true, true]);
  });

  it('return 422 for an unknown step or mode', async () => {
    for (const query of ['', '?step=5', '?step=-1', '?step=1.5', '?step=1&mode=three'])
      expect((await owner.put(`/users/tutorial${query}`)).status, query).toBe(422);
  });
});

describe('deleting a context', () => {
  it('moves all of its contents, or none when it fails halfway', async () => {
    const { pool } = server.services.db;
    const sub = (await owner.post('/contexts', { name: 'Filial', parentId: owner.contextId })).body;
    const faqs = ['Abre domingo?', 'Tem estacionamento?'];
    for (const question of faqs)
      await owner.post('/contents/faq', { contextId: sub.id, question, answer: 'Sim, das 9h às 13h.' });
    const counts = async () =>
      Object.fromEntries((await owner.get('/contexts')).body.data.map((one: any) => [one.id, one.contents]));
    await pool.query(`create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$;
      create trigger refuse before delete on contexts for each row execute function refuse()`);
    expect((await owner.delete(`/contexts/${sub.id}?contents=move`)).status).toBe(500);
    expect(await counts()).toEqual({ [owner.contextId]: 0, [sub.id]: 2 });
    await pool.query('drop trigger refuse on contexts');
    expect((await owner.delete(`/contexts/${sub.id}?contents=move`)).status).toBe(204);
    expect(await counts()).toEqual({ [owner.contextId]: 2 });
  });

  it('can remove a root context with its contents but not move them', async () => {
    const root = (await owner.post('/contexts', { name: 'Outra marca' })).body;
    expect((await owner.delete(`/contexts/${root.id}?contents=move`)).body.code).toBe('invalid_input');
    expect((await owner.delete(`/contexts/${root.id}?contents=remove`)).status).toBe(204);
  });
});

describe('contexts', () => {
  it('show whether they can answer from their own or inherited contents', async () => {
    const fresh = await server.signUp();
    const statusOf = async (id: string) => (await fresh.get(`/contexts/${id}`)).body.status;
    const sub = (await fresh.post('/contexts', { name: 'Filial', parentId: fresh.contextId })).body;
    expect([sub.status, await statusOf(fresh.contextId)]).toEqual(['waiting', 'waiting']);
    const { pool } = server.services.db;
    const put = (status: string, version: number | null) =>
      pool.query(
        `insert into contents (account_id, id, context_id, title, type, format, status, trained_version)
         values ($1, gen_random_uuid(), $2, 'x', 'FAQ', 'faq', $3, $4)`,
        [fresh.accountId, fresh.contextId, status, version],
      );
    await put('done', 1);
    expect([await statusOf(sub.id), await statusOf(fresh.contextId)]).toEqual(['ready', 'ready']);
    await put('working', null);
    expect(await statusOf(sub.id)).toBe('learning');
    const separate = (await fresh.post('/contexts', { name: 'À parte' })).body;
    expect(await statusOf(separate.id)).toBe('waiting');
  });

  it('can be nested to any depth, and a branch moves with its subcontexts', async () => {
    const deep = await server.signUp();
    await server.services.db.pool.query(`update subscriptions set plan_id = 'business' where account_id = $1`, [
      deep.accountId,
    ]);
    const ids = [deep.contextId];
    for (let level = 1; level <= 14; level++)
      ids.push((await deep.post('/contexts', { name: `Nível ${level}`, parentId: ids.at(-1) })).body.id);
    expect((await deep.put(`/contexts/${ids[1]}`, { parentId: ids[14] })).body.code).toBe('context_cycle');
    expect((await deep.put(`/contexts/${ids[5]}`, { parentId: ids[0] })).status).toBe(200);
    const last = (await deep.get(`/contexts/${ids[14]}`)).body;
    expect(last.inheritance).toBe([ids[0], ...ids.slice(5)].join('.'));
  });
});
