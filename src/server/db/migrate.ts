import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { StartupError } from './startup-error.ts';

/** Key of the advisory lock: an arbitrary number that other programs are unlikely to use. */
const LOCK = 7_274_001;
const FOLDER = { migrationsFolder: join(import.meta.dirname, 'migrations') };

const knownHashes = () => readMigrationFiles(FOLDER).map(({ hash }) => hash);

async function appliedHashes(client: pg.Pool | pg.PoolClient): Promise<string[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (!found[0]?.exists) return [];
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations');
  return rows.map(({ hash }) => hash);
}

/** Returns whether every migration of this program is applied. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const applied = new Set(await appliedHashes(pool));
  return knownHashes().every((hash) => applied.has(hash));
}

/** Drizzle only compares the date of the last migration and would run on a newer, unknown schema. */
async function requireKnownSchema(client: pg.PoolClient): Promise<void> {
  const known = new Set(knownHashes());
  if ((await appliedHashes(client)).every((hash) => known.has(hash))) return;
  throw new StartupError(
    'database_newer',
    'O banco de dados foi aberto por uma versão mais nova da Prosa, que este programa não conhece; nada foi alterado. Inicie com essa versão ou restaure uma cópia de segurança anterior.',
    78,
  );
}

/**
 * Migrates the database to the newest schema. Processes that start at the same time wait for each other.
 * Throws `StartupError` `database_newer`.
 */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // The statement timeout is meant for requests, not for migrations or the wait for the lock.
    await client.query(`select set_config('statement_timeout', '0', false)`);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await requireKnownSchema(client);
    await migrate(drizzle({ client }), FOLDER);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    // Destroyed instead of returned to the pool, because its statement timeout is off.
    client.release(true);
  }
}
