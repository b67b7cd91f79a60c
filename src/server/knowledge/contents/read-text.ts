import { sql } from 'drizzle-orm';
import type { ContentText } from '../../../shared/contents.ts';
import { chunks, contents } from '../../db/schema/knowledge.ts';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import { assertContent, contentAt } from './contents.ts';

/** In use, one entry per passage. Throws `ApiError` `not_found`. */
export async function readText(
  db: Db,
  tenant: Tenant,
  id: string,
  { from, limit }: { from: number; limit: number },
): Promise<ContentText> {
  await assertContent(db, tenant, id);
  const rows = await readTenant<ContentText['data'][number] & { total: number; isOld: boolean }>(
    db,
    tenant,
    sql`select ${chunks.heading}, ${chunks.page}, ${chunks.text}, count(*) over ()::int as total,
          ${contents.version} > ${contents.trainedVersion} as "isOld"
        from ${contents} join ${chunks} on ${chunks.accountId} = ${contents.accountId}
          and ${chunks.contentId} = ${contents.id} and ${chunks.version} = ${contents.trainedVersion}
        where ${contentAt(tenant, id)} order by ${chunks.ordinal} limit ${limit} offset ${from}`,
  );
  const [first] = rows;
  return {
    data: rows.map(({ heading, page, text }) => ({ heading, page, text })),
    total: first?.total ?? 0,
    isOld: first?.isOld ?? false,
  };
}
