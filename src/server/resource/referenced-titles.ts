import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { resources } from '../../../resources/index.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { inputSchema } from '../../../resources/kit/schema.ts';
import type { FieldError } from '../../shared/error-codes.ts';
import { referencedTable } from '../db/derived-tables.ts';
import { columnsOf } from '../db/table-of.ts';
import { type Db, readTenant, type Tenant } from '../db/tenant.ts';
import { t } from '../runtime/translate.ts';
import { rowsOf } from './scope.ts';

/** A row as a call sends it. */
export type GivenRow = Record<string, unknown>;

const isId = (value: unknown) => z.uuid().safeParse(value).success;
const folded = (title: unknown) => String(title).trim().toLowerCase();
const textsOf = (value: unknown) => [value ?? []].flat().map(String);

const references = ({ fields }: Resource) => Object.entries(fields).filter(([, field]) => field.to && !field.readOnly);

/** Returns the schema of a written row whose references may be titles. */
export function withTitles(resource: Resource): z.ZodObject {
  const title = z.string().trim().min(1).max(500);
  return inputSchema(resource).extend(
    Object.fromEntries(
      references(resource).map(([name, { kind, optional, initial }]) => {
        const type: z.ZodType = kind === 'references' ? z.array(title).max(100) : title;
        return [name, initial === undefined ? (optional ? type.nullish() : type) : type.default(initial)];
      }),
    ),
  );
}

/** Returns the ids of the rows of a resource with these titles that the tenant may see, by title in lower case. */
async function idsByTitle(db: Db, to: string, tenant: Tenant, titles: readonly string[]) {
  const target = resources.find(({ name }) => name === to);
  const table = referencedTable(to);
  const columns = table && columnsOf(table);
  const title = columns?.[target?.title ?? ''];
  const found = new Map<string, { id: string; contextId: string | null }[]>();
  if (!table || !columns || !title || titles.length === 0) return found;
  const { accountId, id, contextId = to === 'contexts' ? id : undefined } = columns;
  const rows = await readTenant<{ id: string; title: string; contextId: string | null }>(
    db,
    tenant,
    sql`select ${id} as id, lower(${title}) as title, ${columns.contextId ?? sql`null`} as "contextId" from ${table}
        where ${rowsOf({ accountId, contextId }, tenant)} and ${inArray(sql`lower(${title})`, [...titles])}`,
  );
  for (const row of rows) found.set(row.title, [...(found.get(row.title) ?? []), row]);
  return found;
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
    const found = mayList(to) ? await idsByTitle(db, to, tenant, [...new Set(titles.map(folded))]) : new Map();
    rows = rows.map((row, at) => {
      const ids = textsOf(row[name]).map((text) => {
        if (isId(text)) return text;
        const all = (found.get(folded(text)) ?? []) as { id: string; contextId: string | null }[];
        const own = all.filter(({ contextId }) => !contextId || !row.contextId || contextId === row.contextId);
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
