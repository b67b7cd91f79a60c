import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { siteHost } from '../../shared/site-origins.ts';
import { contents, textChoices } from '../db/schema/knowledge.ts';
import { type Db, readTenant, tenant, type Tx } from '../db/tenant.ts';

type ContextOfContent = Pick<typeof contents.$inferSelect, 'accountId' | 'contextId'>;
type Place = Pick<typeof contents.$inferSelect, 'id' | 'type' | 'url'>;

/** The site of a page, the id of a file; null for others. */
export function placeOf({ id, type, url }: Place): string | null {
  if (type === 'FILE') return id;
  return type === 'LINK' && url ? siteHost(url) : null;
}

export interface Choices {
  taken: string[];
  unwanted: string[];
}

export async function choicesFor(db: Db, content: ContextOfContent & Place): Promise<Choices> {
  const place = placeOf(content);
  const rows =
    place === null
      ? []
      : await readTenant<{ key: string; isTaken: boolean }>(
          db,
          tenant(content.accountId, 'all'),
          sql`select key, is_taken as "isTaken" from ${textChoices} where ${ofPlace(content, place)}`,
        );
  const keys = (isTaken: boolean) => rows.filter((row) => row.isTaken === isTaken).map(({ key }) => key);
  return { taken: keys(true), unwanted: keys(false) };
}

export const ofPlace = ({ accountId, contextId }: ContextOfContent, place: string): SQL =>
  and(eq(textChoices.accountId, accountId), eq(textChoices.contextId, contextId), eq(textChoices.site, place)) as SQL;

/** To which contents move from them: all, or those of the files and sites of `moved`. */
export async function copyChoices(
  tx: Tx,
  accountId: string,
  from: readonly string[],
  to: string,
  moved?: readonly string[],
): Promise<void> {
  const ofMoved = moved && and(eq(contents.accountId, accountId), inArray(contents.id, [...moved]));
  const { id, type, url } = contents;
  const rows = ofMoved ? await tx.select({ id, type, url }).from(contents).where(ofMoved) : [];
  const places = [...new Set(rows.flatMap((row) => placeOf(row) ?? []))];
  await tx.execute(sql`
    insert into ${textChoices} (account_id, context_id, site, key, is_taken, text)
    select distinct on (site, key) account_id, ${to}::uuid, site, key, is_taken, text from ${textChoices}
    where account_id = ${accountId} and context_id = any(${sql.param([...from])}::uuid[])
      ${moved ? sql`and site = any(${sql.param(places)}::text[])` : sql``}
    order by site, key, created_at desc
    on conflict do nothing`);
}
