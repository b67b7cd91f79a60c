import type { Field } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { formatCount } from '../../shared/format.ts';
import { storedKindOf } from '../db/stored-kinds.ts';
import type { Db } from '../db/tenant.ts';
import { invalidValue } from '../runtime/field-errors.ts';
import { tIfExists } from '../runtime/translate.ts';
import type { Cell } from '../runtime/xlsx.ts';
import { hiddenFields } from './guarded.ts';
import type { ListQuery } from './list-query.ts';
import { listIds, readByIds, type ResourceRow } from './query.ts';
import { withTitlesOfReferences } from './referenced-titles.ts';
import type { TenantRows } from './source.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;

const BATCH = 500;
/** Their ids are in memory while the file is written. */
const ROWS_MAX = 100_000;

function optionText({ name }: Resource, field: string, value: string, item?: string): string {
  const path = item === undefined ? `options.${field}` : `items.${field}.options.${item}`;
  return tIfExists(`${name}.${path}.${value}`) ?? tIfExists(`resource.options.${value}`) ?? value;
}

/** Returns the value of a field as it stands in a table. */
function cellOf(resource: Resource, name: string, { [name]: value }: Readonly<Record<string, unknown>>): Cell {
  if (value === null || value === undefined) return null;
  const field = resource.fields[name] as Field;
  const { cell = String } = storedKindOf(field);
  return cell(value, (option, item) => optionText(resource, name, option, item), field);
}

const inPortuguese = (cell: Cell) => (typeof cell === 'number' ? String(cell).replace('.', ',') : cell);

/** Returns rows with texts for numbers, too, as a CSV file in Portuguese has them. */
export async function* asTexts(batches: AsyncIterable<readonly (readonly Cell[])[]>) {
  for await (const rows of batches) yield rows.map((cells) => cells.map(inPortuguese));
}

/**
 * Returns the heading and all rows of a list, in its order, without what the caller may not read. The rows are read in
 * batches, each with its own query, so that no transaction stays open while the file is sent; those deleted meanwhile
 * are left out. References are titles, as an import reads them. Throws `ApiError` `invalid_input` for too many rows.
 */
export async function exportTable(
  db: Db,
  source: TenantRows,
  query: ListQuery,
  mayList: (resource: string) => boolean,
): Promise<{ heading: string[]; batches: AsyncIterable<Cell[][]> }> {
  const { resource, tenant } = source;
  const ids = await listIds(db, source, query, ROWS_MAX + 1);
  if (ids.length > ROWS_MAX) {
    throw invalidValue('format', 'export_rows', { limit: formatCount(ROWS_MAX) });
  }
  const hidden = hiddenFields(resource, tenant.hidden);
  const names = Object.keys(resource.fields).filter((name) => !hidden.includes(name));
  async function* batches() {
    for (let at = 0; at < ids.length; at += BATCH) {
      const rows: ResourceRow[] = await readByIds(db, source, ids.slice(at, at + BATCH));
      const titled = await withTitlesOfReferences(db, resource, tenant, rows, mayList);
      yield titled.map((row) => names.map((name) => cellOf(resource, name, row)));
    }
  }
  return { heading: names.map((name) => tIfExists(`${resource.name}.fields.${name}`) ?? name), batches: batches() };
}
