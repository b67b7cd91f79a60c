import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pg from 'pg';
import PostalMime, { type Email } from 'postal-mime';
import { inject } from 'vitest';
import { livePolicy } from '../../access-control/live-policy.ts';
import { createPolicy, type Policy } from '../../access-control/policy.ts';
import { readPolicyTexts } from '../../access-control/policy-files.ts';
import { resources as allResources } from '../../resources/index.ts';
import type { Resource } from '../../resources/kit/resource.ts';
import { type AppOptions, createApp } from '../../src/server/app.ts';
import { connectDatabase, type Database } from '../../src/server/db/connect.ts';
import { derivedTables, deriveTables, filesTables } from '../../src/server/db/derived-tables.ts';
import { statementsFrom } from '../../src/server/db/generate.ts';
import { migrateDatabase } from '../../src/server/db/migrate.ts';
import { openOrm, withPlatform } from '../../src/server/db/tenant.ts';
import { createAccount, readSignUpRules } from '../../src/server/identity/accounts.ts';
import { openSession } from '../../src/server/identity/sessions.ts';
import { startWorker, type Worker } from '../../src/server/jobs/worker.ts';
import { readEnv } from '../../src/server/runtime/env.ts';
import { readSecretKey, signAccessToken } from '../../src/server/runtime/secrets.ts';
import type { Services } from '../../src/server/runtime/services.ts';
import { jobHandlers } from '../../src/server/workers.ts';
import type { Role } from '../../src/shared/roles.ts';
import type { TokenPair } from '../../src/shared/session.ts';
import { createGrowingOutbound } from './growing-outbound.ts';

export { until } from './until.ts';

export interface Answer<T = any> {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: T;
  text: string;
}

export interface Caller {
  accountId: string;
  userId: string;
  contextId: string;
  email: string;
  tokens: TokenPair;
  get<T = any>(path: string): Promise<Answer<T>>;
  post<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  put<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  patch<T = any>(path: string, body?: unknown): Promise<Answer<T>>;
  delete<T = any>(path: string): Promise<Answer<T>>;
  upload<T = any>(
    path: string,
    fields: Record<string, string>,
    file: { name: string; bytes: Buffer },
    method?: 'POST' | 'PUT',
  ): Promise<Answer<T>>;
}

/** A server that other test files use, too. */
export interface SharedServer {
  app: FastifyInstance;
  services: Services;
  dataDir: string;
  /** Makes a call without a token. */
  call<T = any>(options: InjectOptions): Promise<Answer<T>>;
  /** Creates an account and signs in, with the effects of a confirmed sign-up, but without its email and its delay. */
  signUp(change?: Partial<{ name: string; email: string; website: string; password: string }>): Promise<Caller>;
  /** Signs in to the same account with another role, as a user of these contexts only if any are given. */
  as(caller: Pick<Caller, 'accountId'>, role: Role, contextIds?: string[]): Promise<Caller>;
  mailsTo(email: string): Promise<Email[]>;
}

export interface TestServer extends SharedServer {
  close(): Promise<void>;
}

/** Tests wait for jobs more often than people. */
const JOBS_POLL_MS = 250;
const silent = { info: () => undefined, warn: () => undefined };

export const PASSWORD = 'Senha#Forte1';

/** argon2's minimum. The hash names it, so that every sign-in of these people also takes little time. */
const CHEAP_HASH = { memoryCost: 8, timeCost: 1, parallelism: 1 };

interface ServerOptions {
  env?: Record<string, string>;
  app?: Partial<AppOptions>;
  worker?: boolean;
  statementTimeoutMs?: number;
  /** Prepares the data directory of the embedded database, instead of copying the template. */
  prepare?: (dataDir: string) => void;
  /** Runs on this database, which exists and is migrated. */
  databaseUrl?: string;
  /** More resources that the engine stores. Readers may view and writers manage their rows, with all actions. */
  resources?: readonly Resource[];
  /** More rows of the policy, such as those of guarded fields. */
  policyRows?: readonly string[];
}

async function copyDatabase(
  dataDir: string,
  { statementTimeoutMs, prepare, databaseUrl }: ServerOptions,
): Promise<Database> {
  if (databaseUrl) return connectDatabase({ dataDir, databaseUrl });
  if (prepare) {
    prepare(dataDir);
    const database = await connectDatabase({ dataDir });
    await migrateDatabase(database.pool);
    return database;
  }
  const template = inject('postgresUrl');
  if (template === '') {
    cpSync(inject('templateDir'), dataDir, { recursive: true });
    const database = await connectDatabase({ dataDir, statementTimeoutMs });
    if (statementTimeoutMs) database.limitStatements();
    return database;
  }
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const at = (database: string) => template.replace(/\/[^/?]+\?/, `/${database}?`);
  const admin = new pg.Client({ connectionString: at('postgres') });
  await admin.connect();
  await admin.query(`create database ${name} template ${/\/([^/?]+)\?/.exec(template)?.[1]}`);
  await admin.end();
  return connectDatabase({ dataDir, databaseUrl: at(name), statementTimeoutMs });
}

function answerOf<T>(response: Awaited<ReturnType<FastifyInstance['inject']>>): Answer<T> {
  const isJson = /[/+]json(;|$)/.test(String(response.headers['content-type']));
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: (isJson && response.body !== '' ? response.json() : null) as T,
  };
}

/** Adds resources with their tables. Returns the policy that includes them. */
async function addResources(database: Database, resources: readonly Resource[], policyRows: readonly string[]) {
  const texts = await readPolicyTexts();
  if (resources.length > 0) {
    (allResources as Resource[]).push(...resources);
    deriveTables(resources);
    const tables = Object.fromEntries(
      resources.flatMap(({ name }) => [
        [name, derivedTables[name]],
        ...(filesTables[name] ? [[`${name}-files`, filesTables[name]]] : []),
      ]),
    );
    for (const statement of (await statementsFrom(undefined, tables)).statements) await database.pool.query(statement);
  }
  const rows = resources.flatMap(({ name, rowCalls = [] }) => [
    `p, READER, any, ${name}, view`,
    `p, WRITER, any, ${name}, manage`,
    ...rowCalls.filter((call) => !call.allowedBy).map((call) => `p, WRITER, any, ${name}, ${call.name}`),
  ]);
  return livePolicy(await policyOf(texts.model, [texts.policy, ...rows, ...policyRows].join('\n')), texts);
}

const policies = new Map<string, Promise<Policy>>();

/** Servers of one process with the same policy share what it remembers, because a start asks it about every route. */
function policyOf(model: string, text: string): Promise<Policy> {
  const policy = policies.get(text) ?? createPolicy(model, text);
  policies.set(text, policy);
  return policy;
}

function removeResources(resources: readonly Resource[]): void {
  (allResources as Resource[]).splice(allResources.length - resources.length, resources.length);
  for (const { name } of resources) for (const tables of [derivedTables, filesTables]) delete tables[name];
}

interface Running {
  app: FastifyInstance;
  services: Services;
  dataDir: string;
  /** The parsed emails by file. A file with its final name is complete and never changes. */
  emails: Map<string, Promise<Email>>;
  /** Lets the server request these `host:port`, wherever they are. */
  allow(hosts: readonly string[]): void;
  stop(): Promise<void>;
}

async function run(dataDir: string, options: ServerOptions): Promise<Running> {
  const database = await copyDatabase(dataDir, options);
  const env = readEnv({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    WHATSAPP_API_URL: 'http://127.0.0.1:9',
    ...options.env,
  });
  const db = openOrm(database.kind, database.pool);
  const { outbound, allow } = createGrowingOutbound(env.CRAWL_ALLOW);
  let worker: Worker | undefined;
  const services: Services = {
    db,
    env,
    policy: await addResources(database, options.resources ?? [], options.policyRows ?? []),
    key: readSecretKey(env),
    outbound,
    publicUrl: () => env.PUBLIC_URL ?? 'http://prosa.test',
  };
  const app = await createApp({ services, ...options.app });
  await app.ready();
  if (options.worker !== false)
    worker = startWorker(db, jobHandlers(services, silent), silent, { pollMs: JOBS_POLL_MS });
  return {
    app,
    services,
    dataDir,
    emails: new Map(),
    allow,
    async stop() {
      // Else closing may wait over a minute for a connection that `fetch` keeps.
      app.server.closeAllConnections();
      await app.close();
      await worker?.stop();
      await outbound.close();
      await database.close();
      removeResources(options.resources ?? []);
    },
  };
}

/** Returns what a test file does with a server. Its requests come from `remoteAddress`. */
function useServer({ app, services, dataDir, emails }: Running, remoteAddress: string): SharedServer {
  const { db } = services;
  const call: SharedServer['call'] = async (request) => answerOf(await app.inject({ remoteAddress, ...request }));

  function read(path: string): Promise<Email> {
    const email = emails.get(path) ?? PostalMime.parse(readFileSync(path));
    emails.set(path, email);
    return email;
  }
  async function mailsTo(email: string): Promise<Email[]> {
    const outbox = join(dataDir, 'outbox');
    if (!existsSync(outbox)) return [];
    const files = readdirSync(outbox).filter((file) => file.endsWith('.eml'));
    const mails = await Promise.all(files.sort().map((file) => read(join(outbox, file))));
    return mails.filter((mail) => mail.to?.some((to) => to.address === email));
  }

  function callerWith(person: Pick<Caller, 'accountId' | 'userId' | 'contextId' | 'email' | 'tokens'>): Caller {
    const headers = { authorization: `Bearer ${person.tokens.accessToken}` };
    const send =
      (method: InjectOptions['method']) =>
      (path: string, body?: unknown, more: Record<string, string> = {}) =>
        call({
          method,
          url: `/api${path}`,
          headers: { ...headers, ...more },
          ...(body === undefined ? {} : { payload: body as object }),
        });
    return {
      ...person,
      get: send('GET'),
      post: send('POST'),
      put: send('PUT'),
      patch: send('PATCH'),
      delete: send('DELETE'),
      async upload(path, fields, file, method = 'POST') {
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.set(name, value);
        form.set('file', new Blob([new Uint8Array(file.bytes)]), file.name);
        const request = new Request('http://x/', { method: 'POST', body: form });
        return call({
          method,
          url: `/api${path}`,
          headers: { ...headers, 'content-type': String(request.headers.get('content-type')) },
          payload: Buffer.from(await request.arrayBuffer()),
        });
      },
    } as Caller;
  }

  let people = 0;
  async function signUp(change: Parameters<SharedServer['signUp']>[0] = {}): Promise<Caller> {
    people += 1;
    const person = {
      name: 'Helena Prado',
      email: `pessoa${people}-${randomUUID().slice(0, 8)}@empresa.com.br`,
      website: 'https://www.empresa.com.br',
      password: PASSWORD,
      ...change,
    };
    const { password, ...profile } = person;
    const passwordHash = await hash(password, CHEAP_HASH);
    const ids = await withPlatform(db, async (tx) => {
      const { planId } = await readSignUpRules(tx);
      return createAccount(tx, { ...profile, passwordHash, role: 'OWNER', planId });
    });
    const owner = { ...ids, role: 'OWNER' as const };
    const tokens = await openSession(services, owner, { method: 'code', ip: '127.0.0.1' });
    return callerWith({ ...ids, email: person.email, tokens });
  }

  async function as(caller: Pick<Caller, 'accountId'>, role: Role, contextIds?: string[]): Promise<Caller> {
    const { accountId } = caller;
    const userId = randomUUID();
    const sessionId = randomUUID();
    const { pool } = db;
    await pool.query(
      `insert into users (account_id, id, name, email, role, status, sees_all_contexts)
       values ($1, $2, $3, $4, $5, 'ACTIVE', $6)`,
      [accountId, userId, role, `${role}-${userId}@empresa.com.br`, role, !contextIds],
    );
    for (const contextId of contextIds ?? [])
      await pool.query('insert into user_contexts (account_id, user_id, context_id) values ($1, $2, $3)', [
        ...[accountId, userId, contextId],
      ]);
    await pool.query(
      `insert into sessions (account_id, id, user_id, token_hash, expires_at) values ($1, $2, $3, 'x', now() + interval '1 day')`,
      [accountId, sessionId, userId],
    );
    const accessToken = await signAccessToken(services.key, { sub: userId, accountId, role, sid: sessionId });
    const ids = { accountId, userId, contextId: '' };
    const someone = callerWith({ ...ids, email: `${role}@empresa.com.br`, tokens: { accessToken, refreshToken: '' } });
    const contexts = (await someone.get<{ id: string }[]>('/sessions/me/contexts')).body;
    return { ...someone, contextId: contexts[0]?.id ?? '' };
  }

  return { app, services, dataDir, call, signUp, as, mailsTo };
}

/** Starts a complete server, including its worker, on a copy of the migrated template; once per test file. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-server-'));
  const running = await run(join(folder, 'data'), options);
  return {
    ...useServer(running, '127.0.0.1'),
    async close() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let shared: Promise<Running> | undefined;
let files = 0;

/**
 * Returns the server that most test files of a process share; the first starts it, and it runs until the process ends.
 * Each file has an address of its own for the limits by address.
 * @param allow `host:port` of the file's sites, which the server may request
 */
export async function sharedServer({ allow = [] }: { allow?: string[] } = {}): Promise<SharedServer> {
  // Removed with the template, at the end of the test run.
  shared ??= run(mkdtempSync(join(dirname(inject('templateDir')), 'shared-')), {});
  const running = await shared;
  if (allow.length > 0) running.allow(allow);
  // Jobs that earlier files left, such as labels of their conversations, would take their turns between this file's.
  await running.services.db.pool.query('delete from jobs');
  files += 1;
  return useServer(running, `198.18.${files >> 8}.${files & 255}`);
}

/** Returns the events of a streamed answer, in order. */
export function eventsOf(text: string): { event: string; data: any }[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [event, data] = block.split('\n') as [string, string];
      return { event: event.slice('event: '.length), data: JSON.parse(data.slice('data: '.length)) };
    });
}

/** Returns the text of a streamed answer. */
export const textOf = (answer: Answer): string =>
  eventsOf(answer.text)
    .filter(({ event }) => event === 'delta')
    .map(({ data }) => data.text)
    .join('');
