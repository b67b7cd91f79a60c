import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../src/server/db/connect.ts';
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
});
