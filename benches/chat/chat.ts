import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { search } from '../../src/search/search.ts';
import { createApp } from '../../src/server/app.ts';
import { tenant } from '../../src/server/db/tenant.ts';
import { LOAD_LIMITS } from '../../src/server/http/shed-load.ts';
import { openBase } from '../../src/server/knowledge/base.ts';
import { measurements } from '../../src/server/runtime/measurements.ts';
import { readCommandLine } from '../command-line.ts';
import { mean, percentile } from '../search/measures.ts';
import { readDocuments, readQueries } from '../search/question-set.ts';
import { openTimed } from '../timed-database.ts';
import { openModelSetup } from './model-setup.ts';
import { servePlainRoute } from './plain-route.ts';
import type { VisitLoad, VisitReport } from './visitors.ts';

/*
 * `npm run bench -- chat FOLDER [--haystack FOLDER]`: measures the time that Prosa adds to a language model's time to
 * first token, and the time that waiting for complete sentences would add. Then measures 300 visitors who ask one
 * process at the same time, the number of questions per second at saturation, and how the time is spent. The model is
 * a server on a loopback address; it and the visitors are separate processes. FOLDER has the format of bench search.
 * Uses PostgreSQL with DATABASE_URL, else the embedded database.
 */
const QUESTIONS = 150;
/** Number of longer answers, asked one at a time, to compare the first sentence with the first word. */
const TIMED_ANSWERS = 40;
const VISITORS = 300;
/** Number of tokens in an answer: few for timing the first one, many for overlapping answers. */
const SHORT = 3;
const LONG = 40;
const EMBEDDED = 0;
const SATURATED = { visitors: 64, seconds: 8 };
const GOAL = { firstTokenMs: 3_000, before: 3, after: 1 };

const { folder, values } = readCommandLine({ haystack: { type: 'string' } });

const documents = [...readDocuments(folder), ...(values.haystack ? readDocuments(values.haystack) : [])];
const questions = readQueries(folder)
  .clean.filter(({ kind }) => kind === 'answerable')
  .map(({ question }) => question);
const setup = await openModelSetup(documents);
const { bench, use, modelUrl } = setup;
const { accountId, contextId } = bench.account;

/** Time of the database's statements in milliseconds, including the wait for a connection. */
let inDatabase = 0;
const db = openTimed(bench.database, (startedAt) => (inDatabase += performance.now() - startedAt));
const services = { ...bench.services, db };
const app = await createApp({ services });
const limited = await createApp({ services, loadLimits: LOAD_LIMITS });
const plainRoute = await servePlainRoute(bench.database);
const addressOf = async (one: typeof app) =>
  `${await one.listen({ port: 0, host: '127.0.0.1' })}/api/widgets/${contextId}/messages`;
const [url, limitedUrl] = [await addressOf(app), await addressOf(limited)];

const visitors = fork(join(import.meta.dirname, 'visitors.ts'));
async function send(visitLoad: VisitLoad): Promise<VisitReport[]> {
  const reports = once(visitors, 'message') as Promise<[VisitReport[]]>;
  visitors.send(visitLoad);
  return (await reports)[0];
}
const modelBody = { model: String(SHORT), stream: true, messages: [{ role: 'user', content: 'oi' }] };
const askModel = () =>
  send({ url: modelUrl, bodies: [modelBody], first: '"content"', last: '[DONE]', answered: '[DONE]' });
const answered = { first: 'event: delta', last: 'event: done', answered: '"grounded":true' };
const bodiesFrom = (at: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    question: questions[(at + n) % questions.length],
    visitorToken: `visitor of the bench ${at + n}`,
  }));
const askProsa = (at: number, { count = 1, to = url, timesSentence = false } = {}) =>
  send({ url: to, bodies: bodiesFrom(at, count), ...answered, timesSentence });

const ms = (value: number) => `${value.toFixed(1)} ms`;
const at = (list: readonly number[], share: number) =>
  percentile(
    [...list].sort((a, b) => a - b),
    share,
  );
const firsts = (list: readonly VisitReport[]) => list.flatMap(({ first }) => first ?? []);
const load = () => `load ${loadavg()[0]!.toFixed(1)}`;
const verdict = (value: number, goal: number) => (value <= goal ? '' : ` (goal: ${goal})`);
function printErrors(list: readonly VisitReport[]): void {
  for (const reason of new Set(list.flatMap(({ error }) => error ?? []))) console.log(`  ${reason.slice(0, 200)}`);
}

async function measureOneAtATime(): Promise<void> {
  await use(SHORT);
  for (let warm = 0; warm < 10; warm++) await askProsa(warm);
  const ours: VisitReport[] = [];
  const theirs: VisitReport[] = [];
  for (let n = 0; n < QUESTIONS; n++) {
    theirs.push(...(await askModel()));
    ours.push(...(await askProsa(n)));
  }
  const [own, alone] = [firsts(ours), firsts(theirs)];
  console.log(`${own.length} of ${QUESTIONS} questions went to the model`);
  console.log(
    `first token, one at a time   model p50 ${ms(at(alone, 0.5))}   through Prosa p50 ${ms(at(own, 0.5))}, p99 ${ms(at(own, 0.99))}`,
  );
  console.log(`added by Prosa               p50 ${ms(at(own, 0.5) - at(alone, 0.5))}`);
  await use(LONG);
  const timedReports: VisitReport[] = [];
  for (let n = 0; n < TIMED_ANSWERS; n++) timedReports.push(...(await askProsa(n, { timesSentence: true })));
  const sentences = timedReports.flatMap(({ sentence }) => sentence ?? []);
  console.log(
    `longer answers               first word p50 ${ms(at(firsts(timedReports), 0.5))}, first whole sentence p50 ${ms(at(sentences, 0.5))}`,
  );
}

/** Counts the round trips of single questions, as the database layer reports them, and times their parts. */
async function measureParts(): Promise<void> {
  await use(SHORT);
  await askProsa(0);
  let trips = 0;
  const before: number[] = [];
  const count = () => (trips += 1);
  const note = () => before.push(trips);
  measurements.on('roundTrip', count).on('firstToken', note);
  inDatabase = 0;
  const busy = process.cpuUsage();
  for (let n = 0; n < TIMED_ANSWERS; n++) {
    const [start, noted] = [trips, before.length];
    await askProsa(QUESTIONS + n);
    if (before.length > noted) before[noted]! -= start;
  }
  const { user, system } = process.cpuUsage(busy);
  measurements.off('roundTrip', count).off('firstToken', note);
  const segments = await openBase(bench.services.db, {
    tenant: tenant(accountId, [contextId]),
    inheritance: contextId,
  });
  const searched = questions.slice(QUESTIONS, QUESTIONS + TIMED_ANSWERS).map((question) => {
    const start = performance.now();
    search(segments, question);
    return performance.now() - start;
  });
  const after = trips / TIMED_ANSWERS - mean(before);
  console.log(
    `round trips a question       ${mean(before).toFixed(1)} before the first token${verdict(mean(before), GOAL.before)}, ${after.toFixed(1)} after${verdict(after, GOAL.after)}`,
  );
  console.log(
    `one question takes           search ${ms(mean(searched))}, database ${ms(inDatabase / TIMED_ANSWERS)} (waited for), CPU ${ms((user + system) / 1_000 / TIMED_ANSWERS)} (this process, all threads)   ${load()}`,
  );
}

async function measureCrowd(name: string, to: string): Promise<void> {
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
  const busy = process.cpuUsage();
  const crowd = await askProsa(0, { count: VISITORS, to });
  const { user, system } = process.cpuUsage(busy);
  clearInterval(watch);
  const failures = crowd.filter(({ error }) => error).length;
  const all = firsts(crowd);
  const p99 = at(all, 0.99);
  console.log(
    `${name}  ${failures} errors${verdict(failures, 0)}; first token p50 ${ms(at(all, 0.5))}, p99 ${ms(p99)}${verdict(p99, GOAL.firstTokenMs)} (${all.length} by the model)   ${load()}`,
  );
  console.log(
    `  CPU ${ms((user + system) / 1_000 / VISITORS)} an answer; memory ${(before / 1e6).toFixed(0)} MB before, ${(peak / 1e6).toFixed(0)} MB at most`,
  );
  printErrors(crowd);
}

async function measureSaturation(): Promise<void> {
  const bodies = bodiesFrom(0, questions.length);
  const run = async (to: string, shows: Pick<VisitLoad, 'first' | 'last' | 'answered'>) => {
    const reports = await send({ url: to, bodies, ...shows, crowd: SATURATED });
    printErrors(reports);
    return reports.filter(({ error }) => !error).length / SATURATED.seconds;
  };
  const plain = await run(plainRoute.url, { ...answered, answered: 'event: done' });
  for (const [name, tokens] of [
    ['by search only', EMBEDDED],
    ['by a model', SHORT],
  ] as const) {
    await use(tokens);
    const ours = await run(url, answered);
    console.log(
      `saturated, ${name.padEnd(17)} ${ours.toFixed(0)} questions a second; ${(ours / plain).toFixed(3)} of a bare route's ${plain.toFixed(0)}   ${load()}`,
    );
  }
}

console.log(`database: ${bench.database.kind}; ${documents.length} passages; ${load()}`);
await measureOneAtATime();
await measureParts();
await use(LONG);
await measureCrowd(`${VISITORS} visitors at once       `, url);
await measureCrowd(`${VISITORS} with the load limits   `, limitedUrl);
await measureSaturation();

visitors.disconnect();
await Promise.all([app.close(), limited.close(), plainRoute.close()]);
await setup.close();
