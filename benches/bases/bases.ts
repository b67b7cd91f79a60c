import { randomUUID } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { v7 as uuidv7 } from 'uuid';
import type { Passage } from '../../src/search/passage.ts';
import { search } from '../../src/search/search.ts';
import { createApp } from '../../src/server/app.ts';
import { tenant, withPlatform } from '../../src/server/db/tenant.ts';
import { createAccount } from '../../src/server/identity/accounts.ts';
import { loadedBases, openBase } from '../../src/server/knowledge/base.ts';
import { openBench } from '../bench-server.ts';
import { percentile } from '../search/measures.ts';
import { readDocuments, readQueries } from '../search/question-set.ts';
import { allowAllVisitors, storeBase } from '../trained-base.ts';

/*
 * `npm run bench:bases -- FOLDER [--haystack FOLDER] [--passages 100000] [--accounts 1000]`: one context of 100,000
 * passages (cold load, how it holds up this thread, memory, search), and 1,000 accounts with small bases on one process
 * (memory against the cache's budget, the first text of a cold base's first answer). The passages are those of the
 * folders, and then mixtures of their sentences. Uses PostgreSQL with DATABASE_URL, else the embedded database.
 */
const GOAL = { searchMs: 30, loadMs: 2_000, bytes: 2_000, firstMs: 150 };
const SMALL_PASSAGES = 100;
const WARM_UP = 100;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    haystack: { type: 'string' },
    passages: { type: 'string', default: '100000' },
    accounts: { type: 'string', default: '1000' },
  },
});
const [folder] = positionals;
if (!folder) {
  console.error('npm run bench:bases -- FOLDER [--haystack FOLDER] [--passages 100000] [--accounts 1000]');
  process.exit(2);
}

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
const bench = await openBench();
const { services, database } = bench;
const { pool } = database;

async function measureLarge(count: number): Promise<void> {
  const { accountId, contextId } = bench.account;
  await storeBase(bench, makePassages([...own, ...others], count));
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
  /** Returns the ms until the first text, and waits for the rest: quoted text is streamed at reading pace. */
  const ask = async ({ contextId }: typeof bench.account, n: number) => {
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
      if (first === 0 && body.includes('event: delta')) first = performance.now() - start;
    }
    if (first === 0 || !body.includes('event: done')) throw new Error(`${response.statusCode}: ${body}`);
    return first;
  };
  for (let n = 0; n < WARM_UP; n++) await ask(accounts[0]!, n);
  const before = memoryInUse() - loadedBases().bytes;
  const cold: number[] = [];
  const warm: number[] = [];
  let peak = 0;
  for (const [n, account] of accounts.entries()) {
    if (n === 0) continue;
    cold.push(await ask(account, n));
    warm.push(await ask(account, n));
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
await measureSmall(Number(values.accounts));
await bench.close();
