import { sql } from 'drizzle-orm';
import { customType, type ForeignKeyBuilder, foreignKey, pgPolicy, pgRole, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** The two roles that the application works under; the first migration makes them. */
export const TENANT_ROLE = 'prosa_tenant';
export const PLATFORM_ROLE = 'prosa_platform';

/** The setting that names the account of the running transaction. */
export const ACCOUNT_SETTING = 'prosa.account';

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const createdAt = () => moment('created_at').notNull().defaultNow();
export const updatedAt = () => moment('updated_at').notNull().defaultNow();
export const accountId = () => uuid('account_id').notNull();

/**
 * The second barrier (row-level security): under the tenant's role a row is seen and written only with its own account
 * set for the transaction; the platform's role sees all. `column` is the column that holds the account's id.
 */
export function tenantPolicies(table: string, column = 'account_id') {
  const own = sql.raw(`${column} = nullif(current_setting('${ACCOUNT_SETTING}', true), '')::uuid`);
  return [
    pgPolicy(`${table}_tenant`, { for: 'all', to: pgRole(TENANT_ROLE).existing(), using: own, withCheck: own }),
    pgPolicy(`${table}_platform`, {
      for: 'all',
      to: pgRole(PLATFORM_ROLE).existing(),
      using: sql`true`,
      withCheck: sql`true`,
    }),
  ];
}

/** A table of the platform: the tenant's role sees nothing of it, or may read it when `readable`. */
export function platformPolicies(table: string, { readable = false } = {}) {
  const all = pgPolicy(`${table}_platform`, {
    for: 'all',
    to: pgRole(PLATFORM_ROLE).existing(),
    using: sql`true`,
    withCheck: sql`true`,
  });
  const read = pgPolicy(`${table}_read`, { for: 'select', to: pgRole(TENANT_ROLE).existing(), using: sql`true` });
  return readable ? [all, read] : [all];
}

type Pair = [AnyPgColumn, AnyPgColumn];
/** A reference that carries the account with it, so that one to another tenant's row cannot be stored. */
export function tenantReference(name: string, columns: Pair, foreignColumns: Pair): ForeignKeyBuilder {
  return foreignKey({ name, columns, foreignColumns }).onDelete('cascade');
}
