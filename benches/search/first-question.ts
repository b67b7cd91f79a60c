import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { analysePassage } from '../../src/search/analyse.ts';
import { search } from '../../src/search/search.ts';
import { seedPlans } from '../../src/server/billing/plans.ts';
import { connectDatabase } from '../../src/server/db/connect.ts';
import { migrateDatabase } from '../../src/server/db/migrate.ts';
import { chunks, contents } from '../../src/server/db/schema/knowledge.ts';
import type { Db } from '../../src/server/db/tenant.ts';
import { openOrm, tenant, withPlatform, withTenant } from '../../src/server/db/tenant.ts';
import { createAccount } from '../../src/server/identity/accounts.ts';
import { openBase, warmBases } from '../../src/server/knowledge/base.ts';
import { runBench } from '../run-bench.ts';
import type { EvalDocument } from './question-set.ts';
import { readDocuments, readQueries } from './question-set.ts';

/*
 * `npm run bench:first-question -- FOLDER`: measures how long the first question after a restart waits for its context
 * to be loaded and searched, immediately and after the server's warm-up. Each restart is a new process. Uses PostgreSQL with
 * DATABASE_URL, else the embedded database.
 */
const USAGE = 'npm run bench:first-question -- FOLDER';
const RESTARTS = 7;
const BATCH = 200;
const WARMED = 8;

/** The input of a restarted process. */
interface Task {
  dataDir: string;
  accountId: string;
  contextId: string;
  questions: string[];
  /** Whether the server's warm-up runs before the first question. */
  isWarm: boolean;
}

/** In milliseconds. */
interface Waited {
  load: number;
  search: number;
  second: number;
  /** 0 without warm-up. */
  warmUp: number;
}

const databaseUrl = process.env.DATABASE_URL;

async function open(dataDir: string): Promise<{ db: Db; close(): Promise<void> }> {
  const database = await connectDatabase({ dataDir, databaseUrl });
  return { db: openOrm(database.kind, database.pool), close: () => database.close() };
}

/** Stores the passages as trained contents of a new account. */
async function store(db: Db, documents: readonly EvalDocument[]): Promise<Pick<Task, 'accountId' | 'contextId'>> {
  await migrateDatabase(db.pool);
  await seedPlans(db);
  const person = { name: 'Bench', email: `${uuidv7()}@bench.com.br`, passwordHash: 'x' } as const;
  const { accountId, contextId } = await withPlatform(db, (tx) =>
    createAccount(tx, { ...person, role: 'OWNER', planId: 'free' }),
  );
  const rows = documents.map(({ passage }) => {
    const { question, answer, heading, page, text } = passage;
    const isFaq = question !== null;
    const own = { accountId, contextId };
    const words = { ...passage, title: isFaq ? '' : passage.title };
    const id = uuidv7();
    return {
      content: {
        ...own,
        id,
        title: (question ?? passage.title).slice(0, 500),
        question,
        answer,
        ...({ status: 'done', trainedVersion: 1 } as const),
        ...(isFaq ? ({ type: 'FAQ', format: 'faq' } as const) : ({ type: 'FILE', format: 'txt' } as const)),
      },
      chunk: {
        ...own,
        contentId: id,
        version: 1,
        ordinal: 0,
        heading,
        page,
        text,
        analysis: Buffer.from(analysePassage(words)),
      },
    };
  });
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    await withTenant(db, tenant(accountId, 'all'), async (tx) => {
      await tx.insert(contents).values(batch.map(({ content }) => content));
      await tx.insert(chunks).values(batch.map(({ chunk }) => chunk));
    });
  }
  // A running server does this maintenance. Without it, the query plan would differ.
  await db.pool.query('vacuum (analyze)');
  return { accountId, contextId };
}

/** Does what a newly started process does: the database is open, but the context is not loaded. */
async function restart({ dataDir, accountId, contextId, questions, isWarm }: Task): Promise<Waited> {
  const { db, close } = await open(dataDir);
  const owner = { tenant: tenant(accountId, 'all'), inheritance: contextId };
  await db.orm.execute(sql`select 1`);
  const start = performance.now();
  if (isWarm) await warmBases(db, WARMED);
  const warmUp = performance.now() - start;
  const ask = async (question: string) => {
    const start = performance.now();
    const segments = await openBase(db, owner);
    const loaded = performance.now();
    if (search(segments, question).hits.length === 0) throw new Error('The stored passages were not found');
    return { load: loaded - start, search: performance.now() - loaded };
  };
  const first = await ask(questions[0]!);
  const { load, search: found } = await ask(questions[1]!);
  await close();
  return { ...first, second: load + found, warmUp };
}

async function askRestarted(task: Task): Promise<Waited> {
  const child = fork(import.meta.filename, ['--restarted'], { serialization: 'advanced' });
  child.send(task);
  const [waited] = (await once(child, 'message')) as [Waited];
  await once(child, 'exit');
  return waited;
}

function print(waits: readonly Waited[], isWarm: boolean): void {
  const of = (figure: (one: Waited) => number) => {
    const sorted = waits.map(figure).sort((a, b) => a - b);
    return `${sorted[Math.floor(sorted.length / 2)]!.toFixed(0)} ms (${sorted[0]!.toFixed(0)} to ${sorted.at(-1)!.toFixed(0)})`;
  };
  console.log(
    `${isWarm ? `after the warm-up, which takes ${of(({ warmUp }) => warmUp)}` : 'at once'}\n` +
      `  first question    ${of(({ load, search }) => load + search)}\n` +
      `    loading         ${of(({ load }) => load)}\n    searching       ${of(({ search }) => search)}\n` +
      `  second question   ${of(({ second }) => second)}`,
  );
}

async function run(folder: string): Promise<void> {
  const documents = readDocuments(folder);
  const questions = readQueries(folder)
    .clean.filter(({ kind }) => kind === 'answerable')
    .map(({ question }) => question);
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-bench-'));
  try {
    const { db, close } = await open(dataDir);
    const stored = await store(db, documents);
    await close();
    console.log(
      `${documents.length} passages, database ${db.kind}; median of ${RESTARTS} restarts, minimum to maximum`,
    );
    for (const isWarm of [false, true]) {
      const waits: Waited[] = [];
      for (let turn = 0; turn < RESTARTS; turn++) {
        const own = [questions.at(turn * 2)!, questions.at(turn * 2 + 1)!];
        waits.push(await askRestarted({ dataDir, ...stored, questions: own, isWarm }));
      }
      print(waits, isWarm);
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (process.argv[2] === '--restarted') {
  const [task] = (await once(process, 'message')) as [Task];
  process.send!(await restart(task));
  process.disconnect();
} else {
  await runBench(USAGE, {}, run);
}
