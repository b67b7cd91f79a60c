import { type BuildExtraConfigColumns, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgColumnBuilderBase, PgTableExtraConfigValue } from 'drizzle-orm/pg-core';
import {
  customType,
  foreignKey,
  type ForeignKeyBuilder,
  pgPolicy,
  pgRole,
  pgTable,
  primaryKey,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

export const TENANT_ROLE = 'prosa_tenant';
export const PLATFORM_ROLE = 'prosa_platform';

/** The account of the current transaction. */
export const ACCOUNT_SETTING = 'prosa.account';

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const createdAt = () => moment('created_at').notNull().defaultNow();
export const updatedAt = () => moment('updated_at').notNull().defaultNow();
export const accountId = () => uuid('account_id').notNull();
const rowId = () => uuid('id').notNull();

/** Second line of defence: the tenant role only reaches rows of the transaction's account (`column`). */
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

type ColumnBuilders = Record<string, PgColumnBuilderBase>;
type WithAccount<C extends ColumnBuilders> = { accountId: ReturnType<typeof accountId> } & C;

/** A table of rows of accounts, which come first in it, with row-level security. */
export const tenantTable = <N extends string, C extends ColumnBuilders>(
  name: N,
  columns: C,
  constraints: (table: BuildExtraConfigColumns<N, WithAccount<C>, 'pg'>) => PgTableExtraConfigValue[],
) =>
  pgTable(name, { accountId: accountId(), ...columns } as WithAccount<C>, (table) => [
    ...constraints(table),
    ...tenantPolicies(name),
  ]);

type WithId<C extends ColumnBuilders> = { id: ReturnType<typeof rowId> } & C;

/** A tenant's table whose rows have an id of their own, which is their key. */
export const entityTable = <N extends string, C extends ColumnBuilders>(
  name: N,
  columns: C,
  constraints: (table: BuildExtraConfigColumns<N, WithAccount<WithId<C>>, 'pg'>) => PgTableExtraConfigValue[],
) =>
  tenantTable(name, { id: rowId(), ...columns } as WithId<C>, (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    ...constraints(table),
  ]);

/** No access for the tenant role, or read access if `readable`. */
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

/** Includes the account, so that a row cannot reference another tenant's row. */
export const tenantReference = (
  name: string,
  columns: [AnyPgColumn, AnyPgColumn],
  { accountId, id }: Record<'accountId' | 'id', AnyPgColumn>,
): ForeignKeyBuilder => foreignKey({ name, columns, foreignColumns: [accountId, id] }).onDelete('cascade');
