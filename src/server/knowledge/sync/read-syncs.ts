import { sql } from 'drizzle-orm';
import type { ContentSync } from '../../../shared/seo.ts';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import { assertContent } from '../contents/contents.ts';

/** Newest first. Throws `ApiError` `not_found`. */
export async function readSyncs(db: Db, owner: Tenant, id: string): Promise<ContentSync[]> {
  await assertContent(db, owner, id);
  const rows = await readTenant<Omit<ContentSync, 'at'> & { at: Date }>(
    db,
    owner,
    sql`select id, at, outcome, reason, difference from content_syncs
        where account_id = ${owner.accountId} and content_id = ${id} order by at desc, id desc`,
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
