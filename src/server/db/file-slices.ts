import { sql } from 'drizzle-orm';
import { contentFiles } from './schema/knowledge.ts';
import { type Db, readTenant, type Tenant } from './tenant.ts';

/** The driver turns a value into bytes in one go, and serves nobody else meanwhile. */
const SLICE_BYTES = 512 * 1024;

/** The original of a content, a slice at a time; nothing when there is none, or no more. */
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
