import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '../../src/server/db/connect.ts';
import { migrateDatabase } from '../../src/server/db/migrate.ts';
import { closeStreams, listenTo } from '../support/changes-stream.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';

/* Two servers on one PostgreSQL, as two processes would be: each has its own connections. */

let cluster: Cluster;
let one: TestServer;
let other: TestServer;
let owner: Caller;
beforeAll(async () => {
  cluster = startCluster();
  const databaseUrl = cluster.url('postgres');
  const database = await connectDatabase({ dataDir: '', databaseUrl });
  await migrateDatabase(database.pool);
  await database.close();
  const start = () => startServer({ databaseUrl, worker: false, env: { SECRET_KEY: 'k'.repeat(48) } });
  [one, other] = [await start(), await start()];
  owner = await one.signUp();
});
afterEach(closeStreams);
afterAll(async () => {
  await one.close();
  await other.close();
  cluster.stop();
});

const add = (shortcut: string) =>
  owner.post('/prepared-answers', { contextId: owner.contextId, shortcut, text: 'Abrimos às 9h.' });

const listening = async () => {
  const { rows } = await one.services.db.pool.query(
    `select count(*)::int as count from pg_stat_activity where query = 'listen prosa_news'`,
  );
  return rows[0].count as number;
};

it('tells of changes that another process makes, within a second, by one connection for all streams', async () => {
  const streams = await Promise.all([1, 2, 3].map(() => listenTo(other, owner)));
  await until(async () => (await listening()) === 1);
  const { id } = (await add('horários')).body;
  await until(async () => streams.every((stream) => stream.heard().length === 1), 1_000);
  expect(streams[0]!.heard()).toEqual([{ resource: 'prepared-answers', type: 'created', ids: [id] }]);
  closeStreams();
  await until(async () => (await listening()) === 0);
});

it('tells each change once to the streams of the process that makes it', async () => {
  const stream = await listenTo(one, owner);
  await add('trocas');
  await add('frete');
  await until(async () => stream.heard().flatMap(({ ids }) => ids).length === 2);
  // By now, what this process told others has come back.
  const there = await listenTo(other, owner);
  await add('pix');
  await until(async () => there.heard().length === 1 && stream.heard().flatMap(({ ids }) => ids).length >= 3);
  expect(stream.heard().flatMap(({ ids }) => ids)).toHaveLength(3);
});

it('says that changes may have been missed after the connection was lost', async () => {
  const stream = await listenTo(other, owner);
  await until(async () => (await listening()) === 1);
  const readyBefore = stream.events().filter(({ event }) => event === 'ready').length;
  cluster.restart('fast');
  await until(async () => stream.events().filter(({ event }) => event === 'ready').length > readyBefore);
  await until(async () => (await add('depois')).status === 201);
  await until(async () => stream.heard().length > 0);
});
