import { sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import {
  type AnyPgTable,
  boolean,
  integer,
  jsonb,
  type PgColumnBuilderBase,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Field } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { createdAt, moment, tenantPolicies, tenantReference, updatedAt } from './columns.ts';
import { contexts } from './schema/knowledge.ts';

/** `caseSensitive` → `case_sensitive`. */
const columnName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const BUILDERS: Record<Field['kind'], (name: string) => PgColumnBuilderBase> = {
  text: (name) => text(name),
  longText: (name) => text(name),
  url: (name) => text(name),
  email: (name) => text(name),
  choice: (name) => text(name),
  choices: (name) => jsonb(name),
  toggle: (name) => boolean(name),
  moment: (name) => moment(name),
  count: (name) => integer(name),
  money: (name) => integer(name),
  reference: (name) => uuid(name),
  references: (name) => jsonb(name),
};

/** Columns that every derived table has. A declaration may list them for display only. */
const TIMESTAMPS = { createdAt, updatedAt };

function columnOf(name: string, field: Field): PgColumnBuilderBase {
  const builder = BUILDERS[field.kind](columnName(name)) as ReturnType<typeof text>;
  return field.optional ? builder : builder.notNull();
}

/**
 * Returns the table of a resource that the engine stores: one column per field, keys that begin with account and
 * context, and unique fields unique within their scope, in any case unless their toggle says that case matters.
 */
export function tableOf(resource: Resource): AnyPgTable {
  const name = columnName(resource.name).replaceAll('-', '_');
  const fields = Object.entries(resource.fields).filter(([key]) => !(key in TIMESTAMPS)) as [string, Field][];
  const contextColumn = resource.scope === 'context' ? { contextId: uuid('context_id').notNull() } : {};
  const columns = {
    accountId: uuid('account_id').notNull(),
    id: uuid('id').notNull(),
    ...contextColumn,
    ...Object.fromEntries(fields.map(([key, field]) => [key, columnOf(key, field)])),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  } as Record<string, PgColumnBuilderBase>;
  return pgTable(name, columns, (table) => {
    const t = table as unknown as Record<string, AnyPgColumn> & { accountId: AnyPgColumn; id: AnyPgColumn };
    const scope = (t.contextId ? [t.accountId, t.contextId] : [t.accountId]) as [AnyPgColumn, ...AnyPgColumn[]];
    return [
      primaryKey({ columns: [t.accountId, t.id] }),
      ...fields
        .filter(([, field]) => field.unique)
        .map(([key]) => unique(`${name}_${columnName(key)}`).on(...scope, t[key] as AnyPgColumn)),
      ...fields.flatMap(([key, { caseToggle }]) =>
        caseToggle
          ? [
              uniqueIndex(`${name}_${columnName(key)}_any_case`)
                .on(...scope, sql`lower(${t[key]})`)
                .where(sql`not ${t[caseToggle]}`),
            ]
          : [],
      ),
      ...(t.contextId
        ? [tenantReference(`${name}_context`, [t.accountId, t.contextId], [contexts.accountId, contexts.id])]
        : []),
      ...tenantPolicies(name),
    ];
  });
}
