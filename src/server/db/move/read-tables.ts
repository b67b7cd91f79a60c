import type pg from 'pg';

export interface TableShape {
  name: string;
  /** Without generated columns, which compute themselves. */
  columns: { name: string; type: string }[];
  key: string[];
  selfReferences: string[];
  /** Tables that must be copied before. */
  references: string[];
}

const SHAPES = `
  select c.relname as name,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
     from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select json_agg(a.attname order by k.at) from pg_constraint p, unnest(p.conkey) with ordinality k(attnum, at)
       join pg_attribute a on a.attnum = k.attnum
     where p.conrelid = c.oid and p.contype = 'p' and a.attrelid = c.oid) as key,
    (select coalesce(json_agg(distinct a.attname), '[]') from pg_constraint f, unnest(f.conkey) k(attnum)
       join pg_attribute a on a.attnum = k.attnum
     where f.conrelid = c.oid and f.confrelid = c.oid and f.contype = 'f' and a.attrelid = c.oid
       and not a.attnotnull) as "selfReferences",
    (select coalesce(json_agg(distinct t.relname), '[]') from pg_constraint f join pg_class t on t.oid = f.confrelid
     where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as references
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname`;

/** After those that their foreign keys point to. */
function inForeignKeyOrder(tables: readonly TableShape[]): TableShape[] {
  const sorted: TableShape[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const ready = left.filter(({ references }) => references.every((name) => !waiting.has(name)));
    if (ready.length === 0) throw new Error(`Foreign keys form a cycle: ${[...waiting].join(', ')}`);
    sorted.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return sorted;
}

/** Each after those that its foreign keys point to. */
export async function readTables(client: pg.PoolClient): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(SHAPES);
  return inForeignKeyOrder(rows);
}
