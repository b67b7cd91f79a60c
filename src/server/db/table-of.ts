import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  type AnyPgTable,
  foreignKey,
  integer,
  type PgColumnBuilderBase,
  PgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Field, OnDelete } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { bytea, createdAt, entityTable, tenantReference, updatedAt } from './columns.ts';
import * as chat from './schema/chat.ts';
import * as identity from './schema/identity.ts';
import * as insight from './schema/insight.ts';
import * as knowledge from './schema/knowledge.ts';
import * as outgoingWebhooks from './schema/outgoing-webhooks.ts';
import { storedKindOf } from './stored-kinds.ts';

/** `caseSensitive` → `case_sensitive`, `api-keys` → `api_keys`. */
export const sqlName = (name: string) =>
  name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Of every derived table. A declaration may list them for display only. */
export const TIMESTAMPS = { createdAt, updatedAt };

function columnOf(name: string, field: Field): PgColumnBuilderBase {
  const builder = storedKindOf(field).column?.(sqlName(name), field) as ReturnType<typeof uuid>;
  return field.optional ? builder : builder.notNull();
}

/** What lists search in, folded once instead of in each search. */
const searchedColumn = ({ list: { search = [] } }: Resource) => {
  const texts = search.map((field) => sql`coalesce(${sql.identifier(sqlName(field))}, '')`);
  return texts.length === 0
    ? {}
    : { searched: text('searched').generatedAlwaysAs(sql`public.fold_text(${sql.join(texts, sql` || ' ' || `)})`) };
};

type Columns = Record<string, AnyPgColumn> & { accountId: AnyPgColumn; id: AnyPgColumn };
export const columnsOf = (table: AnyPgTable) => getTableColumns(table) as unknown as Columns;

const ownedTables: Readonly<Record<string, AnyPgTable>> = Object.fromEntries(
  [knowledge, chat, identity, insight, outgoingWebhooks]
    .flatMap((module): unknown[] => Object.values(module))
    .filter((table): table is PgTable => is(table, PgTable) && ['accountId', 'id'].every((name) => name in table))
    .map((table) => [getTableName(table), table]),
);
export const ownedTable = (resource: string): AnyPgTable | undefined => ownedTables[sqlName(resource)];

export const referenceName = (resource: string, field: string) => `${sqlName(resource)}_${sqlName(field)}_reference`;

// `no action` instead of `restrict`, so that an account or context can be deleted with rows that reference each other.
const ON_DELETE: Record<OnDelete, 'no action' | 'cascade' | 'set null'> = {
  restrict: 'no action',
  cascade: 'cascade',
  clear: 'set null',
};

/** Includes the account and, if both rows have one, the context: no row can reference one of another. */
function referenceKey(name: string, own: Columns, column: AnyPgColumn, to: AnyPgTable, onDelete: OnDelete) {
  const target = columnsOf(to);
  // Tables of capabilities have no key with the context; the engine compares it when it writes the row.
  const isOfContext = own.contextId && target.contextId && getTableName(to) in ownedTables === false;
  return foreignKey({
    name,
    columns: isOfContext ? [own.accountId, own.contextId!, column] : [own.accountId, column],
    foreignColumns: isOfContext ? [target.accountId, target.contextId!, target.id] : [target.accountId, target.id],
  }).onDelete(ON_DELETE[onDelete]);
}

/**
 * Keys begin with account and context. Unique within the scope, in any case unless a toggle says that case matters.
 * `tableNamed` is called when keys are needed; `isReferenced`: by another resource.
 */
export function tableOf(
  resource: Resource,
  tableNamed: (resource: string) => AnyPgTable | undefined,
  isReferenced: boolean,
): AnyPgTable {
  const name = sqlName(resource.name);
  const fields = Object.entries(resource.fields).filter(
    ([key, field]) => !(key in TIMESTAMPS) && field.expression === undefined && storedKindOf(field).column,
  ) as [string, Field][];
  const contextColumn = resource.scope === 'context' ? { contextId: uuid('context_id').notNull() } : {};
  const columns = {
    ...contextColumn,
    ...Object.fromEntries(fields.map(([key, field]) => [key, columnOf(key, field)])),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    ...searchedColumn(resource),
  } as Record<string, PgColumnBuilderBase>;
  return entityTable(name, columns, (table) => {
    const t = table as unknown as Columns;
    const scope = (t.contextId ? [t.accountId, t.contextId] : [t.accountId]) as [AnyPgColumn, ...AnyPgColumn[]];
    return [
      ...(isReferenced && t.contextId ? [unique(`${name}_in_context`).on(...scope, t.id)] : []),
      ...fields
        .filter(([, field]) => field.unique)
        .map(([key]) => unique(`${name}_${sqlName(key)}`).on(...scope, t[key] as AnyPgColumn)),
      ...fields.flatMap(([key, { caseToggle }]) =>
        caseToggle
          ? [
              uniqueIndex(`${name}_${sqlName(key)}_any_case`)
                .on(...scope, sql`lower(${t[key]})`)
                .where(sql`not ${t[caseToggle]}`),
            ]
          : [],
      ),
      ...fields.flatMap(([key, { kind, to = '', onDelete = 'restrict' }]) => {
        const target = kind === 'reference' && tableNamed(to);
        return target ? [referenceKey(referenceName(name, key), t, t[key] as AnyPgColumn, target, onDelete)] : [];
      }),
      t.contextId
        ? tenantReference(`${name}_context`, [t.accountId, t.contextId], knowledge.contexts)
        : foreignKey({
            name: `${name}_account`,
            columns: [t.accountId],
            foreignColumns: [identity.accounts.id],
          }).onDelete('cascade'),
    ];
  });
}

/**
 * Returns the table of the files of a resource's rows. They go with their rows; those without one are uploads that a form
 * has not been saved with yet.
 */
export function filesTableOf(resource: Resource, table: AnyPgTable): AnyPgTable {
  const name = `${sqlName(resource.name)}_files`;
  return entityTable(
    name,
    {
      rowId: uuid('row_id'),
      field: text('field').notNull(),
      name: text('name').notNull(),
      /** In bytes. */
      size: integer('size').notNull(),
      type: text('type').notNull(),
      bytes: bytea('bytes').notNull(),
      createdAt: createdAt(),
    },
    (t) => [
      unique(`${name}_field`).on(t.accountId, t.rowId, t.field),
      foreignKey({ name: `${name}_account`, columns: [t.accountId], foreignColumns: [identity.accounts.id] }).onDelete(
        'cascade',
      ),
      tenantReference(`${name}_row`, [t.accountId, t.rowId], columnsOf(table)),
    ],
  );
}
