import type pg from 'pg';
import type { TableShape } from './read-tables.ts';

/** Of a statement, which is in memory several times, here and in both databases. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_ROWS = 2_000;

type TextRow = (string | null)[];
/** Names cannot be bound; they come from the schema alone. Values are bound. */
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const list = (names: readonly string[]) => names.map(quote).join(', ');

/** As texts; from one row on, growing with what was seen, so that a table of large files stays within the memory. */
async function* batchesOf(client: pg.PoolClient, query: string): AsyncGenerator<TextRow[]> {
  const declare = `declare moved no scroll cursor for ${query}`;
  await client.query(declare);
  let rows = 1;
  let largest = 1;
  for (;;) {
    const batch = await client.query<TextRow>({ text: `fetch ${rows} from moved`, rowMode: 'array' });
    if (batch.rows.length > 0) yield batch.rows;
    if (batch.rows.length < rows) break;
    for (const row of batch.rows)
      largest = Math.max(
        largest,
        row.reduce((sum, value) => sum + (value?.length ?? 0), 0),
      );
    rows = Math.max(1, Math.min(rows * 2, Math.floor(BATCH_BYTES / largest), BATCH_ROWS));
  }
  await client.query('close moved');
}

const toColumns = (rows: readonly TextRow[], count: number) =>
  Array.from({ length: count }, (_, at) => rows.map((row) => row[at] ?? null));

type Column = TableShape['columns'][number];
const asTexts = (columns: readonly Column[]) => columns.map(({ name }) => `${quote(name)}::text`).join(', ');
/** The rows as a table `n`, with the columns' own types. */
const asTable = (columns: readonly Column[]) => `(
  select ${columns.map(({ type }, at) => `c${at}::${type} as c${at}`).join(', ')}
  from unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(', ')}) as r(${columns.map((_, at) => `c${at}`).join(', ')})) n`;

/** Columns that point to the same table, once all rows are there. */
async function linkRows(source: pg.PoolClient, target: pg.PoolClient, table: TableShape): Promise<void> {
  const { name, key, selfReferences } = table;
  const typed = (names: readonly string[]) =>
    names.map((one) => table.columns.find((column) => column.name === one) as Column);
  const columns = typed([...key, ...selfReferences]);
  const isLinked = selfReferences.map((column) => `${quote(column)} is not null`).join(' or ');
  const query = `select ${asTexts(columns)} from ${quote(name)} where ${isLinked}`;
  const update = `update ${quote(name)} t
    set ${selfReferences.map((column, at) => `${quote(column)} = n.c${key.length + at}`).join(', ')}
    from ${asTable(columns)} where ${key.map((column, at) => `t.${quote(column)} = n.c${at}`).join(' and ')}`;
  for await (const rows of batchesOf(source, query)) await target.query(update, toColumns(rows, columns.length));
}

/** As PostgreSQL's own text: nothing is interpreted on the way. Both clients must be in a transaction. */
export async function copyTable(source: pg.PoolClient, target: pg.PoolClient, table: TableShape): Promise<number> {
  const { name, selfReferences } = table;
  const columns = table.columns.filter((column) => !selfReferences.includes(column.name));
  const insert = `insert into ${quote(name)} (${list(columns.map((column) => column.name))}) select * from ${asTable(columns)}`;
  let count = 0;
  for await (const rows of batchesOf(source, `select ${asTexts(columns)} from ${quote(name)}`)) {
    await target.query(insert, toColumns(rows, columns.length));
    count += rows.length;
  }
  if (selfReferences.length > 0 && count > 0) await linkRows(source, target, table);
  return count;
}

/** `digest`: sum of the rows' digests, independent of their order. */
interface TableDigest {
  count: string;
  digest: string;
}

export async function digestTable(client: pg.PoolClient, { name }: TableShape): Promise<TableDigest> {
  const part = (side: 'left' | 'right') => `sum(('x' || ${side}(hash, 15))::bit(60)::int8)`;
  const text = `select count(*)::text as count, coalesce(${part('left')} || ':' || ${part('right')}, '') as digest
    from (select md5(t::text) as hash from ${quote(name)} t) hashes`;
  const { rows } = await client.query<TableDigest>(text);
  return rows[0] as TableDigest;
}
