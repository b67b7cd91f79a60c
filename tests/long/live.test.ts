import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { seedPlans } from '../../src/server/billing/plans.ts';
import { connectDatabase } from '../../src/server/db/connect.ts';
import { migrateDatabase } from '../../src/server/db/migrate.ts';
import { openOrm } from '../../src/server/db/tenant.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';
import { follow } from '../support/talk-client.ts';

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
  await seedPlans(openOrm(database.kind, database.pool));
  await database.close();
  const start = () => startServer({ databaseUrl, worker: false, env: { SECRET_KEY: 'k'.repeat(48) } });
  [one, other] = [await start(), await start()];
  for (const { app } of [one, other]) await app.listen({ port: 0, host: '127.0.0.1' });
  owner = await one.signUp();
});
const open = new Set<AbortController>();
const closeStreams = () => {
  for (const stream of open) stream.abort();
  open.clear();
};
afterEach(closeStreams);
afterAll(async () => {
  await one.close();
  await other.close();
  cluster.stop();
});

/** Follows the changes that a server tells the owner of, also after the stream was lost. */
async function listenTo(server: TestServer) {
  const stream = new AbortController();
  open.add(stream);
  let ready = 0;
  const heard: string[] = [];
  const side = {
    address: () => `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`,
    headers: { authorization: `Bearer ${owner.tokens.accessToken}` },
  };
  const take = (event: string, data: { ids: string[] }) => {
    if (event === 'ready') ready += 1;
    else heard.push(...data.ids);
  };
  void follow(side, () => '/changes', take, stream.signal);
  await until(async () => ready > 0);
  return { heard: () => heard, ready: () => ready };
}

const add = (shortcut: string) =>
  owner.post('/prepared-answers', { contextId: owner.contextId, shortcut, text: 'Abrimos às 9h.' });

const listening = async () => {
  const { rows } = await one.services.db.pool.query(
    `select count(*)::int as count from pg_stat_activity where query = 'listen prosa_news'`,
  );
  return rows[0].count as number;
};

it('tells of changes that another process makes, within a second, by one connection for all streams', async () => {
  const streams = await Promise.all([1, 2, 3].map(() => listenTo(other)));
  await until(async () => (await listening()) === 1);
  const { id } = (await add('horários')).body;
  await until(async () => streams.every((stream) => stream.heard().includes(id)), 1_000);
  closeStreams();
  await until(async () => (await listening()) === 0);
});

it('tells each change once to the streams of the process that makes it', async () => {
  const stream = await listenTo(one);
  const there = await listenTo(other);
  for (const name of ['trocas', 'frete', 'pix']) await add(name);
  // What this process told others has come back, too.
  await until(async () => there.heard().length === 3 && stream.heard().length >= 3);
  expect(stream.heard()).toHaveLength(3);
});

it('says that changes may have been missed after the connection was lost', async () => {
  const stream = await listenTo(other);
  await until(async () => (await listening()) === 1);
  const before = stream.ready();
  cluster.restart('fast');
  await until(async () => stream.ready() > before);
  await until(async () => (await listening()) === 1);
  const { id } = (await add('depois')).body;
  await until(async () => stream.heard().includes(id));
});
