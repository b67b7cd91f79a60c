import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { resources } from '../../../resources/index.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { inputSchema } from '../../../resources/kit/schema.ts';
import type { FieldError } from '../../shared/problem.ts';
import { referencedTable } from '../db/derived-tables.ts';
import { columnsOf } from '../db/table-of.ts';
import { type Db, readTenant, type Tenant } from '../db/tenant.ts';
import { t } from '../runtime/translate.ts';
import { rowsOf } from './scope.ts';

/** A row as a call sends it. */
export type GivenRow = Record<string, unknown>;

const TITLE_MAX = 500;

const isId = (value: unknown) => z.uuid().safeParse(value).success;
const folded = (title: unknown) => String(title).trim().toLowerCase();
const textsOf = (value: unknown) => [value ?? []].flat().map(String);

const references = ({ fields }: Resource) => Object.entries(fields).filter(([, field]) => field.to && !field.readOnly);

/** Returns the schema of a written row whose references may be titles. */
export function withTitles(resource: Resource): z.ZodObject {
  const title = z.string().trim().min(1).max(TITLE_MAX);
  return inputSchema(resource).extend(
    Object.fromEntries(
      references(resource).map(([name, { kind, optional, initial }]) => {
        const type: z.ZodType = kind === 'references' ? z.array(title).max(100) : title;
        return [name, initial === undefined ? (optional ? type.nullish() : type) : type.default(initial)];
      }),
    ),
  );
}

interface TitledRow {
  id: string;
  /** In lower case. */
  key: string;
  title: string;
  contextId: string | null;
}

/** Returns the rows of a resource that the tenant may see, by their ids or their titles in lower case. */
async function titledRows(db: Db, to: string, tenant: Tenant, by: 'id' | 'key', values: readonly string[]) {
  const target = resources.find(({ name }) => name === to);
  const table = referencedTable(to);
  const columns = table && columnsOf(table);
  const title = columns?.[target?.title ?? ''];
  // The table does not say which rows of such a resource a person with some of the contexts sees.
  const isNarrowed = target?.narrowedTo && tenant.contextIds !== 'all';
  if (!table || !columns || !title || isNarrowed || values.length === 0) return [];
  const { accountId, id, contextId = to === 'contexts' ? id : undefined } = columns;
  const key = sql`lower(${title})`;
  return readTenant<TitledRow>(
    db,
    tenant,
    sql`select ${id} as id, ${key} as key, ${title} as title, ${columns.contextId ?? sql`null`} as "contextId"
        from ${table} where ${rowsOf({ accountId, contextId }, tenant)} and ${inArray(by === 'id' ? sql`${id}` : key, [...new Set(values)])}`,
  );
}

/** Returns those of the rows with a title that a row of this context can reference. */
function named(found: readonly TitledRow[], title: string, contextId: unknown) {
  const key = folded(title);
  return found.filter((one) => one.key === key && (!one.contextId || !contextId || one.contextId === contextId));
}

/**
 * Returns rows with titles in the place of the ids of their references: those titles by which `resolveTitles` finds the same row.
 * `mayList`: whether the caller may see the rows of a resource.
 */
export async function withTitlesOfReferences<R extends GivenRow>(
  db: Db,
  resource: Resource,
  tenant: Tenant,
  given: readonly R[],
  mayList: (resource: string) => boolean,
): Promise<R[]> {
  let rows = [...given];
  for (const [name, { to = '', kind }] of references(resource)) {
    if (resource.scope === 'platform' || !mayList(to)) continue;
    const ids = rows.flatMap((row) => textsOf(row[name]));
    const titles = new Map((await titledRows(db, to, tenant, 'id', ids)).map(({ id, title }) => [id, title]));
    const found = await titledRows(db, to, tenant, 'key', [...titles.values()].map(folded));
    rows = rows.map((row) => {
      const texts = textsOf(row[name]).map((id) => {
        const title = titles.get(id) ?? '';
        // Several titles are separated by commas.
        const isAmbiguous = isId(title) || (kind === 'references' && title.includes(','));
        const [only, other] = named(found, title, row.contextId);
        return !isAmbiguous && title.length <= TITLE_MAX && only?.id === id && !other ? title : id;
      });
      return { ...row, [name]: kind === 'references' ? texts : (texts[0] ?? null) };
    });
  }
  return rows;
}

/**
 * Returns the rows with ids in the place of titles, and an error for each title that is not the one of exactly one row.
 * `mayList`: whether the caller may see the rows of a resource.
 */
export async function resolveTitles(
  db: Db,
  resource: Resource,
  tenant: Tenant,
  given: readonly GivenRow[],
  mayList: (resource: string) => boolean,
): Promise<{ rows: GivenRow[]; errors: FieldError[] }> {
  const errors: FieldError[] = [];
  let rows = [...given];
  for (const [name, { to = '', kind }] of references(resource)) {
    const titles = rows.flatMap((row) => textsOf(row[name])).filter((text) => !isId(text));
    const found = mayList(to) ? await titledRows(db, to, tenant, 'key', titles.map(folded)) : [];
    rows = rows.map((row, at) => {
      const ids = textsOf(row[name]).map((text) => {
        if (isId(text)) return text;
        const own = named(found, text, row.contextId);
        if (own.length === 1) return own[0]?.id;
        const field = `rows.${at}.${name}`;
        errors.push({ field, code: 'unknown_reference', message: t('validation.unknown_reference') });
        return undefined;
      });
      const known = ids.filter((id) => id !== undefined);
      if (row[name] === undefined || row[name] === null) return row;
      return { ...row, [name]: kind === 'references' ? known : (known[0] ?? null) };
    });
  }
  return { rows, errors };
}
