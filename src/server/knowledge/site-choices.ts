import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { contents, textChoices } from '../db/schema/knowledge.ts';
import { type Db, readTenant, tenant, type Tx } from '../db/tenant.ts';

type ContextOfContent = Pick<typeof contents.$inferSelect, 'accountId' | 'contextId'>;

/** Returns the site for whose pages a choice counts. */
export const siteOf = (url: string): string => new URL(url).host.replace(/^www\./, '');

/** The keys of the texts that people have chosen for a site. */
export interface SiteChoices {
  taken: string[];
  unwanted: string[];
}

/** Returns the choices for the site of a page. */
export async function choicesFor(
  db: Db,
  { accountId, contextId, url }: ContextOfContent & { url: string | null },
): Promise<SiteChoices> {
  const rows = url
    ? await readTenant<{ key: string; isTaken: boolean }>(
        db,
        tenant(accountId, 'all'),
        sql`select key, is_taken as "isTaken" from ${textChoices}
            where ${ofSite({ accountId, contextId }, siteOf(url))}`,
      )
    : [];
  const keys = (isTaken: boolean) => rows.filter((row) => row.isTaken === isTaken).map(({ key }) => key);
  return { taken: keys(true), unwanted: keys(false) };
}

export const ofSite = ({ accountId, contextId }: ContextOfContent, site: string): SQL =>
  and(eq(textChoices.accountId, accountId), eq(textChoices.contextId, contextId), eq(textChoices.site, site)) as SQL;

/** Copies the choices of contexts to another one, to which pages move from them: all, or those for the sites of pages. */
export async function copyChoices(
  tx: Tx,
  accountId: string,
  from: readonly string[],
  to: string,
  pages?: readonly string[],
): Promise<void> {
  const ofPages = pages && and(eq(contents.accountId, accountId), inArray(contents.id, [...pages]));
  const moved = ofPages ? await tx.select({ url: contents.url }).from(contents).where(ofPages) : [];
  const sites = [...new Set(moved.flatMap(({ url }) => (url ? [siteOf(url)] : [])))];
  await tx.execute(sql`
    insert into ${textChoices} (account_id, context_id, site, key, is_taken, text)
    select distinct on (site, key) account_id, ${to}::uuid, site, key, is_taken, text from ${textChoices}
    where account_id = ${accountId} and context_id = any(${sql.param([...from])}::uuid[])
      ${pages ? sql`and site = any(${sql.param(sites)}::text[])` : sql``}
    order by site, key, created_at desc
    on conflict do nothing`);
}
