import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { type Program, startProgram } from '../support/program.ts';
import { PASSWORD, until } from '../support/server.ts';

const KILLS = Number(process.env.KILLS ?? 200);
const RESTARTS = Number(process.env.RESTARTS ?? 10);
const CLIENTS = 6;
/** How long PostgreSQL stays down at each restart: long enough for requests to arrive meanwhile. */
const DOWN_MS = 300;
const EMAIL = 'helena@empresa.com.br';

let cluster: Cluster;
let dataDir: string;
let program: Program;
beforeAll(async () => {
  cluster = startCluster({ fsync: 'on' });
  dataDir = mkdtempSync(join(tmpdir(), 'prosa-restarts-'));
  program = await startProgram({
    DATA_DIR: dataDir,
    DATABASE_URL: cluster.url('postgres'),
    SECRET_KEY: 'k'.repeat(48),
    LOG_LEVEL: 'error',
  });
});
afterAll(async () => {
  await program?.stop('SIGKILL');
  cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Answer {
  status: number;
  retryAfter: string | null;
  text: string;
}
async function call(path: string, body?: unknown, token?: string): Promise<Answer> {
  const answer = await fetch(`${program.url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
}

async function signUp(): Promise<string> {
  const person = { name: 'Helena Prado', email: EMAIL, website: 'empresa.com.br', password: PASSWORD };
  await call('/auth/register', person);
  const outbox = join(dataDir, 'outbox');
  const file = await until(async () => existsSync(outbox) && readdirSync(outbox).find((name) => name.endsWith('.eml')));
  const code = /Subject: .*?(\d{6})/.exec(readFileSync(join(outbox, file), 'utf8'))?.[1];
  return JSON.parse((await call('/auth/verify', { email: EMAIL, code })).text).accessToken;
}

async function withAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: cluster.url('postgres') });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

const isUp = async () => (await call('/health')).status === 200;

it('survives lost connections and database restarts without losing acknowledged writes', async () => {
  const token = await signUp();
  const contextId = JSON.parse((await call('/sessions/me/contexts', undefined, token)).text)[0].id;
  await withAdmin((admin) => admin.query('update plans set item_limit = 1000000, credits = 1000000000'));
  const acknowledged = { links: [] as string[], contents: [] as string[], messages: [] as string[] };
  const failures: Answer[] = [];
  let answered = 0;
  let isOver = false;
  const note = (answer: Answer, expected: number, keep: () => void) => {
    answered += 1;
    if (answer.status !== expected) failures.push(answer);
    else keep();
  };
  const load = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) {
      const word = crypto.randomUUID();
      const link = { contextId, word, link: 'https://empresa.com.br' };
      note(await call('/hyperlinks', link, token), 201, () => acknowledged.links.push(word));
      const faq = { contextId, question: `Quanto custa o item ${word}?`, answer: `O item ${word} custa R$ 10,00.` };
      note(await call('/contents/faq', faq, token), 201, () => acknowledged.contents.push(faq.question));
      const response = await call(`/widgets/${contextId}/messages`, { question: faq.question, messageId: word });
      // A stream that has started reports a failure as an event.
      if (response.status !== 200) note(response, 200, () => undefined);
      else if (response.text.includes('event: done')) acknowledged.messages.push(word);
    }
  });

  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = answered;
    await until(async () => answered > before + CLIENTS);
    await withAdmin((admin) =>
      admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'prosa'
        and random() < 0.7`),
    );
  }
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const before = answered;
    await until(async () => answered > before + CLIENTS);
    cluster.restart(restart % 2 === 0 ? 'fast' : 'immediate', DOWN_MS);
    await until(isUp);
  }
  isOver = true;
  await Promise.all(load);
  expect(program.child.exitCode).toBeNull();

  // Questions are rate limited per minute, and the load may reach that limit.
  const others = failures.filter(({ status }) => status !== 429);
  expect(others.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([]);
  expect(others.length).toBeGreaterThan(0);
  // The workers had the same failures and must still finish the queue.
  const waiting = `select count(*)::int as n from contents where status in ('pending', 'working')`;
  await withAdmin(async (admin) => {
    await until(async () => (await admin.query(waiting)).rows[0].n === 0, 240_000);
    const missing = async (of: readonly string[], column: string, table: string) => {
      const { rows } = await admin.query(`select ${column}::text as one from ${table}`);
      const stored = new Set(rows.map(({ one }) => one));
      return of.filter((one) => !stored.has(one));
    };
    expect(await missing(acknowledged.links, 'word', 'hyperlinks')).toEqual([]);
    expect(await missing(acknowledged.contents, 'question', 'contents')).toEqual([]);
    expect(await missing(acknowledged.messages, 'id', 'messages')).toEqual([]);
  });
  for (const list of Object.values(acknowledged)) expect(list.length).toBeGreaterThan(0);
  expect(await program.stop()).toBe(0);
});
