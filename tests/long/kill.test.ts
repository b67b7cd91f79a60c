import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LocalSite, serve } from '../outbound/serve.ts';
import { copyTemplateDatabase } from '../support/copy-template-database.ts';
import { type Program, startProgram } from '../support/program.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { PASSWORD, until } from '../support/server.ts';

const KILLS = Number(process.env.KILLS ?? 20);
/** The maximum number of acknowledged writes between a start and the next kill. */
const MAX_WRITES = 40;
const CLIENTS = 6;

let dataDir: string;
let program: Program | undefined;
let site: LocalSite;
let receiver: Receiver;
// Not beforeAll: a retry needs a data directory of its own.
beforeEach(async () => {
  pages.length = 0;
  receiver = await startReceiver();
  site = await serve({ '/robots.txt': '', '/sitemap.xml': '', '*': pageOf });
  dataDir = mkdtempSync(join(tmpdir(), 'prosa-kill-'));
  copyTemplateDatabase(dataDir);
});
afterEach(async () => {
  await program?.stop('SIGKILL');
  await site.close();
  receiver.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Pages of a small site: the text changes with every request, and the first page links to three others. */
let reads = 0;
const pageOf = (request: IncomingMessage, response: ServerResponse) => {
  const isFirst = /^\/s\/[^/]+$/.test(request.url ?? '');
  const links = (isFirst ? [1, 2, 3] : []).map((n) => `<a href="${request.url}/${n}">Mais ${n}</a>`).join(' ');
  const text = `<p>A página ${request.url} foi lida ${++reads} vezes, e cada vez diz outra coisa.</p>`;
  setTimeout(
    () => response.setHeader('content-type', 'text/html').end(`<title>P ${reads}</title><main>${text}${links}</main>`),
    Math.random() * 60,
  );
};

async function start(): Promise<void> {
  const allowed = { CRAWL_ALLOW: `${site.host},${receiver.host}` };
  program = await startProgram({ DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error', ...allowed });
}

/** Sends the questions that were not answered to the receiver. */
async function addWebhook(token: string): Promise<void> {
  const events = { events: ['question.unanswered'], contextIds: [] };
  const webhook = { name: 'Receptor', url: receiver.url, format: 'json', isActive: true, ...events };
  expect((await call('/outgoing-webhooks', webhook, token)).status).toBe(201);
}

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

/** Contents that are pages, so they can be synced again. */
const pages: string[] = [];

interface Acknowledged {
  contents: string[];
  captures: string[];
  hyperlinks: string[];
  messages: string[];
}

const sizeOf = (noted: Acknowledged) => Object.values(noted).reduce((sum, { length }) => sum + length, 0);

/** Adds a file and a page, syncs a known page, and sometimes captures a whole site. */
async function learn(contextId: string, token: string, noted: Acknowledged, unique: string, n: number): Promise<void> {
  const form = new FormData();
  form.set('contextId', contextId);
  form.set('file', new Blob([`O arquivo ${unique} conta a história da loja, do começo ao fim.`]), `${unique}.txt`);
  const headers = { authorization: `Bearer ${token}` };
  const file = await fetch(`${program?.url}/api/contents/file`, { method: 'POST', headers, body: form });
  if (file.status === 201) noted.contents.push(((await file.json()) as { id: string }).id);
  const made = await call('/contents/links', { contextId, urls: [`${site.origin}/${unique}`] }, token);
  if (made.status === 201) {
    const { id } = JSON.parse(made.text).data[0];
    noted.contents.push(id);
    pages.push(id);
  }
  const known = pages[Math.floor(Math.random() * pages.length)];
  if (known) await call(`/contents/${known}/sync`, {}, token);
  if (n % 5 !== 0) return;
  const capture = await call('/contents/crawl-links', { contextId, url: `${site.origin}/s/${unique}` }, token);
  if (capture.status === 202) noted.captures.push(JSON.parse(capture.text).id);
}

/** Writes as fast as responses arrive and records what was acknowledged, until the server is down. */
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
      // The first question has nothing in common with the contents, so it is never answered.
      const question = n % 2 === 0 ? 'Quem venceu a corrida de Interlagos?' : faq.question;
      const response = await call(`/widgets/${contextId}/messages`, { question, messageId: unique });
      if (response.status === 200 && response.text.includes('event: done')) noted.messages.push(unique);
      // The slowest requests come last, so most kills happen during them.
      await learn(contextId, token, noted, unique, n);
    } catch {
      return;
    }
  }
}

const OWNER = `(select account_id from logins where email = 'helena@empresa.com.br')`;
/** The same query limited to the rows of this account, without the platform's help contents. */
const owned = (query: string) =>
  query.replaceAll(
    /\b(from|join) (contents|chunks|content_syncs|captures|conversations|messages|credit_\w+|usage_counters)\b/g,
    `$1 (select * from $2 where account_id = ${OWNER})`,
  );

async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ host: dataDir, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Counts open reservations, the differences between balance, ledger and usage counters, and answers without a charge.
 */
const LEDGER = `
  select (select count(*)::int from credit_entries where settled_at is null) as held,
    (select abs(sum(b.monthly + b.lasting) - (select sum(amount) from credit_entries))::int
      + abs((select coalesce(sum(used), 0) from usage_counters where kind = 'credits')
        + (select coalesce(sum(amount), 0) from credit_entries where cause like 'answer:%'))::int
      from credit_balances b) as off,
    (select count(*)::int from messages m where m.cost <> coalesce((
      select -e.amount from credit_entries e where e.cause = 'answer:' || m.conversation_id || ':' || m.id), 0)) as uncharged`;

const missing = (client: pg.Client, table: string, ids: string[]) =>
  client
    .query(
      `select given.id from unnest($1::uuid[]) given(id) left join ${table} t on t.id = given.id where t.id is null`,
      [ids],
    )
    .then(({ rows }) => rows);

it(
  'loses no acknowledged write and no event and runs no job twice when killed 20 times under load',
  { timeout: 1_800_000 },
  async () => {
    await start();
    let token = await signUp();
    const contextId = JSON.parse((await call('/sessions/me/contexts', undefined, token)).text)[0].id as string;
    // Raises the plan's limits so that all writes fit.
    await inDatabase((client) =>
      client.query(`update plans set item_limit = 1000000, credits = 1000000000 where id = 'free';
        update credit_balances set granted = 1000000000, monthly = 1000000000 where account_id = ${OWNER};
        update credit_entries set amount = 1000000000 where cause = 'opening' and account_id = ${OWNER}`),
    );
    await addWebhook(token);
    const noted: Acknowledged = { contents: [], captures: [], hyperlinks: [], messages: [] };
    for (let kill = 0; kill < KILLS; kill++) {
      const clients = Array.from({ length: CLIENTS }, () => write(contextId, token, noted));
      const enough = sizeOf(noted) + Math.random() * MAX_WRITES;
      await until(async () => sizeOf(noted) > enough, 120_000);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500));
      await program?.stop('SIGKILL');
      await Promise.all(clients);
      await start();
      token = await signIn();
      await inDatabase(async (client) => {
        for (const table of ['contents', 'captures', 'hyperlinks', 'messages'] as const) {
          expect(await missing(client, table, noted[table]), `${table} after kill ${kill + 1}`).toEqual([]);
        }
        // Reservations of interrupted answers are refunded before the server accepts requests; the others are charged.
        const { rows } = await client.query(owned(LEDGER));
        expect(rows[0], `credits after kill ${kill + 1}`).toMatchObject({ held: 0, off: 0, uncharged: 0 });
      });
    }
    expect(noted.contents.length).toBeGreaterThan(KILLS);
    expect(noted.messages.length).toBeGreaterThan(0);
    const one = async (client: pg.Client, query: string) =>
      Number(Object.values((await client.query(owned(query))).rows[0])[0]);
    expect(noted.captures.length).toBeGreaterThan(0);
    await inDatabase(async (client) => {
      // A conversation is labelled after it has been silent for a while, so that job may still wait.
      const others = `select count(*) from jobs where kind <> 'label'`;
      const untilIdle = () => until(async () => (await one(client, `${others} and state = 'waiting'`)) === 0, 900_000);
      await untilIdle();
      // It can happen that no page was synced between two kills.
      for (const page of pages.slice(0, 3)) await call(`/contents/${page}/sync`, {}, token);
      await untilIdle();
      expect(await one(client, others)).toBe(0);
      expect(await one(client, `select count(*) from contents where status <> 'done'`)).toBe(0);
      expect(await one(client, `select count(*) from captures where status <> 'done'`)).toBe(0);
      // Each event was sent at least once, also when the process died between recording and sending it.
      const unanswered = await client.query<{ id: string }>(owned(`select id from messages where outcome = 'unknown'`));
      const sent = new Set(receiver.requests.map(({ body }) => body.data.message_id as string));
      expect(unanswered.rows.length).toBeGreaterThan(0);
      expect(unanswered.rows.filter(({ id }) => !sent.has(id))).toEqual([]);
      // Each content is trained in its newest version with one chunk, and no chunk of another version is left.
      expect(
        await one(
          client,
          `select count(*) from contents c where c.version <> c.trained_version
             or 1 <> (select count(*) from chunks k where k.content_id = c.id)`,
        ),
      ).toBe(0);
      expect(
        await one(
          client,
          `select count(*) from chunks k where not exists (select 1 from contents c
             where c.account_id = k.account_id and c.id = k.content_id and c.trained_version = k.version)`,
        ),
      ).toBe(0);
      expect(
        await one(
          client,
          `select count(*) from (select url from contents where url is not null and type <> 'FAQ' group by url having count(*) > 1) twice`,
        ),
      ).toBe(0);
      expect(await one(client, `select count(*) from content_syncs where outcome = 'changed'`)).toBeGreaterThan(0);
      expect(await one(client, `select count(*) from messages`)).toBe(
        await one(client, `select sum(interactions) from conversations`),
      );
      expect(await one(client, `select count(*) from messages where cost > 0`)).toBe(
        await one(client, `select count(*) from credit_entries where cause like 'answer:%'`),
      );
    });
  },
);
