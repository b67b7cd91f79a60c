import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../src/server/db/connect.ts';
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
