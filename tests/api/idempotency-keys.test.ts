import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { sweepIdempotencyKeys } from '../../src/server/db/idempotency-keys.ts';
import { type Caller, type SharedServer, sharedServer } from '../support/server.ts';

let server: SharedServer;
let owner: Caller;
beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
});

const query = async (text: string, ...values: unknown[]) => (await server.services.db.pool.query(text, values)).rows;
const rule = (word: string = randomUUID(), contextId = owner.contextId) => ({
  contextId,
  word,
  link: 'https://loja.com.br',
  caseSensitive: false,
});
const post = (body: object, key: string, caller = owner, path = '/hyperlinks') =>
  caller.post(path, body, { 'idempotency-key': key });
const countRules = async () => (await owner.get(`/hyperlinks?contextId=${owner.contextId}`)).body.total as number;

it('repeats the first answer to the same call and creates nothing more', async () => {
  const [key, body, before] = [randomUUID(), rule(), await countRules()];
  const first = await post(body, key);
  const again = await post(body, key);
  expect(first.status).toBe(201);
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
  expect(again.headers['content-type']).toBe(first.headers['content-type']);
  expect(await countRules()).toBe(before + 1);
});

it('repeats an answer that was compressed', async () => {
  const [key, answer] = [randomUUID(), 'O prazo é de 5 dias. '.repeat(100).trim()];
  const faq = { contextId: owner.contextId, question: randomUUID(), answer };
  const authorization = `Bearer ${owner.tokens.accessToken}`;
  const headers = { authorization, 'idempotency-key': key, 'accept-encoding': 'gzip' };
  const first = await server.app.inject({ method: 'POST', url: '/api/contents/faq', headers, payload: faq });
  expect(first.headers['content-encoding']).toBe('gzip');
  const again = await post(faq, key, owner, '/contents/faq');
  expect(again).toMatchObject({ status: 201, body: { answer } });
});

it('repeats an error, too', async () => {
  const [key, body] = [randomUUID(), rule('repetida')];
  await owner.post('/hyperlinks', body);
  const first = await post(body, key);
  expect(first).toMatchObject({ status: 409, body: { code: 'already_exists' } });
  await query(`delete from hyperlinks where word = 'repetida'`);
  expect(await post(body, key)).toMatchObject({ status: 409, body: first.body });
});

it('refuses another body or address with the same key, but not a corrected one after invalid input', async () => {
  const key = randomUUID();
  expect((await post({ ...rule(), link: 'errado' }, key)).status).toBe(422);
  expect((await post(rule(), key)).status).toBe(201);
  expect((await post(rule(), key)).body.code).toBe('idempotency_key_reused');
  const faq = { contextId: owner.contextId, question: 'Vocês abrem?', answer: 'Sim.' };
  expect((await post(faq, key, owner, '/contents/faq')).body.code).toBe('idempotency_key_reused');
});

it('carries out concurrent repeats once', async () => {
  const [key, body, before] = [randomUUID(), rule(), await countRules()];
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(body, key)));
  for (const { status, body: given } of answers)
    expect(status === 201 || given.code === 'idempotency_key_in_use', JSON.stringify(given)).toBe(true);
  expect(answers.some(({ status }) => status === 201)).toBe(true);
  expect(await countRules()).toBe(before + 1);
});

it('never carries out a call again whose process died', async () => {
  const [key, body] = [randomUUID(), rule()];
  await post(body, key);
  await query('update idempotency_keys set status = null, answer = null where key = $1', key);
  expect((await post(body, key)).body.code).toBe('idempotency_key_in_use');
  await query(`update idempotency_keys set created_at = now() - interval '20 minutes' where key = $1`, key);
  expect((await post(body, key)).body.code).toBe('idempotency_key_unfinished');
});

it('compares files by their content', async () => {
  const [key, fields] = [randomUUID(), { contextId: owner.contextId }];
  const upload = (text: string) => {
    const form = new FormData();
    form.set('contextId', fields.contextId);
    form.set('file', new Blob([text]), 'prazos.txt');
    const request = new Request('http://x/', { method: 'POST', body: form });
    return request.arrayBuffer().then((bytes) =>
      server.call({
        method: 'POST',
        url: '/api/contents/file',
        headers: {
          authorization: `Bearer ${owner.tokens.accessToken}`,
          'content-type': String(request.headers.get('content-type')),
          'idempotency-key': key,
        },
        payload: Buffer.from(bytes),
      }),
    );
  };
  const first = await upload('O prazo é de 5 dias.');
  expect(first.status).toBe(201);
  expect((await upload('O prazo é de 5 dias.')).body).toEqual(first.body);
  expect((await upload('O prazo é de 8 dias.')).body.code).toBe('idempotency_key_reused');
});

it('belongs to the caller and the account', async () => {
  const [key, body] = [randomUUID(), rule()];
  await post(body, key);
  expect((await post(body, key, await server.as(owner, 'ADMIN'))).body.code).toBe('idempotency_key_reused');
  const stranger = await server.signUp();
  expect((await post(rule(undefined, stranger.contextId), key, stranger)).status).toBe(201);
});

it('keeps answers encrypted, for a day', async () => {
  const [key, body] = [randomUUID(), { name: 'ERP', role: 'READER', contextIds: [], expiresAt: null }];
  const { secret } = (await post(body, key, owner, '/api-keys')).body;
  const [row] = await query('select answer from idempotency_keys where key = $1', key);
  expect(row.answer).not.toContain(secret);
  expect((await post(body, key, owner, '/api-keys')).body.secret).toBe(secret);
  await query(`update idempotency_keys set created_at = now() - interval '25 hours' where key = $1`, key);
  expect((await post(body, key, owner, '/api-keys')).body.secret).not.toBe(secret);
  await query(`update idempotency_keys set created_at = now() - interval '25 hours' where key = $1`, key);
  expect(await sweepIdempotencyKeys(server.services.db)).toBe(1);
});
