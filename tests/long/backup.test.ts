import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { withoutWrites } from '../../src/server/db/backup/without-writes.ts';
import { readSecretKey } from '../../src/server/runtime/secrets.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';

const ROOT = join(import.meta.dirname, '../..');
/** How many writes to wait for before the backup starts, and again afterwards. */
const WRITES = 40;
const WRITERS = 4;

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'prosa-backup-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: 'backup' | 'restore', env: Record<string, string>, ...words: string[]) {
  return runProcess([process.execPath, scriptOf(command), ...words], env);
}

const scriptOf = (command: 'backup' | 'restore') => join(ROOT, `src/server/db/backup/${command}-command.ts`);

async function runProcess([file = '', ...words]: readonly string[], env: Record<string, string>) {
  const path = { PATH: process.env.PATH ?? '', TMPDIR: tmpdir() };
  const child = spawn(file, words, { cwd: folder, env: { ...path, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const [code] = await once(child, 'close');
  return { code: code as number, output };
}

const pathsIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name));
const openToOthers = (path: string) => pathsIn(path).filter((one) => (statSync(one).mode & 0o077) !== 0);

/** Creates hyperlinks until it is stopped. Records each word as soon as the server acknowledges it. */
function startWriting({ contextId, post }: Caller) {
  const acknowledged: string[] = [];
  let stopped = false;
  const write = async () => {
    while (!stopped) {
      const word = crypto.randomUUID();
      const { status, text } = await post('/hyperlinks', { contextId, word, link: 'https://empresa.com.br' });
      expect(status, text).toBe(201);
      acknowledged.push(word);
    }
  };
  const writers = Array.from({ length: WRITERS }, write);
  const until = async (count: number) => {
    while (acknowledged.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return {
    acknowledged,
    until,
    async stop() {
      stopped = true;
      await Promise.all(writers);
    },
  };
}

/** Reads all hyperlink words of the context with the token that the owner had before the backup. */
async function readWords(server: TestServer, { contextId, tokens }: Caller): Promise<string[]> {
  const words: string[] = [];
  for (let page = 1; ; page += 1) {
    const { status, body, text } = await server.call({
      method: 'GET',
      url: `/api/hyperlinks?contextId=${contextId}&limit=100&page=${page}`,
      headers: { authorization: `Bearer ${tokens.accessToken}` },
    });
    expect(status, text).toBe(200);
    words.push(...body.data.map(({ word }: { word: string }) => word));
    if (words.length >= body.total) return words;
  }
}

describe.skipIf(process.env.TEST_DATABASE === 'postgres')('a backup', () => {
  it('restores every acknowledged write when taken while the server is running', async () => {
    const server = await startServer({ worker: true });
    const owner = await server.signUp();
    const upgrade = `update subscriptions set plan_id = 'business' where account_id = $1`;
    await server.services.db.pool.query(upgrade, [owner.accountId]);
    const file = join(folder, 'running.zip');
    const writing = startWriting(owner);
    await writing.until(WRITES);
    const before = [...writing.acknowledged];
    const made = await run('backup', { DATA_DIR: server.dataDir }, file);
    expect(made).toMatchObject({ code: 0 });
    await writing.until(writing.acknowledged.length + WRITES);
    await writing.stop();
    await server.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const dataDir = join(folder, 'restored');
    expect(await run('restore', { DATA_DIR: dataDir }, file)).toMatchObject({ code: 0 });
    expect(openToOthers(dataDir)).toEqual([]);
    const restored = await startServer({ prepare: (to) => cpSync(dataDir, to, { recursive: true }) });
    // This also works because the key that signed the token is in the backup.
    const words = new Set(await readWords(restored, owner));
    expect(before.filter((word) => !words.has(word))).toEqual([]);
    expect([...words].filter((word) => !writing.acknowledged.includes(word)).length).toBeLessThanOrEqual(WRITERS);
    await restored.close();
  });

  it('never makes the server wait for longer than its limit, even when the copy hangs', async () => {
    const server = await startServer({ worker: false });
    const hangs = () => new Promise<void>(() => undefined);
    await expect(withoutWrites(server.dataDir, hangs, 500)).rejects.toMatchObject({ code: 'backup_too_slow' });
    const { rows } = await server.services.db.pool.query('select 1 as one');
    expect(rows).toEqual([{ one: 1 }]);
    await server.close();
  });

  it('is refused while another one runs, to the same file or not', async () => {
    const source = join(folder, 'at-once');
    cpSync(inject('templateDir'), source, { recursive: true });
    const [file, other] = [join(folder, 'at-once.zip'), join(folder, 'other.zip')];
    const made = await Promise.all([file, file, other].map((to) => run('backup', { DATA_DIR: source }, to)));
    expect(made.map(({ code }) => code).toSorted()).toEqual([0, 75, 75]);
    for (const { code, output } of made)
      if (code === 75) expect(output).toBe('Já há uma cópia de segurança em andamento. Espere ela terminar.\n');
    const written = made[2]?.code === 0 ? other : file;
    expect((await run('restore', { DATA_DIR: join(folder, 'at-once-restored') }, written)).code).toBe(0);
  });

  it('that was killed leaves nothing behind once the next one is done', async () => {
    const source = join(folder, 'killed');
    cpSync(inject('templateDir'), source, { recursive: true });
    readSecretKey({ DATA_DIR: source });
    const target = join(folder, 'backups');
    mkdirSync(target);
    const killed = spawn(process.execPath, [scriptOf('backup'), join(target, 'first.zip')], {
      env: { PATH: process.env.PATH ?? '', TMPDIR: tmpdir(), DATA_DIR: source },
    });
    await until(async () => pathsIn(target).some((part) => statSync(part).size > 0));
    killed.kill('SIGKILL');
    await once(killed, 'close');
    expect(readdirSync(target)).toEqual([expect.stringMatching(/^first\.zip\.[0-9a-f]{8}\.part$/)]);
    const before = pathsIn(source).filter((path) => path.endsWith('secret.key'));
    expect(before).toHaveLength(2);
    expect(openToOthers(join(source, 'backup'))).toEqual([]);

    expect((await run('backup', { DATA_DIR: source }, join(target, 'second.zip'))).code).toBe(0);
    expect(readdirSync(target)).toEqual(['second.zip']);
    expect(pathsIn(join(source, 'backup'))).toEqual([join(source, 'backup', 'prosa.lock')]);
  });

  it('can be taken from a stopped server', async () => {
    const source = join(folder, 'stopped');
    cpSync(inject('templateDir'), source, { recursive: true });
    const file = join(folder, 'stopped.zip');
    const made = await run('backup', { DATA_DIR: source }, file);
    expect(made.code, made.output).toBe(0);
    expect(made.output).toContain('A SECRET_KEY não está nela');
    const dataDir = join(folder, 'stopped-restored');
    expect((await run('restore', { DATA_DIR: dataDir }, file)).code).toBe(0);
    const restored = await startServer({ prepare: (to) => cpSync(dataDir, to, { recursive: true }) });
    expect((await restored.call({ method: 'GET', url: '/api/ready' })).status).toBe(200);
    await restored.close();
  });

  it('never overwrites a file or a data directory', async () => {
    const file = join(folder, 'stopped.zip');
    const bytes = readFileSync(file);
    expect(await run('backup', { DATA_DIR: join(folder, 'stopped') }, file)).toMatchObject({ code: 73 });
    expect(readFileSync(file).equals(bytes)).toBe(true);
    const dataDir = join(folder, 'used');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'secret.key'), 'a key');
    const refused = await run('restore', { DATA_DIR: dataDir }, file);
    expect(refused).toMatchObject({ code: 73 });
    expect(refused.output).toContain('não está vazia');
    expect(readdirSync(dataDir)).toEqual(['secret.key']);
  });

  it('rejects a damaged file, and restores a valid one afterwards', async () => {
    const sound = readFileSync(join(folder, 'stopped.zip'));
    const damaged = Buffer.from(sound);
    const middle = Math.floor(damaged.length / 2);
    damaged.fill(0x55, middle, middle + 64);
    const dataDir = join(folder, 'after-damage');
    for (const bytes of [damaged, sound.subarray(0, middle), Buffer.from('not a zip file')]) {
      writeFileSync(join(folder, 'damaged.zip'), bytes);
      expect(await run('restore', { DATA_DIR: dataDir }, 'damaged.zip')).toMatchObject({ code: 65 });
      expect(existsSync(join(dataDir, 'db'))).toBe(false);
    }
    expect(await run('restore', { DATA_DIR: dataDir }, 'stopped.zip')).toMatchObject({ code: 0 });
  });

  it('says what it cannot read or write, and blames no sound backup for it', async () => {
    const missing = await run('backup', { DATA_DIR: join(folder, 'stopped') }, join(folder, 'missing', 'a.zip'));
    expect(missing).toMatchObject({ code: 74 });
    expect(missing.output).toMatch(/^Não foi possível ler ou gravar \S+missing\S+ \(ENOENT\)\.\n$/);
    // A limit on the size of files stands for a disk without space.
    const limited = [
      'sh',
      '-c',
      'ulimit -f 64 && exec "$@"',
      'sh',
      process.execPath,
      scriptOf('restore'),
      'stopped.zip',
    ];
    const dataDir = join(folder, 'no-space');
    const refused = await runProcess(limited, { DATA_DIR: dataDir });
    expect(refused).toMatchObject({ code: 74, output: 'Não foi possível ler ou gravar um arquivo (EFBIG).\n' });
    expect(await run('restore', { DATA_DIR: dataDir }, 'stopped.zip')).toMatchObject({ code: 0 });
  });

  it('explains which PostgreSQL commands to run instead when the database is PostgreSQL', async () => {
    const env = { DATABASE_URL: 'postgres://prosa@db/prosa', SECRET_KEY: 'x'.repeat(32) };
    const backup = await run('backup', env, 'file');
    expect(backup).toMatchObject({ code: 64 });
    expect(backup.output).toContain('pg_dump --format=custom');
    const restore = await run('restore', env, 'file');
    expect(restore).toMatchObject({ code: 64 });
    expect(restore.output).toContain('pg_restore');
    expect(backup.output + restore.output).not.toContain('prosa@db');
  });
});
