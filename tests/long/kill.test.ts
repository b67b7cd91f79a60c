import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Program, startProgram } from '../support/program.ts';
import { PASSWORD, until } from '../support/server.ts';

const KILLS = 20;
const CLIENTS = 6;

let dataDir: string;
let program: Program | undefined;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'prosa-kill-'));
});
afterAll(async () => {
  await program?.stop('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const start = async () => (program = await startProgram({ DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error' }));

async function call(path: string, body: unknown, token?: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${program?.url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

async function signUp(): Promise<string> {
  const person = {
    name: 'Helena Prado',
    email: 'helena@empresa.com.br',
    website: 'empresa.com.br',
    password: PASSWORD,
  };
  await call('/auth/register', person);
  const outbox = join(dataDir, 'outbox');
  const file = await until(async () => existsSync(outbox) && readdirSync(outbox).find((name) => name.endsWith('.eml')));
  const code = /Subject: .*?(\d{6})/.exec(readFileSync(join(outbox, file), 'utf8'))?.[1];
  return JSON.parse((await call('/auth/verify', { email: person.email, code })).text).accessToken;
}

async function signIn(): Promise<string> {
  const answer = await call('/auth/login', { email: 'helena@empresa.com.br', password: PASSWORD });
  return JSON.parse(answer.text).accessToken;
}

interface Acknowledged {
  contents: string[];
  hyperlinks: string[];
  messages: string[];
}

/** Writes as fast as answers come, and notes what was acknowledged, until the server is gone. */
async function write(contextId: string, token: string, noted: Acknowledged): Promise<void> {
  for (let n = 0; ; n++) {
    const unique = crypto.randomUUID();
    try {
      const faq = {
        contextId,
        question: `Quanto custa o item ${unique}?`,
        answer: `O item ${unique} custa R$ ${n},00.`,
      };
      const content = await call('/contents/faq', faq, token);
      if (content.status === 201) noted.contents.push(JSON.parse(content.text).id);
      const link = await call('/hyperlinks', { contextId, word: unique, link: 'https://empresa.com.br' }, token);
      if (link.status === 201) noted.hyperlinks.push(JSON.parse(link.text).id);
      const asked = await call(`/widgets/${contextId}/messages`, { question: faq.question, messageId: unique });
      if (asked.status === 200 && asked.text.includes('event: done')) noted.messages.push(unique);
    } catch {
      return;
    }
  }
}

async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ host: dataDir, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const missing = (client: pg.Client, table: string, ids: string[]) =>
  client
    .query(
      `select given.id from unnest($1::uuid[]) given(id) left join ${table} t on t.id = given.id where t.id is null`,
      [ids],
    )
    .then(({ rows }) => rows);

it(
  'loses nothing that was acknowledged and doubles no job, killed 20 times under load',
  { timeout: 900_000 },
  async () => {
    await start();
    let token = await signUp();
    const contextId = JSON.parse((await call('/sessions/me/contexts', undefined, token)).text)[0].id as string;
    const noted: Acknowledged = { contents: [], hyperlinks: [], messages: [] };
    for (let kill = 0; kill < KILLS; kill++) {
      const clients = Array.from({ length: CLIENTS }, () => write(contextId, token, noted));
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 1_500));
      await program?.stop('SIGKILL');
      await Promise.all(clients);
      await start();
      token = await signIn();
      await inDatabase(async (client) => {
        for (const table of ['contents', 'hyperlinks', 'messages'] as const) {
          expect(await missing(client, table, noted[table]), `${table} after kill ${kill + 1}`).toEqual([]);
        }
      });
    }
    expect(noted.contents.length).toBeGreaterThan(KILLS);
    expect(noted.messages.length).toBeGreaterThan(0);
    const one = async (client: pg.Client, query: string) =>
      Number(Object.values((await client.query(query)).rows[0])[0]);
    await inDatabase(async (client) => {
      // A conversation is labelled once it has been silent for a while: that work may wait.
      const others = `select count(*) from jobs where kind <> 'label'`;
      await until(async () => (await one(client, `${others} and state = 'waiting'`)) === 0, 240_000);
      expect(await one(client, others)).toBe(0);
      expect(await one(client, `select count(*) from contents where status <> 'done'`)).toBe(0);
      // Each was trained once: one passage, of its one version.
      expect(
        await one(
          client,
          `select count(*) from contents c where 1 <> (select count(*) from chunks k where k.content_id = c.id)`,
        ),
      ).toBe(0);
      expect(await one(client, `select count(*) from messages`)).toBe(
        await one(client, `select sum(interactions) from conversations`),
      );
      expect(await one(client, `select count(*) from messages where grounded`)).toBe(
        await one(client, `select count(*) from credit_entries where cause like 'answer:%'`),
      );
    });
  },
);
