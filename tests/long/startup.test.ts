import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyTemplateDatabase } from '../support/copy-template-database.ts';
import { freePort, type Program, runToEnd, startProgram } from '../support/program.ts';
import { until } from '../support/until.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prosa-start-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The output must contain these words and no stack trace. */
function expectClear(output: string, ...words: (string | RegExp)[]) {
  expect(output).not.toMatch(/\n\s+at |Error:|node:internal/);
  for (const word of words) expect(output).toMatch(word);
}

describe('a start that fails', () => {
  it('names each invalid value without repeating it', async () => {
    const bad = { PORT: 'porta', SMTP_URL: 'http://segredo@x', CRAWL_ALLOW: 'sem-porta', DATA_DIR: join(folder, 'x') };
    const { exitCode, output } = await runToEnd(bad);
    expect(exitCode).toBe(78);
    expectClear(output, 'PORT', 'SMTP_URL', 'CRAWL_ALLOW');
    expect(output).not.toContain('segredo');
  });

  it('names values that only look valid', async () => {
    const bad = { TRUST_PROXY: '0.0.0.0/0', MAIL_FROM: 'xyz', SMTP_URL: 'smtp://', CRAWL_ALLOW: 'a:99999' };
    const { exitCode, output } = await runToEnd({ ...bad, OIDC_EMPRESA_ISSUER: 'empresa' });
    expect(exitCode).toBe(78);
    expectClear(output, ...Object.keys(bad), 'OIDC_<NOME>_ISSUER');
  });

  it('requires a secret key with an external database', async () => {
    const { exitCode, output } = await runToEnd({ DATABASE_URL: 'postgres://x@127.0.0.1:1/x' });
    expect(exitCode).toBe(78);
    expectClear(output, 'SECRET_KEY');
  });

  it('reports that the database cannot be reached, without its password', async () => {
    const port = await freePort();
    const DATABASE_URL = `postgres://prosa:senha-secreta@127.0.0.1:${port}/prosa`;
    const { exitCode, output } = await runToEnd({
      DATABASE_URL,
      SECRET_KEY: 'k'.repeat(40),
      DATA_DIR: join(folder, 'u'),
    });
    expect(exitCode).toBeGreaterThan(0);
    expectClear(output, /banco/i);
    expect(output).not.toContain('senha-secreta');
  });

  it('reports that the data directory cannot be used', async () => {
    const file = join(folder, 'arquivo');
    writeFileSync(file, '');
    const { exitCode, output } = await runToEnd({ DATA_DIR: file });
    expect(exitCode).toBeGreaterThan(0);
    expectClear(output, file);
  });

  it('reports that the data directory is not writable', async () => {
    // Root can write everywhere except where the system itself forbids it.
    const isRoot = process.getuid?.() === 0;
    const closed = isRoot ? '/proc/prosa' : join(folder, 'fechada');
    if (!isRoot) mkdirSync(closed, { mode: 0o500 });
    const { exitCode, output } = await runToEnd({ DATA_DIR: closed });
    expect(exitCode).toBeGreaterThan(0);
    expectClear(output, closed);
  });
});

describe('file descriptors', () => {
  it('are checked at the start', async () => {
    const { exitCode, output } = await runToEnd({ DATA_DIR: join(folder, 'poucos') }, { descriptors: 300 });
    expect(exitCode).toBe(78);
    expectClear(output, '300', 'ulimit -n');
  });

  it('cannot be used up by connections', async () => {
    const env = { DATA_DIR: join(folder, 'cheio'), DEMO: 'off' };
    copyTemplateDatabase(env.DATA_DIR);
    const program = await startProgram(env, { descriptors: 700 });
    const { hostname, port } = new URL(program.url);
    const flood = Array.from({ length: 1_500 }, () => connect(Number(port), hostname).on('error', () => undefined));
    await Promise.all(flood.map((one) => Promise.race([once(one, 'connect'), once(one, 'close')])));
    // The load is sampled every second.
    await pause(2_500);
    expect(program.child.exitCode).toBeNull();
    for (const one of flood) one.destroy();
    await until(async () => (await fetch(`${program.url}/api/ready`).catch(() => null))?.status === 200);
    await program.stop();
  }, 120_000);
});

describe('a running program', () => {
  let program: Program;
  const dataDir = () => join(folder, 'data');
  beforeAll(async () => {
    copyTemplateDatabase(dataDir());
    program = await startProgram({ DATA_DIR: dataDir() });
  }, 180_000);
  afterAll(() => program?.stop());

  const signIn = async (email: string, password: string) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email, password });
    return (await fetch(`${program.url}/api/auth/login`, { method: 'POST', headers, body })).status;
  };

  it('prints the demo credentials and responds', async () => {
    expect(program.output()).toContain('demo@prosa.local');
    expect(await (await fetch(`${program.url}/api/health`)).json()).toEqual({ status: 'up', database: 'embedded' });
    const page = await fetch(program.url, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('<div id="root"');
  });

  it('locks its data directory and names its PID to a second process', async () => {
    const { exitCode, output } = await runToEnd({ DATA_DIR: dataDir(), PORT: String(await freePort()) });
    expect(exitCode).toBeGreaterThan(0);
    expectClear(output, String(program.child.pid));
    expect((await fetch(`${program.url}/api/health`)).status).toBe(200);
  });

  it('reports that the port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    const port = await new Promise<number>((resolve) =>
      server.once('listening', () => resolve((server.address() as { port: number }).port)),
    );
    const { exitCode, output } = await runToEnd({ DATA_DIR: join(folder, 'outra'), PORT: String(port) });
    server.close();
    expect(exitCode).toBe(75);
    expectClear(output, String(port));
  });

  it('stops on SIGTERM', async () => {
    expect(await program.stop()).toBe(0);
  });

  it('does not start without its secret key, and creates no other', async () => {
    const key = join(dataDir(), 'secret.key');
    renameSync(key, `${key}.away`);
    const { exitCode, output } = await runToEnd({ DATA_DIR: dataDir(), PORT: String(await freePort()) });
    expect(exitCode).toBe(78);
    expectClear(output, key);
    expect(existsSync(key)).toBe(false);
    renameSync(`${key}.away`, key);
  });

  it('starts again with its data', async () => {
    program = await startProgram({ DATA_DIR: dataDir() });
    expect(await signIn('demo@prosa.local', 'Prosa#2026')).toBe(200);
  });

  it('starts again after SIGKILL', async () => {
    await program.stop('SIGKILL');
    program = await startProgram({ DATA_DIR: dataDir() });
    expect((await fetch(`${program.url}/api/health`)).status).toBe(200);
  });

  it('lets a staff user be created while it runs', async () => {
    const email = 'rui@prosa.com.br';
    const password = 'Uma-Senha-2026!';
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['src/server/staff/create-staff.ts', '--name', 'Rui Contas', '--email', email],
      { encoding: 'utf8', env: { PATH: process.env.PATH, DATA_DIR: dataDir(), STAFF_PASSWORD: password } },
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('WM_ADMIN');
    expect(await signIn(email, password)).toBe(200);
  });

  it('starts with another secret key only if it is also told the previous one', async () => {
    await program.stop();
    const env = { DATA_DIR: dataDir(), SECRET_KEY: 'uma chave nova de mais de trinta e dois bytes' };
    const { exitCode, output } = await runToEnd({ ...env, PORT: String(await freePort()) });
    expect(exitCode).toBe(78);
    expectClear(output, 'SECRET_KEY_PREVIOUS');
    program = await startProgram({ ...env, SECRET_KEY_PREVIOUS_FILE: join(dataDir(), 'secret.key') });
    await program.stop();
    program = await startProgram(env);
    expect(await signIn('demo@prosa.local', 'Prosa#2026')).toBe(200);
  });
});

const DISK_BYTES = 256 * 1024 * 1024;
/** Too little for the database's next log file. */
const LEFT_BYTES = 8 * 1024 * 1024;
const TOKEN = 'um-token-de-metricas';

describe.skipIf(process.getuid?.() !== 0)('a program whose disk fills up', () => {
  let disk: string;
  let program: Program | undefined;
  beforeAll(() => {
    disk = mkdtempSync(join(tmpdir(), 'prosa-disk-'));
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', disk]);
    expect(status, String(stderr)).toBe(0);
  });
  afterAll(async () => {
    await program?.stop('SIGKILL');
    spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });

  it('is alive but not ready, says so in its metrics, and is ready again when there is space', async () => {
    copyTemplateDatabase(join(disk, 'data'));
    const { url } = (program = await startProgram({ DATA_DIR: join(disk, 'data'), DEMO: 'off', METRICS_TOKEN: TOKEN }));
    const status = async (name: string) => (await fetch(`${url}/api/${name}`)).status;
    const isFull = async () => {
      const headers = { authorization: `Bearer ${TOKEN}` };
      return /^prosa_disk_full (.)$/m.exec(await (await fetch(`${url}/metrics`, { headers })).text())?.[1];
    };
    expect([await status('ready'), await isFull()]).toEqual([200, '0']);
    const filler = join(disk, 'filler');
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, Buffer.alloc(bavail * bsize - LEFT_BYTES));
    expect([await status('ready'), await status('live'), await isFull()]).toEqual([503, 200, '1']);
    rmSync(filler);
    expect([await status('ready'), await isFull()]).toEqual([200, '0']);
    expect(await program.stop()).toBe(0);
  });
});
