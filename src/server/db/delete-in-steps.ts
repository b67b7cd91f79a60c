import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Db, withPlatform } from './tenant.ts';

/** Rows of one statement: the embedded database serves nobody else meanwhile. */
const STEP = 1_000;

/** Deletes the rows of a condition, however many there are, some at a time. Returns how many. */
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
