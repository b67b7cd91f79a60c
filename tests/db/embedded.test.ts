import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type EmbeddedDatabase, openEmbedded } from '../../src/server/db/embedded/open.ts';

let folder: string;
let database: EmbeddedDatabase;
const quiet = () => undefined;
const dataDir = () => join(folder, 'data');

describe.skipIf(process.env.TEST_DATABASE === 'postgres')('the embedded database', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'prosa-db-'));
    cpSync(inject('templateDir'), dataDir(), { recursive: true });
    database = await openEmbedded(dataDir(), quiet, quiet);
    await database.pool.query('create table numbers (n int, who text)');
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('syncs to disk at each commit and never for reads', async () => {
    const { pool, syncs } = database;
    for (const n of [1, 2, 3]) {
      const before = syncs();
      await pool.query(`insert into numbers values (${n}, 'sync')`);
      expect(syncs()).toBeGreaterThan(before);
    }
    const before = syncs();
    await pool.query('select count(*) from numbers');
    expect(syncs()).toBe(before);
  });

  it('keeps the statements of many connections apart', async () => {
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, n) =>
        n % 2 === 0
          ? database.pool.query('select $1::int as n, $2::text as t', [n, `t${n}`])
          : database.pool.query('select $1::text as t', [`t${n}`]),
      ),
    );
    answers.forEach(({ rows }, n) => expect(rows).toEqual(n % 2 === 0 ? [{ n, t: `t${n}` }] : [{ t: `t${n}` }]));
  });

  it('keeps the roles and settings of interleaved transactions apart', async () => {
    const { pool } = database;
    await pool.query(`create table secrets (owner text, n int); alter table secrets enable row level security;
      create policy own on secrets to prosa_tenant using (owner = current_setting('prosa.account', true));
      grant all on secrets to prosa_tenant;
      insert into secrets select 'a' || (n % 8), n from generate_series(0, 799) n`);
    const clients = await Promise.all(Array.from({ length: 8 }, () => pool.connect()));
    const readAs = async (client: pg.PoolClient, owner: string) => {
      await client.query('begin');
      await client.query(`select set_config('role', 'prosa_tenant', true), set_config('prosa.account', $1, true)`, [
        owner,
      ]);
      const { rows } = await client.query('select distinct owner, count(*)::int as n from secrets group by 1');
      await client.query('commit');
      expect(rows).toEqual([{ owner, n: 100 }]);
    };
    const walks = clients.map(async (client, at) => {
      for (let turn = 0; turn < 38; turn++) await readAs(client, `a${(at + turn) % 8}`);
      client.release();
    });
    await Promise.all(walks);
  });

  it('rolls back the transaction of a lost connection and keeps serving the others', async () => {
    const { host } = database.pool.options as { host: string };
    const leaver = new pg.Client({ host, user: 'postgres', database: 'postgres' });
    leaver.on('error', quiet);
    await leaver.connect();
    await leaver.query('begin');
    await leaver.query(`insert into numbers values (99, 'lost')`);
    (leaver as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    const { rows } = await database.pool.query(`select count(*)::int as n from numbers where who = 'lost'`);
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('keeps working after an error inside a transaction', async () => {
    const client = await database.pool.connect();
    await client.query('begin');
    await expect(client.query('select $1::int / 0', [1])).rejects.toThrow(/division/);
    await client.query('rollback');
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    client.release();
  });

  it('stores and returns ten megabytes', async () => {
    const bytes = Buffer.alloc(10 * 1024 * 1024, 7);
    const { rows } = await database.pool.query('select $1::bytea as bytes', [bytes]);
    expect(rows[0].bytes.equals(bytes)).toBe(true);
  });

  it('accepts only its own system user and a single process', async () => {
    const { host } = database.pool.options as { host: string };
    expect(statSync(join(host, '.s.PGSQL.5432')).mode & 0o777).toBe(0o600);
    await expect(openEmbedded(dataDir(), quiet, quiet)).rejects.toMatchObject({
      code: 'data_dir_taken',
      message: expect.stringContaining(String(process.pid)),
    });
  });

  it('opens in a directory whose path is too long for a Unix socket', async () => {
    const long = join(folder, 'uma-pasta-de-nome-bem-comprido'.repeat(5));
    cpSync(inject('templateDir'), long, { recursive: true });
    const other = await openEmbedded(long, quiet, quiet);
    expect((await other.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await other.close();
  });

  it('keeps its data when closed and opened again', async () => {
    await database.pool.query(`insert into numbers values (7, 'again')`);
    await database.close();
    await database.close();
    database = await openEmbedded(dataDir(), quiet, quiet);
    const { rows } = await database.pool.query(`select n from numbers where who = 'again'`);
    expect(rows).toEqual([{ n: 7 }]);
  });
});
