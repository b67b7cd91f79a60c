import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openEmbedded } from '../../src/server/db/embedded/open.ts';
import { readSecretKey } from '../../src/server/runtime/secrets.ts';

const quiet = () => undefined;
let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'prosa-data-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (dataDir: string) => openEmbedded(dataDir, quiet, quiet);
/** Copies a data directory and makes it readable and writable by everybody. */
function copyWorldReadable(name: string, from = inject('templateDir')): string {
  const dataDir = join(folder, name);
  cpSync(from, dataDir, { recursive: true });
  for (const path of pathsIn(dataDir)) chmodSync(path, statSync(path).isDirectory() ? 0o777 : 0o666);
  chmodSync(dataDir, 0o755);
  return dataDir;
}
const pathsIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name));
/** Returns the paths below a data directory that the group or others can access. */
const openTo = (dataDir: string) => pathsIn(dataDir).filter((path) => (statSync(path).mode & 0o077) !== 0);

describe.skipIf(process.env.TEST_DATABASE === 'postgres')('a data directory', () => {
  it('has files that only their owner can access, even when the directory existed before', async () => {
    const dataDir = join(folder, 'new');
    mkdirSync(dataDir, { mode: 0o755 });
    chmodSync(dataDir, 0o755);
    const database = await open(dataDir);
    readSecretKey({ DATA_DIR: dataDir });
    await database.pool.query('create table made_later as select generate_series(1, 10000) n');
    expect(openTo(dataDir)).toEqual([]);
    await database.close();
    expect(openTo(dataDir)).toEqual([]);
  });

  it('that was open to everybody is restricted at the next start', async () => {
    const dataDir = copyWorldReadable('repaired');
    mkdirSync(join(dataDir, 'outbox'), { mode: 0o755 });
    writeFileSync(join(dataDir, 'outbox', 'a.eml'), '', { mode: 0o644 });
    const database = await open(dataDir);
    expect(openTo(dataDir)).toEqual([]);
    await database.close();
  });

  it.each(['PG_VERSION', 'global/pg_control', 'base', 'pg_wal'])(
    'without its %s is reported as damaged and left unchanged',
    async (lost) => {
      const dataDir = copyWorldReadable(`without-${lost.replace('/', '-')}`);
      rmSync(join(dataDir, 'db', lost), { recursive: true });
      const before = pathsIn(join(dataDir, 'db'));
      await expect(open(dataDir)).rejects.toMatchObject({
        name: 'StartupError',
        code: 'database_damaged',
        exitCode: 74,
        message: expect.stringMatching(/^O banco de dados em .* está danificado e não foi aberto nem alterado\. /),
      });
      expect(pathsIn(join(dataDir, 'db'))).toEqual(before);
      // After the missing part is restored, the directory opens again.
      cpSync(join(inject('templateDir'), 'db', lost), join(dataDir, 'db', lost), { recursive: true });
      await (await open(dataDir)).close();
    },
  );

  it('with a corrupt control file is reported as damaged', async () => {
    const dataDir = copyWorldReadable('garbled');
    writeFileSync(join(dataDir, 'db', 'global', 'pg_control'), 'x'.repeat(8192));
    await expect(open(dataDir)).rejects.toMatchObject({ code: 'database_damaged' });
  });

  it('is created again after an interrupted first start, and the incomplete database is kept', async () => {
    const dataDir = join(folder, 'interrupted');
    mkdirSync(join(dataDir, 'db', 'base'), { recursive: true });
    writeFileSync(join(dataDir, 'db.creating'), '');
    const database = await open(dataDir);
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await database.close();
    expect(readdirSync(dataDir).some((name) => name.startsWith('db.incomplete-'))).toBe(true);
    expect(existsSync(join(dataDir, 'db.creating'))).toBe(false);
  });
});

describe('the secret key', () => {
  it('is created once, and only its owner can read it', () => {
    const dataDir = join(folder, 'key');
    const key = readSecretKey({ DATA_DIR: dataDir });
    expect(key.current.length).toBeGreaterThanOrEqual(32);
    expect(readSecretKey({ DATA_DIR: dataDir })).toEqual(key);
    expect(readdirSync(dataDir)).toEqual(['secret.key']);
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
  });

  it.each(['', '   \n', 'half-a-key'])('is reported as damaged and left unchanged when it contains %j', (content) => {
    const dataDir = mkdtempSync(join(folder, 'bad-key-'));
    writeFileSync(join(dataDir, 'secret.key'), content);
    expect(() => readSecretKey({ DATA_DIR: dataDir })).toThrow(/^A chave em .*secret\.key está danificada\. /);
    expect(statSync(join(dataDir, 'secret.key')).size).toBe(content.length);
  });
});
