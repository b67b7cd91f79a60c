import { sql } from 'drizzle-orm';
import type { LeftOutText } from '../../../reading/blocks.ts';
import { keyOf } from '../../../reading/left-out.ts';
import type { LeftOutTexts } from '../../../shared/reading.ts';
import { siteHost } from '../../../shared/site-origins.ts';
import { contents, leftOutTexts, type StoredLeftOut } from '../../db/schema/knowledge.ts';
import { type Db, readTenant, type Tenant, type Tx } from '../../db/tenant.ts';
import { notFound } from '../../runtime/api-error.ts';
import { contentAt, type ContentRow } from '../contents/contents.ts';

export async function saveLeftOut(
  tx: Tx,
  { accountId, id: contentId }: Pick<ContentRow, 'accountId' | 'id'>,
  leftOut: readonly LeftOutText[],
  unwanted: readonly string[],
): Promise<void> {
  const texts: StoredLeftOut[] = [
    ...unwanted.map((text) => ({ key: keyOf(text), reason: 'choice' as const, text, isTaken: false })),
    ...leftOut.map(({ reason, text, isTaken = false }) => ({ key: keyOf(text), reason, text, isTaken })),
  ];
  await tx
    .insert(leftOutTexts)
    .values({ accountId, contentId, texts })
    .onConflictDoUpdate({ target: [leftOutTexts.accountId, leftOutTexts.contentId], set: { texts } });
}

/** Throws `ApiError` `not_found`. */
export async function readLeftOut(db: Db, owner: Tenant, id: string): Promise<LeftOutTexts> {
  const [content] = await readTenant<{ url: string | null; texts: StoredLeftOut[] | null }>(
    db,
    owner,
    sql`select case when ${contents.type} = 'LINK' then ${contents.url} end as url, l.texts
        from ${contents} left join ${leftOutTexts} l on l.account_id = ${contents.accountId} and l.content_id = ${contents.id}
        where ${contentAt(owner, id)}`,
  );
  if (!content) throw notFound();
  return {
    data: (content.texts ?? []).map(({ reason, text, isTaken }) => ({ reason, text, isTaken })),
    site: content.url && siteHost(content.url),
  };
}
