import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Db, withPlatform } from './tenant.ts';

/** The embedded database blocks all other statements while one runs. */
const STEP = 1_000;

export async function deleteInSteps(
  db: Db,
  table: PgTable,
  primaryKey: readonly PgColumn[],
  condition: SQL,
): Promise<number> {
  const key = sql.join(
    primaryKey.map((column) => sql`${sql.identifier(column.name)}`),
    sql`, `,
  );
  let deleted = 0;
  for (;;) {
    const { rowCount } = await withPlatform(db, (tx) =>
      tx.execute(
        sql`delete from ${table} where (${key}) in (select ${key} from ${table} where ${condition} limit ${STEP})`,
      ),
    );
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < STEP) return deleted;
  }
}
