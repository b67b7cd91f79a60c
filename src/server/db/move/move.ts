import { resolve } from 'node:path';
import type pg from 'pg';
import { connectDatabase, type Database } from '../connect.ts';
import { requireDatabase } from '../embedded/require-database.ts';
import { migrateDatabase } from '../migrate.ts';
import { StartupError } from '../startup-error.ts';
import { copyTable, digestTable } from './copy-table.ts';
import { readTables, type TableShape } from './read-tables.ts';

/** Equal on both sides, whatever the server's configuration. */
const SAME_TEXT = `select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, YMD', true),
  set_config('IntervalStyle', 'postgres', true), set_config('bytea_output', 'hex', true),
  set_config('extra_float_digits', '1', true), set_config('statement_timeout', '0', true)`;

const notEmpty = () =>
  new StartupError(
    'target_not_empty',
    'O banco de destino não está vazio e não foi alterado. Crie outro, vazio, e rode o comando de novo.',
    73,
  );

/** Before our tables are created: refuses a database with tables of other programs. */
async function requireFree(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ isOurs: boolean; hasTables: boolean }>(`
    select to_regclass('drizzle.__drizzle_migrations') is not null as "isOurs",
      exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')) as "hasTables"`);
  if (rows[0]?.hasTables && !rows[0].isOurs) throw notEmpty();
}

/** Keeps other processes from writing until the transaction ends. */
async function requireNoRows(target: pg.PoolClient, tables: readonly TableShape[]): Promise<void> {
  const names = tables.map(({ name }) => `"${name}"`);
  const lock = `lock table ${names.join(', ')} in exclusive mode`;
  await target.query(lock);
  const anyRow = `select ${names.map((name) => `exists (select from ${name})`).join(' or ')} as "isFull"`;
  const { rows } = await target.query<{ isFull: boolean }>(anyRow);
  if (rows[0]?.isFull) throw notEmpty();
}

async function verify(source: pg.PoolClient, target: pg.PoolClient, tables: readonly TableShape[]): Promise<void> {
  for (const table of tables) {
    const [before, after] = [await digestTable(source, table), await digestTable(target, table)];
    if (before.count === after.count && before.digest === after.digest) continue;
    throw new StartupError(
      'move_differs',
      `A tabela ${table.name} não ficou igual no destino (${before.count} linhas na origem, ${after.count} no destino). Nada foi gravado lá.`,
      74,
    );
  }
}

async function withClients<T>(
  from: Database,
  to: Database,
  work: (source: pg.PoolClient, target: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const [source, target] = [await from.pool.connect(), await to.pool.connect()];
  try {
    await source.query('begin isolation level repeatable read, read only');
    await target.query('begin');
    for (const client of [source, target]) await client.query(SAME_TEXT);
    const result = await work(source, target);
    await target.query('commit');
    return result;
  } finally {
    // Rolls back what was not committed.
    for (const client of [source, target]) {
      await client.query('rollback').catch(() => undefined);
      client.release();
    }
  }
}

interface Moved {
  tables: number;
  rows: number;
}

/**
 * In one transaction: if it is interrupted or a content differs, nothing is left there, and it can run again. The
 * directory must not be in use and stays as it is, apart from this version's migrations. Throws `StartupError`.
 */
export async function moveToPostgres(
  dataDir: string,
  databaseUrl: string,
  report: (line: string) => void = () => undefined,
): Promise<Moved> {
  requireDatabase(resolve(dataDir));
  const from = await connectDatabase({ dataDir });
  try {
    const to = await connectDatabase({ dataDir, databaseUrl, databaseUrlSource: 'URL' });
    try {
      await requireFree(to.pool);
      for (const { pool } of [from, to]) await migrateDatabase(pool);
      const moved = await withClients(from, to, async (source, target) => {
        const tables = await readTables(source);
        await requireNoRows(target, tables);
        let rows = 0;
        for (const table of tables) {
          const count = await copyTable(source, target, table);
          if (count > 0) report(`${table.name}: ${count}`);
          rows += count;
        }
        await verify(source, target, tables);
        return { tables: tables.length, rows };
      });
      await to.pool.query('analyze');
      return moved;
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}
