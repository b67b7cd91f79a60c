import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BIN = ['/usr/lib/postgresql/17/bin', '/usr/lib/postgresql/16/bin', '/usr/lib/postgresql/15/bin', '/usr/bin'];

/** A PostgreSQL server for the tests, in its own folder, on a Unix socket. */
export interface Cluster {
  /** Returns the connection string of a database. */
  url(database: string): string;
  /** Stops the server, which closes all connections, and starts it again. */
  restart(mode: 'fast' | 'immediate', downMs?: number): void;
  stop(): void;
}

/** Runs the command as `postgres` when the tests run as root, because PostgreSQL refuses to. */
function asServerUser(command: string, args: string[]): void {
  const isRoot = process.getuid?.() === 0;
  const [file, words] = isRoot ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args];
  execFileSync(file, words, { stdio: ['ignore', 'ignore', 'inherit'] });
}

const findBin = () => BIN.find((folder) => existsSync(join(folder, 'initdb')));
export const hasPostgres = (): boolean => findBin() !== undefined;

/**
 *
 * Throws `Error` that says what is missing when PostgreSQL is not installed.
 * @param settings server settings that differ from the defaults, by name
 */
export function startCluster(settings: Record<string, string> = {}): Cluster {
  const bin = findBin();
  if (!bin) throw new Error('PostgreSQL 15 or newer is needed for these tests: install the package postgresql');
  const folder = mkdtempSync(join(tmpdir(), 'prosa-pg-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  asServerUser(join(bin, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync']);
  const settingLines = Object.entries({ listen_addresses: '', max_connections: '200', fsync: 'off', ...settings });
  const options = [`-k ${folder}`, ...settingLines.map(([name, value]) => `-c ${name}=${value}`)].join(' ');
  const control = (...words: string[]) => asServerUser(join(bin, 'pg_ctl'), ['-D', data, '-w', ...words]);
  const start = () => control('-l', join(folder, 'log'), '-o', options, 'start');
  start();
  return {
    url: (database) => `postgres://postgres@/${database}?host=${encodeURIComponent(folder)}`,
    restart(mode, downMs = 0) {
      control('-m', mode, 'stop');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, downMs);
      start();
    },
    stop() {
      control('-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
