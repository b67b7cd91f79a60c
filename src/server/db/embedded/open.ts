import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import { openPool } from '../open-pool.ts';
import { StartupError } from '../startup-error.ts';
import { lockDirectory, prepareDirectory } from './directory-lock.ts';
import type { EngineData } from './engine.ts';
import { startMaintenance } from './maintenance.ts';

export interface EmbeddedDatabase {
  pool: pg.Pool;
  /** Calls of fsync so far. */
  syncs(): number;
  close(): Promise<void>;
}

/** What `pg` looks for in a folder that it is told as its host. */
const SOCKET = '.s.PGSQL.5432';
/** Linux has room for 107 bytes in a socket's path. */
const PATH_MAX = 100;

/** The folder of the socket: the data's own, or one in the system's temporary folder for a path that is too long. */
function socketFolder(dataDir: string): string {
  if (Buffer.byteLength(join(dataDir, SOCKET)) <= PATH_MAX) return dataDir;
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 24);
  const folder = join(tmpdir(), `prosa-${process.getuid?.() ?? 0}-${name}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function startEngine(data: EngineData): Promise<Worker> {
  const worker = new Worker(new URL('./engine.ts', import.meta.url), { workerData: data });
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve(worker));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The embedded database ended with ${code} before it was ready`)));
  });
}

function stopEngine(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve());
    worker.once('message', () => void worker.terminate());
    worker.postMessage('close');
  });
}

/**
 * Opens the embedded database of a data directory: claims the directory, starts the engine on a thread of its own and
 * connects to it by a socket that only this user may open. `onLost` is called when the engine ends by itself.
 * @throws StartupError
 */
export async function openEmbedded(
  dataDir: string,
  log: (message: string, fields?: object) => void,
  onLost: (error: Error) => void,
): Promise<EmbeddedDatabase> {
  const path = prepareDirectory(dataDir);
  const lock = lockDirectory(path);
  const host = socketFolder(path);
  const socketPath = join(host, SOCKET);
  rmSync(socketPath, { force: true });
  const syncs = new SharedArrayBuffer(4);
  let worker: Worker;
  try {
    worker = await startEngine({ folder: join(path, 'db'), socketPath, syncs });
  } catch (error) {
    lock.release();
    log('the embedded database did not start', { err: error });
    throw new StartupError('data_dir_unusable', `O banco de dados em ${path} não abriu: ${String(error)}`, 74);
  }
  let closing: Promise<void> | undefined;
  worker.removeAllListeners('error').removeAllListeners('exit');
  worker.once('error', onLost);
  worker.once('exit', (code) => closing ?? onLost(new Error(`The embedded database ended with ${code}`)));
  const pool = openPool({ host, user: 'postgres', database: 'postgres', max: 10, idleTimeoutMillis: 0 });
  pool.on('error', (error) => closing ?? log('a connection was lost', { err: error }));
  const maintenance = startMaintenance(pool, log);
  const close = async () => {
    await maintenance.stop();
    await pool.query('checkpoint').catch(() => undefined);
    await pool.end();
    await stopEngine(worker);
    rmSync(socketPath, { force: true });
    lock.release();
  };
  return { pool, syncs: () => Atomics.load(new Int32Array(syncs), 0), close: () => (closing ??= close()) };
}
