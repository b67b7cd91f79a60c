import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { StartupError } from './startup-error.ts';

/** Any number that no other program on the same database is likely to lock. */
const LOCK = 7_274_001;
const FOLDER = { migrationsFolder: join(import.meta.dirname, 'migrations') };

/** Drizzle itself looks at the last date alone, and would run on a schema that this program does not know. */
async function demandKnown(client: pg.PoolClient): Promise<void> {
  const { rows: found } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (!found[0].exists) return;
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations');
  const known = new Set(readMigrationFiles(FOLDER).map(({ hash }) => hash));
  if (rows.every(({ hash }) => known.has(hash))) return;
  throw new StartupError(
    'database_newer',
    'O banco de dados foi aberto por uma versão mais nova da Prosa, que este programa não conhece; nada foi alterado. Inicie com essa versão ou restaure uma cópia de segurança anterior.',
    78,
  );
}

/**
 * Takes the database to the newest schema; processes that start together wait for one another.
 * @throws StartupError `database_newer`
 */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // Neither the wait for others nor a migration is a request's statement.
    await client.query(`select set_config('statement_timeout', '0', false)`);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await demandKnown(client);
    await migrate(drizzle({ client }), FOLDER);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    // Not given back: without its timeout the connection is no longer like the others.
    client.release(true);
  }
}
