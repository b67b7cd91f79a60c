import pg from 'pg';
import { lockDirectory } from '../embedded/directory-lock.ts';
import { socketFolder } from '../embedded/open.ts';
import { StartupError } from '../startup-error.ts';

const POSITION = 'select pg_current_wal_lsn()::text as position';

async function positionOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ position: string }>(POSITION);
  return rows[0]?.position;
}

/** A running server waits meanwhile. */
const PAUSE_MAX_MS = 10_000;

type Copy = (signal: AbortSignal) => Promise<void>;

const tooSlow = (limitMs: number) =>
  new StartupError(
    'backup_too_slow',
    `A cópia foi desfeita, porque o servidor esperaria mais de ${limitMs / 1_000} s por ela. Tente de novo com menos movimento ou com o servidor parado.`,
    75,
  );

/** Rejects when it takes too long, even if it hangs, so that the server does not wait any longer. */
async function limitPause(copy: Copy, limitMs: number): Promise<void> {
  const limit = AbortSignal.timeout(limitMs);
  const { promise: over, reject } = Promise.withResolvers<never>();
  limit.addEventListener('abort', () => reject(tooSlow(limitMs)));
  await Promise.race([copy(limit), over]);
}

/** The embedded database has one session: an open transaction stops all others, and files stay complete. */
async function blockServer(path: string, copy: Copy, limitMs: number): Promise<void> {
  const client = new pg.Client({ host: socketFolder(path), user: 'postgres', database: 'postgres' });
  // A lost connection also makes the next statement fail.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // A checkpoint keeps the log in the copy short. Later commits are in the log.
    await client.query('checkpoint');
    await client.query('begin');
    const before = await positionOf(client);
    await limitPause(copy, limitMs);
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
 * Under the directory's lock, or inside a transaction that makes a running server wait. `copy` must stop when its
 * signal aborts. Throws `StartupError` `backup_too_slow` after `limitMs`.
 */
export async function withoutWrites(path: string, copy: Copy, limitMs = PAUSE_MAX_MS): Promise<void> {
  const lock = lockIfFree(path);
  if (!lock) return blockServer(path, copy, limitMs);
  try {
    await copy(new AbortController().signal);
  } finally {
    lock.release();
  }
}
