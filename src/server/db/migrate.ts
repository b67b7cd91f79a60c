import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { codeOf } from './failures.ts';
import { StartupError } from './startup-error.ts';

/** Arbitrary; other programs are unlikely to use it. */
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

const ROLES = ['prosa_tenant', 'prosa_platform'];
const FORBIDDEN = '42501';

/** Where they are missing. From PostgreSQL 16, who creates a role is a member of it but cannot switch to it. */
async function prepareRoles(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string; exists: boolean; isUsable: boolean }>(
    `select name, r.oid is not null as exists, r.oid is not null and pg_has_role(current_user, r.oid,
       case when current_setting('server_version_num')::int < 160000 then 'MEMBER' else 'SET' end) as "isUsable"
     from unnest($1::text[]) name left join pg_roles r on rolname = name`,
    [ROLES],
  );
  for (const { name, exists, isUsable } of rows) {
    // The role may have been created for another database of the same server in the meantime.
    const create = `do $$ begin create role ${name} nologin; exception when duplicate_object or unique_violation then null; end $$`;
    const grant = `grant ${name} to current_user`;
    if (!exists) await client.query(create);
    if (!isUsable) await client.query(grant);
  }
}

/** PostgreSQL refuses `create role` to most logins even if the role exists. */
const withoutRoles = (migrations: ReturnType<typeof readMigrationFiles>) =>
  migrations.map((one) => ({ ...one, sql: one.sql.filter((statement) => !statement.includes('CREATE ROLE')) }));

async function runMigrations(client: pg.PoolClient): Promise<void> {
  const dialect = new PgDialect();
  const session = new NodePgSession<Record<string, never>, Record<string, never>>(client, dialect, undefined);
  await dialect.migrate(withoutRoles(readMigrationFiles(FOLDER)), session, FOLDER);
}

function clearError(error: unknown): unknown {
  if (codeOf(error) !== FORBIDDEN) return error;
  const { message } = ((error as Error).cause ?? error) as Error;
  return new StartupError(
    'database_forbidden',
    `O usuário do banco de dados não tem as permissões para prepará-lo (${message}). Ele precisa ser o dono do banco e ter CREATEROLE, ou um administrador cria os papéis: create role prosa_tenant; create role prosa_platform; grant prosa_tenant, prosa_platform to USUARIO;`,
    77,
  );
}

/** Concurrent starts wait for each other. Throws `StartupError` `database_newer` or `database_forbidden`. */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // The statement timeout is meant for requests, not for migrations or the wait for the lock.
    await client.query(`select set_config('statement_timeout', '0', false)`);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await requireKnownSchema(client);
    await prepareRoles(client);
    await runMigrations(client);
  } catch (error) {
    throw clearError(error);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    // Destroyed instead of returned to the pool, because its statement timeout is off.
    client.release(true);
  }
}
