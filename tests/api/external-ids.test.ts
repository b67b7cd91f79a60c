import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type SharedServer, sharedServer } from '../support/server.ts';

let server: SharedServer;
let owner: Caller;
beforeAll(async () => {
  // Without a worker, nothing is trained, so the versions only change with the edits.
  server = await sharedServer();
  owner = await server.signUp();
  await server.services.db.pool.query(`update subscriptions set plan_id = 'business' where account_id = $1`, [
    owner.accountId,
  ]);
});

const put = (id: string, body: object, caller = owner) =>
  caller.put(`/contents/by-external-id/${encodeURIComponent(id)}`, { contextId: owner.contextId, ...body });
const at = (id: string, contextId = owner.contextId) =>
  `/contents/by-external-id/${encodeURIComponent(id)}?contextId=${contextId}`;
const faq = (question = randomUUID(), answer = 'Sim.') => ({ question, answer });
const versionOf = async (id: string) =>
  (
    await server.services.db.pool.query(
      `select c.version, x.knowledge_version from contents c join contexts x on x.id = c.context_id where c.id = $1`,
      [id],
    )
  ).rows[0];

describe('a content with an external id', () => {
  it('is added once, changed afterwards, and not trained again without a change', async () => {
    const [id, question] = [`produto/${randomUUID()}`, randomUUID()];
    const added = await put(id, faq(question, 'Sim.'));
    expect(added).toMatchObject({ status: 201, body: { type: 'FAQ', externalId: id, question } });
    const changed = await put(id, { ...faq(question, 'Não.'), enabled: false });
    expect(changed).toMatchObject({ status: 200, body: { id: added.body.id, answer: 'Não.', enabled: false } });
    const before = await versionOf(added.body.id);
    expect((await put(id, faq(question, 'Não.'))).status).toBe(200);
    expect(await versionOf(added.body.id)).toMatchObject({ version: before.version });
    expect((await owner.get(at(id))).body.id).toBe(added.body.id);
    expect((await owner.delete(at(id))).status).toBe(204);
    expect((await owner.get(at(id))).status).toBe(404);
  });

  it('may be a page, whose new address is read again', async () => {
    const id = randomUUID();
    const url = `https://${randomUUID()}.invalid/`;
    const added = await put(id, { url, weeklySync: true });
    expect(added).toMatchObject({ status: 201, body: { type: 'LINK', url, weeklySync: true, externalId: id } });
    const moved = await put(id, { url: `${url}novo` });
    expect(moved).toMatchObject({ status: 200, body: { id: added.body.id, url: `${url}novo`, weeklySync: true } });
    expect((await versionOf(added.body.id)).version).toBe(2);
    const other = await put(randomUUID(), { url: `${url}novo` });
    expect(other).toMatchObject({ status: 409, body: { code: 'already_exists', current: { id: added.body.id } } });
    expect((await put(id, faq())).body).toMatchObject({ code: 'external_id_known', current: { id: added.body.id } });
  });

  it('is added once by concurrent calls', async () => {
    const [id, body] = [randomUUID(), faq()];
    const answers = await Promise.all(Array.from({ length: 6 }, () => put(id, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  });

  it('gets its external id when it is created, or later', async () => {
    const [id, other] = [randomUUID(), randomUUID()];
    const created = await owner.post('/contents/faq', { contextId: owner.contextId, ...faq(), externalId: id });
    expect(created.body.externalId).toBe(id);
    const again = await owner.post('/contents/faq', { contextId: owner.contextId, ...faq(), externalId: id });
    expect(again.body).toMatchObject({ code: 'external_id_known', current: { id: created.body.id } });
    const file = { name: 'prazos.txt', bytes: Buffer.from(randomUUID()) };
    const uploaded = await owner.upload('/contents/file', { contextId: owner.contextId, externalId: other }, file);
    expect(uploaded.body.externalId).toBe(other);
    const edit = (externalId: string | null) => owner.put(`/contents/${created.body.id}`, { externalId });
    expect((await edit(other)).body).toMatchObject({ code: 'external_id_known', current: { id: uploaded.body.id } });
    expect((await edit(null)).body.externalId).toBeNull();
    expect((await edit(id)).body.externalId).toBe(id);
  });

  it('needs a question with its answer, or an address', async () => {
    const fieldsOf = async (body: object) =>
      (await put(randomUUID(), body)).body.errors.map(({ field }: { field: string }) => field);
    expect(await fieldsOf({})).toEqual(['question', 'answer']);
    expect(await fieldsOf({ ...faq(), url: 'https://www.empresa.com.br' })).toEqual(['question', 'answer']);
    expect(await fieldsOf({ ...faq(), title: 'x' })).toEqual(['title']);
  });

  it('belongs to its context and account', async () => {
    const [id, body] = [randomUUID(), faq()];
    await put(id, body);
    const sub = (await owner.post('/contexts', { name: randomUUID(), parentId: owner.contextId })).body.id as string;
    expect((await put(id, { ...body, contextId: sub })).status).toBe(201);
    const limited = await server.as(owner, 'WRITER', [sub]);
    expect((await limited.get(at(id))).status).toBe(404);
    expect((await limited.delete(at(id))).status).toBe(404);
    expect((await put(id, body, limited)).status).toBe(404);
    const stranger = await server.signUp();
    expect((await stranger.get(at(id))).status).toBe(404);
    expect((await put(id, body, stranger)).status).toBe(404);
    expect((await put(id, body, await server.as(owner, 'READER'))).status).toBe(403);
  });
});

describe('a conflict', () => {
  it('names the row that exists already', async () => {
    const { contextId } = owner;
    const question = { contextId, ...faq() };
    const { id } = (await owner.post('/contents/faq', question)).body;
    expect((await owner.post('/contents/faq', question)).body).toMatchObject({
      code: 'question_known',
      current: { id },
    });
    const rule = (word: string) => ({ contextId, word, link: 'https://loja.com.br', caseSensitive: false });
    const [first, second] = [
      (await owner.post('/hyperlinks', rule('frete'))).body,
      (await owner.post('/hyperlinks', rule('prazo'))).body,
    ];
    const known = { code: 'already_exists', errors: [{ field: 'word' }], current: { id: first.id } };
    expect((await owner.post('/hyperlinks', rule('frete'))).body).toMatchObject(known);
    expect((await owner.put(`/hyperlinks/${second.id}`, { word: 'frete' })).body).toMatchObject(known);
    const context = (await owner.post('/contexts', { name: 'Filial Sul' })).body;
    expect((await owner.post('/contexts', { name: 'Filial Sul' })).body.current).toEqual({ id: context.id });
    // Not to somebody who may not see it.
    const limited = await server.as(owner, 'ADMIN', [contextId]);
    const hidden = (await limited.post('/contexts', { name: 'Filial Sul' })).body;
    expect(hidden.code).toBe('already_exists');
    expect(hidden.current).toBeUndefined();
  });
});
