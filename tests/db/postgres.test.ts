import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../src/server/db/connect.ts';
import { migrateDatabase } from '../../src/server/db/migrate.ts';
import { openOrm, readPlatform } from '../../src/server/db/tenant.ts';
import { type Cluster, hasPostgres, startCluster } from '../support/cluster.ts';

let cluster: Cluster;
let database: Database;

describe.skipIf(!hasPostgres())('connections to PostgreSQL', () => {
  beforeAll(async () => {
    cluster = startCluster({ standard_conforming_strings: 'off' });
    database = await connectDatabase({ dataDir: '', databaseUrl: cluster.url('postgres') });
  });
  afterAll(async () => {
    await database.close();
    cluster.stop();
  });

  it('always use standard_conforming_strings, whatever the server or the URL sets', async () => {
    const address = `${cluster.url('postgres')}&options=${encodeURIComponent('-c standard_conforming_strings=off')}`;
    const other = await connectDatabase({ dataDir: '', databaseUrl: address });
    for (const { pool } of [database, other]) {
      const shown = await Promise.all(Array.from({ length: 5 }, () => pool.query('show standard_conforming_strings')));
      for (const { rows } of shown) expect(rows).toEqual([{ standard_conforming_strings: 'on' }]);
    }
    await other.close();
  });

  it('are refused by a database that is not in UTF-8', async () => {
    await database.pool.query(`create database latin encoding 'LATIN1' locale 'C' template template0`);
    await expect(connectDatabase({ dataDir: '', databaseUrl: cluster.url('latin') })).rejects.toMatchObject({
      code: 'database_encoding',
      message: expect.stringContaining('LATIN1'),
    });
  });

  it('prepare each statement once, and again after a migration or a lost session', async () => {
    const { pool } = await connectDatabase({ dataDir: '', databaseUrl: cluster.url('postgres') });
    const db = openOrm('postgres', pool);
    await pool.query(`create role prosa_platform; grant prosa_platform to current_user; create table letters (name text);
      grant all on letters to prosa_platform; insert into letters values ('1')`);
    const read = () => readPlatform(db, sql`select name from letters`);
    const prepared = () =>
      pool.query(`select count(*)::int as n from pg_prepared_statements where statement like '%letters'`);
    for (let n = 0; n < 8; n++) expect(await read()).toEqual([{ name: '1' }]);
    expect((await prepared()).rows).toEqual([{ n: 1 }]);
    await pool.query('alter table letters alter column name type int using name::int');
    expect(await read()).toEqual([{ name: 1 }]);
    await pool.query('deallocate all');
    expect(await read()).toEqual([{ name: 1 }]);
    expect((await Promise.all(Array.from({ length: 10 }, read))).flat()).toHaveLength(10);
    await pool.end();
  });
});

describe.skipIf(!hasPostgres())('a login without CREATEROLE', () => {
  beforeAll(async () => {
    cluster = startCluster();
    database = await connectDatabase({ dataDir: '', databaseUrl: cluster.url('postgres') });
    await database.pool.query('create role prosa login');
    await database.pool.query('create database prosa owner prosa');
  });
  afterAll(async () => {
    await database.close();
    cluster.stop();
  });
  const connectAsLogin = () => {
    const databaseUrl = cluster.url('prosa').replace('//postgres@', '//prosa@');
    return connectDatabase({ dataDir: '', databaseUrl });
  };

  it('is told which roles it needs', async () => {
    const own = await connectAsLogin();
    const refused = migrateDatabase(own.pool);
    await expect(refused).rejects.toMatchObject({ code: 'database_forbidden', exitCode: 77 });
    await expect(refused).rejects.toThrow('grant prosa_tenant, prosa_platform to');
    await own.close();
  });

  it('migrates and reads with roles that were created and granted before', async () => {
    await database.pool.query('create role prosa_tenant; create role prosa_platform');
    const own = await connectAsLogin();
    await expect(migrateDatabase(own.pool)).rejects.toMatchObject({ code: 'database_forbidden' });
    await database.pool.query('grant prosa_tenant, prosa_platform to prosa');
    await migrateDatabase(own.pool);
    expect(await readPlatform(openOrm('postgres', own.pool), sql`select count(*)::int as n from accounts`)).toEqual([
      { n: 0 },
    ]);
    await own.close();
  });
});

describe('a login with CREATEROLE', () => {
  // The embedded database is PostgreSQL 16 or newer, where creating a role does not include switching to it.
  it('creates the roles and can switch to them', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'prosa-roles-'));
    const embedded = await connectDatabase({ dataDir });
    const { pool } = embedded;
    await pool.query(`create role prosa createrole; alter schema public owner to prosa;
      grant create on database postgres to prosa; set session authorization prosa`);
    await migrateDatabase(pool);
    await pool.query('set session authorization prosa');
    expect((await pool.query('select session_user::text as name')).rows).toEqual([{ name: 'prosa' }]);
    await pool.query('set role prosa_tenant; reset role; set role prosa_platform; reset role');
    await pool.query('reset session authorization');
    await embedded.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
