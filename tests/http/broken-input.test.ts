import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Caller, PASSWORD, type SharedServer, sharedServer, until } from '../support/server.ts';

let server: SharedServer;
let owner: Caller;
beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
});

const query = (text: string) => server.services.db.pool.query(text);

describe('dates in filters', () => {
  const paths = (moment: string) => {
    const value = encodeURIComponent(moment);
    const listed = `contextId=${owner.contextId}&startedAt_gte=${value}`;
    return [
      ...[`/conversations?${listed}`, `/conversations?${listed}&search=frete`, `/conversations/export?${listed}`],
      ...[`/audit-log?at_gte=${value}`, `/audit-log?at_lte=${value}`, `/audit-log?format=csv&at_lte=${value}`],
    ];
  };

  it.each(['0000-01-01', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '0001-01-01T00:00:00+10:00'])(
    'returns 422 for a date that the database cannot store: %s',
    async (moment) => {
      for (const path of paths(moment)) {
        const answer = await owner.get(path);
        expect([answer.status, answer.body.errors?.[0]?.message], path).toEqual([422, 'Data inválida']);
      }
    },
  );

  it.each(['2024-01-01T00:00:00+23:59', '2024-01-01T00:00:00-23:59', '0001-01-02', '9999-12-31'])(
    'accepts a date that the database can store: %s',
    async (moment) => {
      for (const path of paths(moment)) expect((await owner.get(path)).status, path).toBe(200);
    },
  );

  it('compares the instant, not the local time of the offset', async () => {
    const [entry] = (await owner.get('/audit-log?action=sign_in')).body.data;
    const found = async (field: string, ms = 0) => {
      const local = new Date(entry.at).getTime() + ms + (23 * 60 + 59) * 60_000;
      const same = new Date(local).toISOString().replace('Z', '+23:59');
      return (await owner.get(`/audit-log?action=sign_in&${field}=${encodeURIComponent(same)}`)).body.data.length;
    };
    expect([await found('at_gte'), await found('at_gte', 1_000)]).toEqual([1, 0]);
    expect([await found('at_lte', 1_000), await found('at_lte', -1_000)]).toEqual([1, 0]);
  });
});

const BOUNDARY = 'fronteira';
const field = () => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="contextId"\r\n\r\n${owner.contextId}\r\n`;
const FILE = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nTexto do arquivo.\r\n`;
const END = `--${BOUNDARY}--\r\n`;
const UPLOADS = ['/contents/file', '/contents/faqs', '/contents/faqs/check'];

function sendForm(path: string, payload: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> {
  const authorization = `Bearer ${owner.tokens.accessToken}`;
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  const sent = { authorization, 'content-type': type, ...headers };
  return server.call({ method: 'POST', url: `/api${path}`, headers: sent, payload });
}

describe('multipart forms', () => {
  it.each<[string, () => string]>([
    ['in a field', () => field().slice(0, -20)],
    ['between two parts', field],
    ['in the head of its file', () => field() + FILE.slice(0, 50)],
    ['in its file', () => field() + FILE.slice(0, -4)],
    ['before its last boundary', () => field() + FILE],
    ['in its last boundary', () => field() + FILE + END.slice(0, -4)],
    ['before it begins', () => 'nada'],
  ])('returns 400 for a form that ends %s', async (_where, form) => {
    for (const path of UPLOADS)
      expect(await sendForm(path, form()), path).toMatchObject({ status: 400, body: { code: 'malformed_request' } });
  });

  it('returns 400 without a boundary or with a forbidden field name', async () => {
    const headers = { 'content-type': 'multipart/form-data' };
    const refused = { status: 400, body: { code: 'malformed_request' } };
    expect(await sendForm('/contents/file', field() + FILE + END, headers)).toMatchObject(refused);
    const proto = field().replace('contextId', '__proto__');
    expect(await sendForm('/contents/file', proto + FILE + END)).toMatchObject(refused);
  });

  it('returns 415 for a compressed body', async () => {
    const refused = {
      status: 415,
      body: { code: 'unsupported_media_type' },
      headers: { 'accept-encoding': 'identity', 'x-content-type-options': 'nosniff' },
    };
    const coded = { 'content-encoding': 'gzip' };
    for (const path of UPLOADS)
      expect(await sendForm(path, gzipSync(field() + FILE + END), coded)).toMatchObject(refused);
    const login = gzipSync(JSON.stringify({ email: owner.email, password: PASSWORD }));
    const json = { 'content-type': 'application/json', ...coded };
    expect(await sendForm('/auth/login', login, json)).toMatchObject(refused);
    const plain = { 'content-type': 'application/json', 'content-encoding': 'identity' };
    const sent = JSON.stringify({ email: owner.email, password: PASSWORD });
    expect((await sendForm('/auth/login', sent, plain)).status).toBe(200);
  });
});

it('replaces half a surrogate pair in a text', async () => {
  const { body, status } = await owner.post('/contexts', { name: 'Loja \ud83d' });
  expect([status, body.name]).toEqual([201, 'Loja \ufffd']);
});

it('reads a table of 5,000 lines, and refuses one of 200,000', { timeout: 120_000 }, async () => {
  const { contextId } = owner;
  const check = (lines: number) => {
    const sheet = { name: 'perguntas.csv', bytes: Buffer.from('a;b\n'.repeat(lines)) };
    return owner.upload('/contents/faqs/check', { contextId }, sheet);
  };
  const read = await check(5_000);
  expect([read.status, read.body.lines.length]).toEqual([200, 5_000]);
  const refused = await check(200_000);
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_input', errors: [{ field: 'file' }] } });
  expect(refused.body.message).toMatch(/grande demais/);
});

it('creates no session when a user is removed while they accept their invitation', async () => {
  const email = 'rita@convidada.com.br';
  await owner.post('/users', { email, role: 'READER', contextIds: [] });
  const mail = await until(async () => (await server.mailsTo(email))[0]);
  const token = /\/invitation\/(\S+)/.exec(mail.text ?? '')?.[1];
  // Deletes the user between accepting the invitation and creating the session, as a concurrent request would.
  await query(
    `create function remove_accepted() returns trigger language plpgsql security definer as
     $$ begin delete from users where id = new.id; return null; end $$`,
  );
  await query(
    `create constraint trigger remove_accepted after update on users deferrable initially deferred
     for each row when (new.email = '${email}' and new.status = 'ACTIVE') execute function remove_accepted()`,
  );
  const payload = { name: 'Rita Alves', password: PASSWORD };
  const answer = await server.call({ method: 'POST', url: `/api/invitations/${token}`, payload });
  await query('drop trigger remove_accepted on users');
  expect(answer).toMatchObject({ status: 401, body: { code: 'session_expired' } });
});

it('returns 507 when the disk is full', async () => {
  await query(
    `create function fill_disk() returns trigger language plpgsql as
     $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
  );
  await query('create trigger fill_disk before insert on contents for each row execute function fill_disk()');
  const faq = { contextId: owner.contextId, question: 'Cabe?', answer: 'Não.' };
  const answer = await owner.post('/contents/faq', faq);
  await query('drop trigger fill_disk on contents');
  expect(answer).toMatchObject({ status: 507, body: { code: 'storage_full' } });
});
