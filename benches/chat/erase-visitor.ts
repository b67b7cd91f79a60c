import { createApp } from '../../src/server/app.ts';
import { eraseVisitorWorker } from '../../src/server/chat/erase-visitor.ts';
import { openSession } from '../../src/server/identity/sessions.ts';
import { startWorker } from '../../src/server/jobs/worker.ts';
import { openBench } from '../bench-server.ts';
import { fillConversations, LOYAL, USUAL } from '../insight/many-conversations.ts';
import { openTimed } from '../timed-database.ts';

/*
 * `npm run bench -- erase-visitor`: erases visitors in an account of 100,000 conversations, and measures the time of the
 * database and the waiting time of other requests. Uses PostgreSQL with DATABASE_URL, else the embedded database. KEEP=FOLDER
 * keeps the data for the next run. ALONE=1 measures the work for the most frequent visitor, else the waiting time is
 * measured.
 */
const CONVERSATIONS = Number(process.env.CONVERSATIONS ?? 100_000);
const GOAL_MS = { work: 1_000, wait: 250 };

const bench = await openBench({ keptIn: process.env.KEEP });
const { database, account } = bench;
const { accountId, userId, contextId } = account;
if (!bench.isBuilt) {
  await fillConversations(bench, CONVERSATIONS);
  bench.built();
}

/** Total time of an erasure's statements, without the time that its transaction waits to start. */
let worked = 0;
const erasing = {
  ...bench.services,
  db: openTimed(database, (startedAt, statement) => {
    if (statement !== 'begin') worked += performance.now() - startedAt;
  }),
};
const signedIn = { accountId, userId, role: 'OWNER' } as const;
const { accessToken } = await openSession(bench.services, signedIn, { method: 'password', ip: '127.0.0.1' });
const headers = { authorization: `Bearer ${accessToken}` };
const [app, eraser] = [await createApp({ services: bench.services }), await createApp({ services: erasing })];

async function conversationOf(visitor: string): Promise<string | null> {
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from conversations where account_id = $1 and visitor_hash = $2 limit 1',
    [accountId, visitor],
  );
  return rows[0]?.id ?? null;
}

/** Repeats typical requests of an owner and a visitor until the promise `over` is settled. Returns the longest wait, in ms. */
async function longestWait(over: Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false];
  void over.finally(() => (isOver = true));
  const urls = [`/api/conversations?contextId=${contextId}`, `/api/widgets/${contextId}`, '/api/users/me'];
  for (let n = 0; !isOver; n += 1) {
    const startedAt = performance.now();
    await app.inject({ url: urls[n % urls.length]!, headers });
    longest = Math.max(longest, performance.now() - startedAt);
  }
  return longest;
}

async function erase(visitor: string): Promise<{ call: number; work: number; total: number; processor: number }> {
  const id = await conversationOf(visitor);
  if (!id) throw new Error(`${visitor} no longer exists: build the data again`);
  worked = 0;
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const answer = await eraser.inject({ method: 'POST', url: `/api/conversations/${id}/erase-visitor`, headers });
  if (answer.statusCode !== 204) throw new Error(answer.body);
  const call = performance.now() - startedAt;
  const worker = startWorker(erasing.db, { 'erase-visitor': eraseVisitorWorker(erasing) }, console);
  while (await conversationOf(visitor)) await new Promise((resolve) => setTimeout(resolve, 20));
  await worker.stop();
  const { user, system } = process.cpuUsage(before);
  return { call, work: worked, total: performance.now() - startedAt, processor: (user + system) / 1_000 };
}

const visitors = Array.from({ length: 12 }, (_, n) => `visitor ${Math.floor((LOYAL + n * 1_000) / USUAL) + n}`);
const left: string[] = [];
for (const visitor of visitors) if (await conversationOf(visitor)) left.push(visitor);
const show = (ms: number) => `${ms.toFixed(0)} ms`;
const verdict = (ms: number, goal: number) => (ms < goal ? '' : ` (above ${show(goal)})`);
/**
 * Erases a visitor. With `isAlone`, measures the work of the database; otherwise, how long other requests wait
 * meanwhile.
 */
async function measure(name: string, visitor: string | undefined, isAlone: boolean): Promise<void> {
  if (!visitor) return;
  const erasure = erase(visitor);
  const wait = isAlone ? 0 : await longestWait(erasure);
  const { call, work, total, processor } = await erasure;
  const seen = isAlone
    ? `database ${show(work)}${verdict(work, GOAL_MS.work)}, processor ${show(processor)}`
    : `others wait ${show(wait)}${verdict(wait, GOAL_MS.wait)}`;
  console.log(`${name.padEnd(24)} call ${show(call)}, all ${show(total)}, ${seen}`);
}
await measure(`${USUAL} conversations`, left[0], true);
await measure(`${USUAL} conversations`, left[1], true);
await measure(`${USUAL} conversations`, left[2], false);
await measure(`${LOYAL} conversations`, process.env.ALONE ? 'visitor 0' : undefined, true);
await measure(`${LOYAL} conversations`, process.env.ALONE ? undefined : 'visitor 0', false);
await Promise.all([app.close(), eraser.close()]);
await bench.close();
