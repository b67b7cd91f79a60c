import { randomUUID } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { v7 as uuidv7 } from 'uuid';
import type { Passage } from '../../src/search/passage.ts';
import { search } from '../../src/search/search.ts';
import { createApp } from '../../src/server/app.ts';
import { tenant, withPlatform } from '../../src/server/db/tenant.ts';
import { createAccount } from '../../src/server/identity/accounts.ts';
import { openSession } from '../../src/server/identity/sessions.ts';
import { finishJob, type Job } from '../../src/server/jobs/queue.ts';
import { startWorker } from '../../src/server/jobs/worker.ts';
import { loadedBases, openBase } from '../../src/server/knowledge/base.ts';
import { addFaqs } from '../../src/server/knowledge/faqs/add-faqs.ts';
import { trainWorker } from '../../src/server/knowledge/training/train.ts';
import { openBench } from '../bench-server.ts';
import { readCommandLine } from '../command-line.ts';
import { percentile } from '../search/measures.ts';
import { readDocuments, readQueries } from '../search/question-set.ts';
import { allowAllVisitors, storeBase } from '../trained-base.ts';

/*
 * `npm run bench -- bases FOLDER [--haystack FOLDER] [--passages 100000] [--accounts 1000] [--changes 30]`: one context
 * of 100,000 passages (cold load, how it holds up this thread, memory, search); visitors who ask it for 30 s while its
 * contents are added, changed and deleted all the time; how fast new contents are trained there; and 1,000 accounts with
 * small bases on one process (memory against the cache's budget, the first text of a cold base's first answer). 0 leaves
 * a part out. The passages are those of the folders, and then mixtures of their sentences. Uses PostgreSQL with
 * DATABASE_URL, else the embedded database.
 */
const GOAL = { searchMs: 30, loadMs: 2_000, bytes: 2_000, firstMs: 150, changingMs: 1_000, trained: 20 };
const SMALL_PASSAGES = 100;
/** Pauses between two questions of a visitor and between two changes, and the visitors at once, in the changing base. */
const QUESTION_PAUSE_MS = 400;
const CHANGE_PAUSE_MS = 100;
const VISITORS = 4;
/** Questions with answers in one uploaded table. */
const TABLE_LINES = 2_000;
const WARM_UP = 100;

const { folder, values } = readCommandLine({
  haystack: { type: 'string' },
  passages: { type: 'string', default: '100000' },
  accounts: { type: 'string', default: '1000' },
  changes: { type: 'string', default: '30' },
});

let seed = 7;
function random(below: number): number {
  seed = (seed * 1_103_515 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
}

/** Returns `count` passages: the given ones, then new ones that mix their sentences. */
function makePassages(own: readonly Passage[], count: number): Passage[] {
  const sentencesOf = ({ text }: Passage) => text.split(/(?<=[.!?])\s+/);
  const sentences = own.flatMap(sentencesOf);
  return Array.from({ length: count }, (_, n) => {
    const passage = own[n % own.length]!;
    if (n < own.length) return passage;
    const mixed = sentencesOf(passage).map((one) => (random(2) === 0 ? one : sentences[random(sentences.length)]!));
    return { ...passage, text: `${mixed.join(' ')} Ref. ${n}.`, question: null, answer: null };
  });
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
function memoryInUse(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const load = () => `load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} processors`;
const verdict = (value: number, goal: number) => (value <= goal ? '' : ` (goal: ${goal})`);
const at = (list: number[], share: number) =>
  percentile(
    list.sort((a, b) => a - b),
    share,
  );
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

const own = readDocuments(folder).map(({ passage }) => passage);
const others = values.haystack ? readDocuments(values.haystack).map(({ passage }) => passage) : [];
const questions = readQueries(folder)
  .clean.filter(({ kind }) => kind === 'answerable')
  .map(({ question }) => question);
const bench = await openBench({ keptIn: process.env.KEEP });
const { services, database } = bench;
const { pool } = database;

async function measureLarge(count: number): Promise<void> {
  const { accountId, contextId } = bench.account;
  if (!bench.isBuilt) await storeBase(bench, makePassages([...own, ...others], count));
  bench.built();
  // Without the maintenance that a running server does, the query plan would differ.
  await pool.query('vacuum (analyze)');
  const scope = { tenant: tenant(accountId, 'all'), inheritance: contextId };
  const before = memoryInUse();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const busy = process.threadCpuUsage();
  const start = performance.now();
  const segments = await openBase(services.db, scope);
  const ms = performance.now() - start;
  const { user, system } = process.threadCpuUsage(busy);
  // The delay of the last turn is counted in the next one.
  await setImmediate();
  delay.disable();
  const bytes = (memoryInUse() - before) / count;
  console.log(
    `${count} passages: loaded in ${ms.toFixed(0)} ms${verdict(ms, GOAL.loadMs)}, of which this thread works ` +
      `${((user + system) / 1_000).toFixed(0)} ms, at most ${(delay.max / 1e6).toFixed(0)} ms at a time   ${load()}`,
  );
  for (const question of questions.slice(0, WARM_UP)) search(segments, question);
  const times = questions.slice(WARM_UP).map((question) => {
    const start = performance.now();
    search(segments, question);
    return performance.now() - start;
  });
  const p99 = at(times, 0.99);
  console.log(
    `  search p50 ${at(times, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${verdict(p99, GOAL.searchMs)} (${times.length} questions)   ${load()}`,
  );
  const used = (memoryInUse() - before) / count;
  console.log(
    `  memory per passage ${bytes.toFixed(0)} bytes loaded, ${used.toFixed(0)} after these questions` +
      `${verdict(used, GOAL.bytes)}; the cache counts ${(loadedBases().bytes / count).toFixed(0)}`,
  );
}

type App = Awaited<ReturnType<typeof createApp>>;

/** Returns the ms until the first text, and waits for the rest: quoted text is streamed at reading pace. */
async function ask(app: App, { contextId }: typeof bench.account, n: number): Promise<number> {
  const start = performance.now();
  const response = await app.inject({
    method: 'POST',
    payloadAsStream: true,
    url: `/api/widgets/${contextId}/messages`,
    headers: { origin: 'http://bench' },
    payload: {
      question: questions[n % questions.length],
      messageId: randomUUID(),
      visitorToken: `visitor of the bench ${n}`,
    },
  });
  let body = '';
  let first = 0;
  for await (const piece of response.stream()) {
    body += piece;
    if (first === 0 && /event: (delta|suggestions)/.test(body)) first = performance.now() - start;
  }
  if (first === 0 || !body.includes('event: done')) throw new Error(`${response.statusCode}: ${body}`);
  return first;
}

/** Calls the API as the bench's owner. */
async function ownerOf(app: App) {
  const { accountId, userId } = bench.account;
  const identity = { accountId, userId, role: 'OWNER' } as const;
  const { accessToken } = await openSession(services, identity, { method: 'password', ip: '127.0.0.1' });
  return async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${accessToken}` };
    const response = await app.inject({ method, url: `/api${url}`, headers, payload });
    if (response.statusCode >= 300)
      throw new Error(`${method} ${url} returned ${response.statusCode}: ${response.body}`);
    return response;
  };
}

/** Waits until everything is trained. */
async function allTrained(): Promise<void> {
  const isTraining = `select exists (select from jobs where kind = 'train' and state = 'waiting') as found`;
  while ((await pool.query(isTraining)).rows[0].found) await setTimeout(50);
}

/** Visitors ask while contents are added, changed, disabled and deleted, and then while a table is trained. */
async function measureChanging(seconds: number): Promise<void> {
  const { contextId } = bench.account;
  await pool.query('update plans set item_limit = 1000000000');
  await allowAllVisitors(bench);
  const log = { warn: (fields: object, message: string) => console.error(message, fields) };
  const mail = { run: (job: Job) => withPlatform(services.db, (tx) => finishJob(tx, job)) };
  const worker = startWorker(services.db, { train: trainWorker(services), mail }, log);
  const app = await createApp({ services });
  const call = await ownerOf(app);
  for (let n = 0; n < WARM_UP / 4; n++) await ask(app, bench.account, n);
  /** Returns the times of visitors' questions while `work` is done. */
  const whileVisited = async (name: string, work: () => Promise<string>) => {
    const times: number[] = [];
    let isDone = false;
    const visit = async (visitor: number) => {
      for (let n = visitor; !isDone; n += VISITORS) {
        times.push(await ask(app, bench.account, n));
        await setTimeout(QUESTION_PAUSE_MS);
      }
    };
    const visits = Array.from({ length: VISITORS }, (_, visitor) => visit(visitor));
    const result = await work().finally(() => (isDone = true));
    await Promise.all(visits);
    const p95 = at(times, 0.95);
    console.log(
      `  ${name}: ${result}; first text p50 ${at(times, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms` +
        `${verdict(p95, GOAL.changingMs)}, at most ${at(times, 1).toFixed(0)} ms (${times.length} questions)   ${load()}`,
    );
  };
  await whileVisited('nothing changes', async () => {
    await setTimeout(5_000);
    return '0 changes/s';
  });
  const { rows: stored } = await pool.query('select id from contents where context_id = $1 order by md5(id::text)', [
    contextId,
  ]);
  await whileVisited('contents change', async () => {
    const end = performance.now() + seconds * 1_000;
    let changes = 0;
    for (let n = 0; performance.now() < end; n++) {
      const [edited, disabled, deleted] = stored.splice(0, 3) as { id: string }[];
      await call('POST', '/contents/faq', { contextId, question: `O que é a peça ${n}?`, answer: `A peça nova ${n}.` });
      await call('PUT', `/contents/${edited!.id}`, { question: `E a peça ${n}?`, answer: `É a peça ${n}.` });
      await call('PUT', `/contents/${disabled!.id}`, { enabled: false });
      await call('DELETE', `/contents/${deleted!.id}`);
      changes += 4;
      await setTimeout(CHANGE_PAUSE_MS);
    }
    return `${(changes / seconds).toFixed(1)} changes/s`;
  });
  await allTrained();
  const lines = Array.from(
    { length: TABLE_LINES },
    (_, n) => `Quanto custa o item ${n}?;O item ${n} custa ${n} reais.`,
  );
  const table = Buffer.from(`pergunta;resposta\n${lines.join('\n')}`);
  await whileVisited('a table is trained', async () => {
    const start = performance.now();
    await addFaqs(services.db, tenant(bench.account.accountId, 'all'), { contextId, bytes: table, onKnown: 'keep' });
    await allTrained();
    const rate = (TABLE_LINES * 1_000) / (performance.now() - start);
    const goal = database.kind === 'postgres' ? 2 * GOAL.trained : GOAL.trained;
    return `${rate.toFixed(0)} contents/s${rate >= goal ? '' : ` (goal: ${goal})`}`;
  });
  await worker.stop();
  await app.close();
}

async function measureSmall(count: number): Promise<void> {
  const accounts: (typeof bench.account)[] = [];
  for (let n = 0; n < count; n++) {
    const person = { name: 'Bench', email: `${uuidv7()}@bench.com.br`, passwordHash: 'x' } as const;
    const account = await withPlatform(services.db, (tx) =>
      createAccount(tx, { ...person, role: 'OWNER', planId: 'free' }),
    );
    const from = (n * 61) % Math.max(1, own.length - SMALL_PASSAGES);
    await storeBase({ services, account }, own.slice(from, from + SMALL_PASSAGES));
    await allowAllVisitors({ services, account });
    accounts.push(account);
  }
  await pool.query('vacuum (analyze)');
  const app = await createApp({ services });
  for (let n = 0; n < WARM_UP; n++) await ask(app, accounts[0]!, n);
  const before = memoryInUse() - loadedBases().bytes;
  const cold: number[] = [];
  const warm: number[] = [];
  let peak = 0;
  for (const [n, account] of accounts.entries()) {
    if (n === 0) continue;
    cold.push(await ask(app, account, n));
    warm.push(await ask(app, account, n));
    peak = Math.max(peak, loadedBases().bytes);
  }
  const p99 = at(cold, 0.99);
  console.log(
    `${count} accounts of ${SMALL_PASSAGES} passages: first question of a cold base p50 ${at(cold, 0.5).toFixed(0)} ms, ` +
      `p99 ${p99.toFixed(0)} ms${verdict(p99, GOAL.firstMs)}; the next one p50 ${at(warm, 0.5).toFixed(0)} ms   ${load()}`,
  );
  const { count: bases, bytes } = loadedBases();
  console.log(
    `  in memory ${bases} bases, counted as ${mb(bytes)} (at most ${mb(peak)}); in fact ${mb(memoryInUse() - before)}`,
  );
  await app.close();
}

await measureLarge(Number(values.passages));
if (Number(values.changes) > 0) await measureChanging(Number(values.changes));
if (Number(values.accounts) > 0) await measureSmall(Number(values.accounts));
await bench.close();
