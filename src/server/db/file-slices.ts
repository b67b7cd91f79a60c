import { sql } from 'drizzle-orm';
import { contentFiles } from './schema/knowledge.ts';
import { type Db, readTenant, type Tenant } from './tenant.ts';

/** The driver decodes a value synchronously, which blocks all other requests. */
const SLICE_BYTES = 512 * 1024;

export async function* fileSlices(db: Db, tenant: Tenant, contentId: string): AsyncGenerator<Buffer> {
  for (let from = 1; ; from += SLICE_BYTES) {
    const [slice] = await readTenant<{ bytes: Buffer }>(
      db,
      tenant,
      sql`select substring(bytes from ${from} for ${SLICE_BYTES}) as bytes from ${contentFiles}
          where account_id = ${tenant.accountId} and content_id = ${contentId}`,
    );
    if (slice) yield slice.bytes;
    if (!slice || slice.bytes.length < SLICE_BYTES) return;
  }
}
