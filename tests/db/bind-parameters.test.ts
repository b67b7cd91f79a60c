import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeTenant, readPlatform, readTenant, type Tenant, tenant } from '../../src/server/db/tenant.ts';
import { type Caller, startServer, type TestServer, textOf } from '../support/server.ts';

let server: TestServer;
let owner: Caller;
let own: Tenant;
const db = () => server.services.db;
const allow = (listener: (client: pg.PoolClient) => void) => db().pool.on('acquire', listener);

beforeAll(async () => {
  server = await startServer();
  owner = await server.signUp();
  own = tenant(owner.accountId, 'all');
});
afterAll(() => server.close());

/** Strings that would close a literal, with backslash escapes enabled or disabled. */
const NASTY = ["'", "''", "\\'", '\\', "\\'; drop table accounts; --", "'; drop table accounts; --", '$1', '%', '$$'];

describe('bind parameters', () => {
  it('return any text unchanged', async () => {
    // PostgreSQL's text type cannot store NUL, and UTF-8 cannot encode half a surrogate pair.
    const anyText = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(anyText, fc.constantFrom(...NASTY)), { minLength: 1, maxLength: 4 }),
        async (parts) => {
          const text = parts.join('');
          const [row] = await readPlatform<{ text: string }>(db(), sql`select ${text}::text as text`);
          expect(row?.text).toBe(text);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('are never read as SQL, even when the server accepts backslash escapes', async () => {
    const escaping = (client: pg.PoolClient) => void client.query('set standard_conforming_strings = off');
    allow(escaping);
    const { contextId } = owner;
    const payload = `\\'; update accounts set name = 'tomada'; --`;
    const answers = [
      await server.call({
        method: 'POST',
        url: `/api/widgets/${contextId}/messages`,
        payload: { question: `Qual o preço? ${payload}`, visitorToken: 'visitante-de-teste' },
      }),
      await server.call({
        method: 'POST',
        url: `/api/widgets/${contextId}/messages`,
        payload: { question: 'Termina em barra \\', visitorToken: 'visitante-de-teste\\' },
      }),
      await owner.get(`/hyperlinks?contextId=${contextId}&search=${encodeURIComponent(payload)}`),
      await owner.get(`/conversations?contextId=${contextId}&search=${encodeURIComponent('barra \\')}`),
      await owner.post('/contents/faq', { contextId, question: payload, answer: payload }),
    ];
    db().pool.off('acquire', escaping);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201]);
    expect(textOf(answers[1]!)).not.toBe('');
    const { rows } = await db().pool.query(`select name from accounts where name = 'tomada'`);
    expect(rows).toEqual([]);
    const questions = await db().pool.query('select question from messages where account_id = $1 order by created_at', [
      owner.accountId,
    ]);
    expect(questions.rows.map(({ question }) => question)).toEqual([`Qual o preço? ${payload}`, 'Termina em barra \\']);
  });
});

describe('statements sent in one round trip', () => {
  const adding = (word: string) => sql`
    insert into hyperlinks (account_id, id, context_id, word, link, case_sensitive)
    values (${owner.accountId}, ${randomUUID()}, ${owner.contextId}, ${word}, 'https://a.com.br', false) returning word`;
  const countWord = async (word: string) =>
    (await db().pool.query('select word from hyperlinks where word = $1', [word])).rows.length;

  it('run in one transaction, which a failure rolls back completely', async () => {
    expect(await changeTenant(db(), own, adding('antes'), adding('inteira'))).toEqual([{ word: 'inteira' }]);
    const failing = changeTenant(db(), own, adding('metade'), sql`select 1 / ${0}::int`, adding('resto'));
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect([
      await countWord('antes'),
      await countWord('inteira'),
      await countWord('metade'),
      await countWord('resto'),
    ]).toEqual([1, 1, 0, 0]);
  });

  it('leave the connection clean, also after an error', async () => {
    const client = await db().pool.connect();
    const { rows: before } = await client.query('select current_user as role');
    client.release();
    const many = Array.from({ length: 40 }, (_, n) =>
      changeTenant(db(), own, sql`select 1 / ${n % 2}::int as n`).catch((error: { code: string }) => error.code),
    );
    expect(new Set((await Promise.all(many)).map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['"22012"', '[{"n":1}]']),
    );
    const states = await Promise.all(
      Array.from({ length: 20 }, () =>
        db().pool.query(`select current_user as role, nullif(current_setting('prosa.account', true), '') as account,
          current_setting('transaction_read_only') as "readOnly"`),
      ),
    );
    for (const { rows } of states) expect(rows).toEqual([{ ...before[0], account: null, readOnly: 'off' }]);
  });

  it('see only the rows of their account, and cannot write in a read', async () => {
    const stranger = await server.signUp();
    const accounts = await readTenant<{ id: string }>(db(), own, sql`select id from accounts`);
    expect(accounts).toEqual([{ id: owner.accountId }]);
    expect(stranger.accountId).not.toBe(owner.accountId);
    await expect(readTenant(db(), own, adding('lida'))).rejects.toMatchObject({ code: '25006' });
  });

  it('are rejected before sending when they have more parameters than the protocol allows', async () => {
    const values = sql.join(
      Array.from({ length: 65_536 }, (_, n) => sql`${n}`),
      sql`, `,
    );
    await expect(readTenant(db(), own, sql`select 1 where 1 in (${values})`)).rejects.toThrow(RangeError);
    expect(await readTenant(db(), own, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });
});
