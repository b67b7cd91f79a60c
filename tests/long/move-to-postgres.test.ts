import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../../src/server/db/connect.ts';
import { migrateDatabase } from '../../src/server/db/migrate.ts';
import { type Cluster, hasPostgres, startCluster } from '../support/cluster.ts';
import { startServer } from '../support/server.ts';
import { fillTenant } from '../support/tenants.ts';

const ROOT = join(import.meta.dirname, '../..');
let folder: string;
let cluster: Cluster;
let databases = 0;

async function query(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function createDatabase(): Promise<string> {
  databases += 1;
  await query(cluster.url('postgres'), `create database moved_${databases}`);
  return cluster.url(`moved_${databases}`);
}

async function move(dataDir: string, url: string, env: Record<string, string> = {}) {
  const script = join(ROOT, 'src/server/db/move/move-command.ts');
  const path = { PATH: process.env.PATH ?? '', TMPDIR: tmpdir(), DATA_DIR: dataDir };
  const child = spawn(process.execPath, [script, url], { cwd: folder, env: { ...path, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const [code] = await once(child, 'close');
  return { child, code: code as number, output };
}

/** Returns the names, row counts and contents of all tables, in the order of their rows' texts. */
async function contentOf(pool: pg.Pool): Promise<Record<string, string>> {
  const client = await pool.connect();
  try {
    await client.query(`set timezone = 'UTC'`);
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    );
    const contents: Record<string, string> = {};
    for (const { name } of rows) {
      const { rows: digests } = await client.query<{ all: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as all from "${name}" t`,
      );
      contents[name] = digests[0]!.all;
    }
    return contents;
  } finally {
    client.release(true);
  }
}

const contentAt = async (config: { dataDir: string; databaseUrl?: string }) => {
  const database = await connectDatabase(config);
  try {
    return await contentOf(database.pool);
  } finally {
    await database.close();
  }
};

const canMove = hasPostgres() && process.env.TEST_DATABASE !== 'postgres';

describe.skipIf(!canMove)('moving to PostgreSQL', () => {
  /** A data directory with a row in every table of an account, and the data needed to check it. */
  let dataDir: string;
  let token: string;
  let question: { contextId: string; text: string; answer: string };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'prosa-move-'));
    cluster = startCluster();
    const server = await startServer();
    const full = await fillTenant(server);
    const { caller, marker } = full;
    token = caller.tokens.accessToken;
    const { pool } = server.services.db;
    question = { contextId: caller.contextId, text: `O que é ${marker}?`, answer: `É um segredo: ${marker}.` };
    // A page of a sitemap, a file of 10 MB, and values that a naive copy would change.
    const [sitemap, page, file] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const insert = `insert into contents (account_id, id, context_id, title, type, format, status, url, sitemap_id)
      values ($1, $2, $3, $4, $5, $6, 'error', $7, $8)`;
    const odd = `C:\\novo\\t "aspas" 'simples' {chaves} NULL \u{1F600}\r\n\t`;
    // The page comes first, so that a copy in the order of the rows would not find its sitemap.
    await pool.query(insert, [
      caller.accountId,
      sitemap,
      caller.contextId,
      odd,
      'SITEMAP',
      'html',
      'https://a.com/',
      null,
    ]);
    await pool.query(insert, [
      caller.accountId,
      page,
      caller.contextId,
      '',
      'LINK',
      'html',
      'https://a.com/1',
      sitemap,
    ]);
    await pool.query(insert, [caller.accountId, file, caller.contextId, 'NULL', 'FILE', 'pdf', null, null]);
    const bytes = Buffer.alloc(10 * 1024 * 1024, Buffer.from([0, 255, 92, 39, 13, 10]));
    await pool.query('insert into content_files (account_id, content_id, bytes) values ($1, $2, $3)', [
      ...[caller.accountId, file, bytes],
    ]);
    await pool.query(`update contents set sitemap_id = $2, updated_at = 'infinity' where id = $1`, [page, sitemap]);
    await pool.query('update contexts set origins = $2 where id = $1', [caller.contextId, ['a,b', 'c"d', '', 'NULL']]);
    dataDir = join(folder, 'data');
    // A copy of a crashed database would also work; this one was closed properly.
    await pool.query('checkpoint');
    cpSync(server.dataDir, dataDir, { recursive: true });
    await server.close();
  }, 120_000);
  afterAll(() => {
    cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const copyData = (name: string) => {
    const copy = join(folder, name);
    cpSync(dataDir, copy, { recursive: true });
    return copy;
  };

  it('copies every table with the same rows, and the product runs there', { timeout: 240_000 }, async () => {
    const own = copyData('whole');
    const url = await createDatabase();
    const { code, output } = await move(own, url);
    expect(code, output).toBe(0);
    const before = await contentAt({ dataDir: own });
    expect(await contentAt({ dataDir: '', databaseUrl: url })).toEqual(before);
    expect(before.content_files).toMatch(/^2 /);
    expect(Object.values(before).filter((one) => !one.startsWith('0 ')).length).toBeGreaterThan(25);
    expect(
      await query(url, `select 1 from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`),
    ).toEqual([]);
    expect(output).toContain(`SECRET_KEY_FILE=${join(own, 'secret.key')}`);

    const secretKey = readFileSync(join(own, 'secret.key'), 'utf8');
    const server = await startServer({ databaseUrl: url, env: { SECRET_KEY: secretKey } });
    try {
      const response = await server.call({
        method: 'POST',
        url: `/api/widgets/${question.contextId}/messages`,
        payload: { question: question.text, visitorToken: 'visitante-de-teste', messageId: crypto.randomUUID() },
      });
      expect(response.text).toContain(question.answer);
      // The token was signed before the move.
      const headers = { authorization: `Bearer ${token}` };
      const listed = await server.call({
        method: 'GET',
        url: `/api/contents?contextId=${question.contextId}`,
        headers,
      });
      expect(listed).toMatchObject({ status: 200, body: { total: 6 } });
      const payload = { contextId: question.contextId, question: 'Abre no Natal?', answer: 'Não.' };
      const added = await server.call({ method: 'POST', url: '/api/contents/faq', headers, payload });
      expect(added.status).toBe(201);
    } finally {
      await server.close();
    }
  });

  it('names its argument when it cannot connect', { timeout: 60_000 }, async () => {
    const { code, output } = await move(copyData('unreachable'), 'postgres://prosa:senha-secreta@127.0.0.1:1/prosa');
    expect(code).toBe(69);
    expect(output).toContain('banco de dados em URL (ECONNREFUSED)');
    expect(output).not.toMatch(/DATABASE_URL|senha-secreta|\n\s+at /);
  });

  it('refuses a database that is not empty, and leaves it unchanged', { timeout: 120_000 }, async () => {
    const own = copyData('refused');
    const [foreign, moved] = [await createDatabase(), await createDatabase()];
    await query(foreign, 'create table ours (id int)');
    expect(await move(own, foreign)).toMatchObject({ code: 73, output: expect.stringContaining('não está vazio') });
    expect(await query(foreign, `select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([
      { relname: 'ours' },
    ]);
    expect((await move(own, moved)).code).toBe(0);
    const before = await contentAt({ dataDir: '', databaseUrl: moved });
    expect(await move(own, moved)).toMatchObject({ code: 73, output: expect.stringContaining('não está vazio') });
    expect(await contentAt({ dataDir: '', databaseUrl: moved })).toEqual(before);
  });

  it(
    'leaves nothing when it is interrupted or the copy differs, and can be run again',
    { timeout: 120_000 },
    async () => {
      const own = copyData('again');
      const url = await createDatabase();
      expect((await move(copyData('first'), await createDatabase())).code).toBe(0);
      // The rows of the last table are changed while they are copied. This also simulates an interruption after all others.
      const target = await connectDatabase({ dataDir: '', databaseUrl: url });
      await migrateDatabase(target.pool);
      await target.pool.query(`create function spoil() returns trigger language plpgsql as
      $$ begin new.title := new.title || '!'; return new; end $$`);
      await target.pool.query('create trigger spoil before insert on contents for each row execute function spoil()');
      expect(await move(own, url)).toMatchObject({ code: 74, output: expect.stringContaining('contents') });
      const filled = Object.values(await contentOf(target.pool)).filter((one) => !one.startsWith('0 '));
      expect(filled).toEqual([]);
      await target.pool.query('drop function spoil cascade');
      await target.close();
      expect((await move(own, url)).code).toBe(0);
      expect(await contentAt({ dataDir: '', databaseUrl: url })).toEqual(await contentAt({ dataDir: own }));
    },
  );

  it('refuses a directory in use or without database, and wrong arguments', { timeout: 60_000 }, async () => {
    const url = await createDatabase();
    const own = copyData('used');
    const database = await connectDatabase({ dataDir: own });
    expect(await move(own, url)).toMatchObject({ code: 75, output: expect.stringContaining('já está em uso') });
    await database.close();
    expect(await move(join(folder, 'none'), url)).toMatchObject({ code: 66 });
    expect(existsSync(join(folder, 'none'))).toBe(false);
    expect(await move(own, 'mysql://x')).toMatchObject({ code: 64, output: expect.stringContaining('Uso:') });
    expect(await move(own, url, { DATABASE_URL: url })).toMatchObject({ code: 64 });
    expect(await move(own, 'postgres://127.0.0.1:1/x')).toMatchObject({ code: 69 });
    expect(await query(url, `select 1 from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
    expect(readFileSync(join(own, 'secret.key'), 'utf8')).toBe(readFileSync(join(dataDir, 'secret.key'), 'utf8'));
  });
});
