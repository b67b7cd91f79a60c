import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgTable } from 'drizzle-orm/pg-core';
import { contentFiles } from './schema/knowledge.ts';
import { type Db, readTenant, type Tenant } from './tenant.ts';

/** The driver decodes a value synchronously, which blocks all other requests. */
const SLICE_BYTES = 512 * 1024;

/** Yields the original file of a content in slices; nothing if it has none or no longer has one. */
export const fileSlices = (db: Db, tenant: Tenant, contentId: string) =>
  slicesOf(db, tenant, contentFiles, sql`account_id = ${tenant.accountId} and content_id = ${contentId}`);

/** Yields the `bytes` of the row of a table that meets a condition in slices; nothing if there is none. */
export async function* slicesOf(db: Db, tenant: Tenant, table: AnyPgTable, where: SQL): AsyncGenerator<Buffer> {
  for (let from = 1; ; from += SLICE_BYTES) {
    const [slice] = await readTenant<{ bytes: Buffer }>(
      db,
      tenant,
      sql`select substring(bytes from ${from} for ${SLICE_BYTES}) as bytes from ${table} where ${where}`,
    );
    if (slice) yield slice.bytes;
    if (!slice || slice.bytes.length < SLICE_BYTES) return;
  }
}
