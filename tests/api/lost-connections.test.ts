import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Caller, startServer, type TestServer, until } from '../support/server.ts';

const KILLS = 25;
let server: TestServer;
let owner: Caller;

beforeAll(async () => {
  server = await startServer();
  owner = await server.signUp();
});
afterAll(() => server.close());

const link = (word: string) =>
  owner.post('/hyperlinks', { contextId: owner.contextId, word, link: 'https://a.com.br', caseSensitive: false });
const links = () => owner.get(`/hyperlinks?contextId=${owner.contextId}&limit=1`);

/** Connects as an administrator who can terminate all connections of the server's pool. */
async function killer(): Promise<{ kill(): Promise<unknown>; end(): Promise<void> }> {
  const { connectionString } = server.services.db.pool.options as { connectionString: string };
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  const kill = () =>
    admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'prosa'`);
  return { kill, end: () => admin.end() };
}

describe('connections that PostgreSQL terminates under load', () => {
  it('return 503 for their requests and lose no acknowledged write', async ({ skip }) => {
    const { db } = server.services;
    if (db.kind === 'embedded') skip();
    const { kill, end } = await killer();
    const answers: Answer[] = [];
    const acknowledged: string[] = [];
    let isOver = false;
    const load = Array.from({ length: 8 }, async (_, lane) => {
      for (let n = 0; !isOver; n += 1) {
        const word = `palavra ${lane} ${n}`;
        const written = await link(word);
        if (written.status === 201) acknowledged.push(word);
        answers.push(written, await links());
      }
    });
    for (let n = 0; n < KILLS; n += 1) {
      const before = answers.length;
      await until(async () => answers.length > before + 8);
      await kill();
    }
    isOver = true;
    await Promise.all(load);
    await end();
    const refused = answers.filter(({ status }) => status !== 200 && status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, headers, body } of refused) {
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'database_unavailable', '5']);
    }
    const { rows } = await db.pool.query('select word from hyperlinks where account_id = $1', [owner.accountId]);
    const stored = new Set(rows.map(({ word }) => word));
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(acknowledged.filter((word) => !stored.has(word))).toEqual([]);
    // The pool lost no connection, and the worker still runs jobs.
    const { max } = db.pool.options;
    const all = await Promise.all(Array.from({ length: max }, () => db.pool.connect()));
    for (const client of all) client.release();
    const faq = { contextId: owner.contextId, question: 'Abre aos sábados?', answer: 'Sim, até as 14h.' };
    const { body } = await owner.post('/contents/faq', faq);
    await until(async () => (await owner.get(`/contents/${body.id}`)).body.status === 'done');
  });
});
