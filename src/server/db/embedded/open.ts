import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { LOG_FILE_BYTES } from '../disk-space.ts';
import { openPool } from '../open-pool.ts';
import { diskFull, StartupError } from '../startup-error.ts';
import { checkFolder, confirmCreated, damaged } from './check-folder.ts';
import { lockDirectory, prepareDirectory } from './directory-lock.ts';
import { type EngineHost, hostEngine } from './engine-host.ts';
import { startMaintenance } from './maintenance.ts';
import { makePrivate } from './private-files.ts';

export interface EmbeddedDatabase {
  pool: pg.Pool;
  syncs(): number;
  /** With a longer one, all statements waiting behind it are aborted, too. */
  limitStatements(ms: number): void;
  close(): Promise<void>;
}

/** The data directory may also hold other files. */
const OWN_FILES = ['db', 'outbox', 'prosa.pid', 'secret.key'];
const SOCKET = '.s.PGSQL.5432';
const PATH_MAX = 100;

/**
 * Linux limits a socket's path to 107 bytes: if the data directory is too long, a folder in the system's temporary one.
 */
export function socketFolder(dataDir: string): string {
  if (Buffer.byteLength(join(dataDir, SOCKET)) <= PATH_MAX) return dataDir;
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 24);
  const folder = join(tmpdir(), `prosa-${process.getuid?.() ?? 0}-${name}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Locks the directory; only this user can open the socket. Throws `StartupError`. */
export async function openEmbedded(
  dataDir: string,
  log: (message: string, fields?: object) => void,
  onLost: (error: Error) => void,
): Promise<EmbeddedDatabase> {
  const path = prepareDirectory(dataDir);
  const lock = lockDirectory(path);
  const host = socketFolder(path);
  const socketPath = join(host, SOCKET);
  const folder = join(path, 'db');
  let engine: EngineHost;
  let closing: Promise<void> | undefined;
  try {
    const isNew = checkFolder(folder);
    for (const name of OWN_FILES) makePrivate(join(path, name));
    engine = await hostEngine({ folder, socketPath, log, onLost: (error) => closing ?? onLost(error) });
    if (isNew) confirmCreated(folder);
  } catch (error) {
    lock.release();
    if (error instanceof StartupError) throw error;
    log('the embedded database did not start', { err: error });
    const { bavail, bsize } = statfsSync(path);
    throw bavail * bsize < LOG_FILE_BYTES ? diskFull(path) : damaged(folder);
  }
  const pool = openPool({
    host,
    user: 'postgres',
    database: 'postgres',
    max: 10,
    idleTimeoutMillis: 0,
    onLost: (error) => closing ?? log('a connection was lost', { err: error }),
  });
  const maintenance = startMaintenance(pool, engine.unlimited, log);
  const close = async () => {
    await maintenance.stop();
    await pool.query('checkpoint').catch(() => undefined);
    await pool.end();
    await engine.close();
    rmSync(socketPath, { force: true });
    lock.release();
  };
  const { syncs, limitStatements } = engine;
  return { pool, syncs, limitStatements, close: () => (closing ??= close()) };
}
