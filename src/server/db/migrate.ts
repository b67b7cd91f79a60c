import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';

/** Any number that no other program on the same database is likely to lock. */
const LOCK = 7_274_001;

/** Takes the database to the newest schema; processes that start together wait for one another. */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // Neither the wait for others nor a migration is a request's statement.
    await client.query(`select set_config('statement_timeout', '0', false)`);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: join(import.meta.dirname, 'migrations') });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    // Not given back: without its timeout the connection is no longer like the others.
    client.release(true);
  }
}
