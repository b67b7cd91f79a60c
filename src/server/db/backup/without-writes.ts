import pg from 'pg';
import { lockDirectory } from '../embedded/directory-lock.ts';
import { socketFolder } from '../embedded/open.ts';
import { StartupError } from '../startup-error.ts';

const POSITION = 'select pg_current_wal_lsn()::text as position';

async function positionOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ position: string }>(POSITION);
  return rows[0]?.position;
}

/**
 * Runs `copy` while the running server's database does not change. The embedded database has one session, so everybody
 * else waits for an open transaction. Until it ends, the files stay unchanged and contain everything that was
 * committed.
 */
async function blockServer(path: string, copy: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ host: socketFolder(path), user: 'postgres', database: 'postgres' });
  // A lost connection also makes the next statement fail.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // A checkpoint keeps the log in the copy short. Later commits are in the log.
    await client.query('checkpoint');
    await client.query('begin');
    const before = await positionOf(client);
    await copy();
    const after = await positionOf(client);
    if (before !== after) throw new Error('The database was written to while it was copied');
    await client.query('rollback');
  } finally {
    await client.end().catch(() => undefined);
  }
}

function lockIfFree(path: string) {
  try {
    return lockDirectory(path);
  } catch (error) {
    if (error instanceof StartupError && error.code === 'data_dir_taken') return null;
    throw error;
  }
}

/**
 * Runs `copy` while nothing writes to the database of a data directory: under the directory's lock, or, when a server
 * holds it, inside a transaction that makes the server wait.
 */
export async function withoutWrites(path: string, copy: () => Promise<void>): Promise<void> {
  const lock = lockIfFree(path);
  if (!lock) return blockServer(path, copy);
  try {
    await copy();
  } finally {
    lock.release();
  }
}
