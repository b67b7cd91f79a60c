import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { AccessReview, ReviewHolder } from '../../src/shared/access-review.ts';
import { type Caller, type SharedServer, sharedServer, until } from '../support/server.ts';
import { createStaff } from '../support/staff.ts';

let server: SharedServer;
let owner: Caller;
let writer: Caller;
beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp({ name: 'Helena Prado' });
  await server.services.db.pool.query(`update subscriptions set plan_id = 'business'`);
  writer = await server.as(owner, 'WRITER');
});

const review = async (): Promise<AccessReview> => (await owner.get('/access-review')).body;
const holderOf = async (id: string): Promise<ReviewHolder> => (await review()).holders.find((one) => one.id === id)!;
const rightOf = ({ rights }: ReviewHolder, resource: string, action: string) =>
  rights.find((one) => one.resource === resource && one.action === action);

it('names people, keys, invitations and staff, with what each may do', async () => {
  const key = (await owner.post('/api-keys', { name: 'Loja', role: 'READER', contextIds: [] })).body;
  const invited = (await owner.post('/users', { email: 'bia@loja.com.br', role: 'ADMIN', contextIds: [] })).body.id;
  const staff = await createStaff(server, { name: 'Rita da Prosa' });
  await staff.post('/admin/login', { accountId: owner.accountId, reason: 'Ajuda' });
  const { holders } = await review();
  const facts = holders.map(({ kind, name, role, givenBy }) => ({ kind, name, role, givenBy }));
  expect(facts).toContainEqual({ kind: 'person', name: 'Helena Prado', role: 'OWNER', givenBy: null });
  expect(facts).toContainEqual({ kind: 'key', name: 'Loja', role: 'READER', givenBy: 'Helena Prado' });
  expect(facts).toContainEqual({ kind: 'invitation', name: 'bia@loja.com.br', role: 'ADMIN', givenBy: 'Helena Prado' });
  expect(facts).toContainEqual({ kind: 'staff', name: 'Rita da Prosa', role: 'WM_ADMIN', givenBy: null });
  const [ofKey, ofInvited, ofStaff] = [key.id, invited, staff.userId].map((id) =>
    holders.find((one) => one.id === id)!,
  );
  expect(rightOf(ofKey!, 'contents', 'list')).toBeDefined();
  expect(rightOf(ofKey!, 'contents', 'create')).toBeUndefined();
  expect(rightOf(ofInvited!, 'users', 'create')).toBeDefined();
  expect(rightOf(ofStaff!, 'users', 'create')).toBeUndefined();
  // What needs no account is no right that somebody holds.
  expect(rightOf(ofKey!, 'chat', 'ask')).toBeUndefined();
});

it('agrees with the server about every right of a person', async () => {
  const { rights } = await holderOf(writer.userId);
  const { permissions } = (await writer.get('/users/me')).body;
  const { policy } = server.services;
  const isPublic = (resource: string, action: string) => policy.can({ role: 'ANYONE', flags: [] }, resource, action);
  const allowed = Object.entries<string[]>(permissions.allowed).flatMap(([resource, actions]) =>
    actions.filter((action) => !isPublic(resource, action)).map((action) => `${resource} ${action}`),
  );
  expect(rights.map(({ resource, action }) => `${resource} ${action}`).sort()).toEqual(allowed.sort());
});

it('tells who gave a role last', async () => {
  await owner.put(`/users/${writer.userId}`, { role: 'ADMIN' });
  await owner.put(`/users/${writer.userId}`, { role: 'WRITER' });
  expect(await holderOf(writer.userId)).toMatchObject({ role: 'WRITER', givenBy: 'Helena Prado' });
});

it('tells when each right was used last, and which are unused', async () => {
  await writer.get('/notices');
  const used = await until(async () => {
    const holder = await holderOf(writer.userId);
    return rightOf(holder, 'notices', 'list')?.lastUsedAt ? holder : null;
  });
  expect(Math.abs(Date.now() - Date.parse(rightOf(used, 'notices', 'list')!.lastUsedAt!))).toBeLessThan(60_000);
  expect(rightOf(used, 'contents', 'delete')).toMatchObject({ lastUsedAt: null });
  await server.services.db.pool.query(`delete from access_decisions where account_id = $1`, [owner.accountId]);
  expect(rightOf(await holderOf(writer.userId), 'notices', 'list')).toMatchObject({ lastUsedAt: null });
});

it('names nobody of another account, and is for owners in their own session only', async () => {
  const other = await server.signUp({ name: 'Outra Dona' });
  expect((await owner.get('/access-review')).text).not.toContain('Outra Dona');
  expect((await other.get('/access-review')).body.holders).toHaveLength(1);
  expect((await writer.get('/access-review')).status).toBe(403);
  const staff = await createStaff(server);
  const { session } = (await staff.post('/admin/login', { accountId: other.accountId, reason: 'Ajuda' })).body;
  const headers = { authorization: `Bearer ${session.accessToken}` };
  expect((await server.call({ method: 'GET', url: '/api/access-review', headers })).status).toBe(403);
});

it('is exported as CSV, in the words of the screen and with the name in the policy', async () => {
  const { text } = await owner.get('/access-review/file');
  expect(text).toContain('Tipo;Nome;E-mail;Perfil');
  expect(text).toMatch(
    /Pessoa;Helena Prado;[^;]+;Proprietário;Ativo;\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d;;conta;excluir;;account delete/,
  );
  expect(text).toMatch(/Chave de API;Loja;;Leitor;Em vigor;/);
  expect(text).not.toMatch(/;(OWNER|ADMIN|READER|WM_ADMIN|ACTIVE|PENDING);/);
});

it('is signed, so that the script in docs notices any change', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-review-'));
  const verify = (document: object) => {
    const file = join(folder, 'review.json');
    writeFileSync(file, JSON.stringify(document));
    const { status, stdout, stderr } = spawnSync(process.execPath, ['docs/verify-access-review.mjs', file], {
      encoding: 'utf8',
    });
    return { status, text: stdout + stderr };
  };
  const { body } = await owner.get('/access-review/signed');
  expect(verify(body)).toMatchObject({
    status: 0,
    text: expect.stringMatching(/^valid: .* holders, key [0-9a-f]{16}/),
  });
  const raised = { ...body, review: body.review.replace('"role":"WRITER"', '"role":"READER"') };
  expect(raised.review).not.toBe(body.review);
  expect(verify(raised)).toMatchObject({ status: 1, text: expect.stringContaining('INVALID') });
  const { publicKey } = (await server.call({ method: 'GET', url: '/api/access-review/key' })).body;
  expect(body.publicKey).toBe(publicKey);
  rmSync(folder, { recursive: true, force: true });
});
