import { sql } from 'drizzle-orm';
import type { ContentSync } from '../../../shared/seo.ts';
import { isoMoment } from '../../db/iso-moment.ts';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import { assertContent } from '../contents/contents.ts';

/** Newest first. Throws `ApiError` `not_found`. */
export async function readSyncs(db: Db, owner: Tenant, id: string): Promise<ContentSync[]> {
  await assertContent(db, owner, id);
  return readTenant<ContentSync>(
    db,
    owner,
    sql`select id, ${isoMoment(sql`at`)} as at, outcome, reason, difference from content_syncs
        where account_id = ${owner.accountId} and content_id = ${id} order by content_syncs.at desc, id desc`,
  );
}
