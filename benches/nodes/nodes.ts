import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { withPlatform } from '../../src/server/db/tenant.ts';
import { createAccount } from '../../src/server/identity/accounts.ts';
import { openSession } from '../../src/server/identity/sessions.ts';
import { startCluster } from '../../tests/support/cluster.ts';
import { type Program, startProgram } from '../../tests/support/program.ts';
import { openBench } from '../bench-server.ts';
import { readCommandLine } from '../command-line.ts';
import { readDocuments, readQueries } from '../search/question-set.ts';
import { allowAllVisitors, storeBase } from '../trained-base.ts';
import { applyLoad, type LoadFigures, type LoadRequest } from './load.ts';
import { cpuBetween, cpuOf, databaseCpu, readUse } from './process-use.ts';

/*
 * `npm run bench -- nodes FOLDER`: PostgreSQL and 1, 2 and 4 processes of the program behind a plain proxy: questions
 * per second (by the embedded model), list reads per second, errors while one of two processes is killed or stopped,
 * how evenly bases and work are spread, and which programs use the processors. FOLDER has the format that bench search
 * reads.
 */
const COUNTS = [1, 2, 4];
const ACCOUNTS = 40;
const PASSAGES = 60;
const LINKS = 200;
const SECONDS = 8;
const VISITORS = { clients: 24, seconds: SECONDS };
const READERS = { clients: 10, seconds: SECONDS };
const QUESTIONS = 200;
const SECRET_KEY = 'x'.repeat(40);
const METRICS_TOKEN = 'a-token-of-the-bench';

const { folder } = readCommandLine({});
// Syncs to disk like a real server, because answers wait for that, too.
const cluster = startCluster({ fsync: 'on' });
process.once('exit', () => cluster.stop());
process.env.DATABASE_URL = cluster.url('postgres');
const dataDir = mkdtempSync(join(tmpdir(), 'prosa-nodes-'));
const bench = await openBench();
const { services, database } = bench;

const passages = readDocuments(folder).map(({ passage }) => passage);
const questions = readQueries(folder)
  .clean.filter(({ kind }) => kind === 'answerable')
  .map(({ question }) => question);
const accounts = [bench.account];
while (accounts.length < ACCOUNTS) {
  const person = { name: 'Bench', email: `${uuidv7()}@bench.com.br`, passwordHash: 'x' } as const;
  accounts.push(
    await withPlatform(services.db, (tx) => createAccount(tx, { ...person, role: 'OWNER', planId: 'free' })),
  );
}
for (const [n, account] of accounts.entries()) {
  const from = (n * PASSAGES) % (passages.length - PASSAGES);
  await storeBase({ services, account }, passages.slice(from, from + PASSAGES));
  await allowAllVisitors({ services, account });
}
const { accountId, userId, contextId } = bench.account;
for (let n = 0; n < LINKS; n++) {
  await database.pool.query(
    'insert into hyperlinks (account_id, id, context_id, word, link, case_sensitive) values ($1, $2, $3, $4, $5, false)',
    [accountId, uuidv7(), contextId, `palavra ${n}`, `https://bench.com.br/${n}`],
  );
}
await database.pool.query('vacuum (analyze)');
const signedIn = { accountId, userId, role: 'OWNER' } as const;
const { accessToken } = await openSession(services, signedIn, { method: 'password', ip: '127.0.0.1' });

const proxy = fork(join(import.meta.dirname, 'proxy.ts'));
const [proxyPort] = (await once(proxy, 'message')) as [number];
const base = `http://127.0.0.1:${proxyPort}`;
async function route(programs: readonly Program[]): Promise<void> {
  const ready = once(proxy, 'message');
  proxy.send(programs.map(({ url }) => Number(new URL(url).port)));
  await ready;
}

/** Few accounts get most of the questions, as on a real platform: the first a tenth of them. */
const accountOf = (n: number) =>
  accounts[Math.floor(ACCOUNTS * (((n * 7_919) % 1_000) / 1_000) * (((n * 104_729 + 13) % 997) / 997))]!;
const questionsOf = (client: number): LoadRequest[] =>
  Array.from({ length: QUESTIONS }, (_, at) => ({
    method: 'POST',
    path: `/api/widgets/${accountOf(client * QUESTIONS + at).contextId}/messages`,
    headers: { 'content-type': 'application/json', origin: base },
    body: JSON.stringify({
      question: questions[(client * QUESTIONS + at) % questions.length],
      messageId: randomUUID(),
      visitorToken: `visitor of the bench ${client} ${at}`,
    }),
  }));
const ask = () => applyLoad(base, VISITORS, questionsOf, (body) => body.includes('event: done'));
const path = `/api/hyperlinks?contextId=${contextId}`;
const headers = { authorization: `Bearer ${accessToken}` };
const list = () =>
  applyLoad(
    base,
    READERS,
    () => [{ method: 'GET', path, headers }],
    (body) => body.endsWith('}'),
  );

/** Applies a load. Returns its figures, and the CPU time that each part used meanwhile, in milliseconds. */
async function observe(programs: readonly Program[], load: () => Promise<LoadFigures>) {
  const read = async () => ({
    nodes: await Promise.all(programs.map(({ url }) => readUse(url, METRICS_TOKEN))),
    database: await databaseCpu(database.pool),
    proxy: cpuOf(proxy.pid!),
    clients: process.cpuUsage(),
  });
  const before = await read();
  const start = performance.now();
  const figures = await load();
  const ms = performance.now() - start;
  const after = await read();
  const clients = process.cpuUsage(before.clients);
  const cpu = {
    nodes: after.nodes.map(({ cpuMs }, n) => cpuMs - before.nodes[n]!.cpuMs),
    database: cpuBetween(before.database, after.database),
    others: after.proxy - before.proxy + (clients.user + clients.system) / 1_000,
  };
  return { figures, cpu, ms, nodes: after.nodes };
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
const shown = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(', ');
const load = () => `load ${loadavg()[0]!.toFixed(1)}`;

function print(what: string, { figures, cpu, ms, nodes }: Awaited<ReturnType<typeof observe>>): void {
  const nodesCpu = sum(cpu.nodes);
  const share = (part: number) => `${((part / ms / availableParallelism()) * 100).toFixed(0)} %`;
  const { perSecond, done, errors, p50, p99 } = figures;
  console.log(
    `  ${what.padEnd(10)} ${perSecond.toFixed(0)}/s, ${errors} errors, p50 ${p50} ms, p99 ${p99} ms; ` +
      `CPU of one: ${(nodesCpu / done).toFixed(1)} ms in Prosa, ${(cpu.database / done).toFixed(1)} ms in PostgreSQL`,
  );
  console.log(
    `             processors: Prosa ${share(nodesCpu)}, PostgreSQL ${share(cpu.database)}, proxy and clients ` +
      `${share(cpu.others)}, all ${share(nodesCpu + cpu.database + cpu.others)}; of Prosa ${shown(cpu.nodes.map((one) => (one / nodesCpu) * 100))} %`,
  );
  if (what === 'questions')
    console.log(
      `             bases loaded ${shown(nodes.map(({ bases }) => bases))} of ${ACCOUNTS}, ` +
        `${shown(nodes.map(({ basesBytes }) => basesBytes / 1e6))} MB; processes ${shown(nodes.map(({ rssBytes }) => rssBytes / 1e6))} MB`,
    );
}

const start = () =>
  startProgram({
    DATABASE_URL: cluster.url('postgres'),
    SECRET_KEY,
    METRICS_TOKEN,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  });

const counts = new Map<string, number>();
for (let n = 0; n < VISITORS.clients * QUESTIONS; n++) {
  const { contextId: id } = accountOf(n);
  counts.set(id, (counts.get(id) ?? 0) + 1);
}
const byCount = [...counts.values()].sort((a, b) => b - a);
const shareOf = (list: readonly number[]) => `${((sum(list) / sum(byCount)) * 100).toFixed(0)} %`;
console.log(
  `PostgreSQL; ${ACCOUNTS} bases of ${PASSAGES} passages, the busiest gets ${shareOf(byCount.slice(0, 1))} of the questions, ` +
    `the busiest four ${shareOf(byCount.slice(0, 4))}; ${availableParallelism()} processors for everything`,
);
const programs: Program[] = [];
for (const count of COUNTS) {
  while (programs.length < count) programs.push(await start());
  await route(programs);
  await ask();
  console.log(`${count} ${count === 1 ? 'process' : 'processes'}   ${load()}`);
  print('questions', await observe(programs, ask));
  print('lists', await observe(programs, list));
}

/** Ends one of two processes in the middle of a run. */
async function endOne(signal: NodeJS.Signals): Promise<void> {
  const [one, other] = [programs[0]!, programs.pop()!];
  await route([one, other]);
  for (const [what, run] of [
    ['questions', ask],
    ['lists', list],
  ] as const) {
    const running = run();
    if (what === 'questions') await wait((SECONDS * 1_000) / 3);
    if (what === 'questions') void other.stop(signal);
    const { perSecond, errors, done } = await running;
    console.log(
      `  ${signal} at one of two, ${what}: ${perSecond.toFixed(0)}/s, ${errors} errors, ${done} complete   ${load()}`,
    );
  }
}
console.log(`one of two ends while ${VISITORS.clients} visitors ask; afterwards the proxy still tries it`);
await endOne('SIGKILL');
await endOne('SIGTERM');

for (const program of programs) await program.stop('SIGKILL');
proxy.disconnect();
await bench.close();
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);
