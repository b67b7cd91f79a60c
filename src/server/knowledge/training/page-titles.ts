import { and, eq, sql } from 'drizzle-orm';
import { isPartOfTitle, withoutSharedParts } from '../../../reading/capture/shared-titles.ts';
import { TITLE_MAX } from '../../../shared/constants.ts';
import { contents, contexts } from '../../db/schema/knowledge.ts';
import type { Tx } from '../../db/tenant.ts';
import type { ContentRow } from '../contents/contents.ts';
import { contextAt } from '../context-row.ts';
import { bumpKnowledge } from '../contexts.ts';

type TitledPage = Pick<ContentRow, 'id' | 'url' | 'title' | 'pageTitle'>;

const hostOf = ({ url }: Pick<ContentRow, 'url'>) => (url && URL.parse(url)?.hostname.replace(/^www\./, '')) || '';

function shortTitles(host: string, pages: readonly TitledPage[]): (TitledPage & { short: string })[] {
  const own = withoutSharedParts(
    pages.map(({ pageTitle }) => pageTitle!),
    host,
  );
  return pages.map((page, at) => {
    const { title, pageTitle } = page;
    // A capture has seen more pages of the site than those that became contents.
    const wasShorter = own[at] === pageTitle && isPartOfTitle(title, pageTitle);
    return { ...page, short: wasShorter ? title : own[at]! };
  });
}

async function setTitles(tx: Tx, accountId: string, pages: ReturnType<typeof shortTitles>): Promise<void> {
  const ids = sql.param(pages.map(({ id }) => id));
  const whole = sql.param(pages.map(({ pageTitle }) => pageTitle));
  const short = sql.param(pages.map((page) => page.short));
  // Pages that another training has locked are shortened by that one.
  await tx.execute(sql`
    update contents c set page_title = t.whole, title = t.short
    from unnest(${ids}::uuid[], ${whole}::text[], ${short}::text[]) t(id, whole, short)
    where c.account_id = ${accountId} and c.id = t.id and c.id in (
      select id from contents where account_id = ${accountId} and id = any(${ids}::uuid[]) order by id for update skip locked)`);
}

/**
 * Stores the whole titles of pages that were read, and leaves out of the titles of their sites' pages what these share.
 * The contents must be locked, and of one account.
 */
export async function savePageTitles(
  tx: Tx,
  read: readonly { content: ContentRow; title: string | null }[],
): Promise<void> {
  const changed = read.flatMap(({ content, title }) => {
    const pageTitle = title?.slice(0, TITLE_MAX).toWellFormed();
    return pageTitle && pageTitle !== content.pageTitle ? [{ ...content, pageTitle }] : [];
  });
  for (const [contextId, fresh] of Map.groupBy(changed, (page) => page.contextId)) {
    const { accountId } = fresh[0]!;
    const at = and(eq(contents.accountId, accountId), eq(contents.contextId, contextId));
    // One training after the other, so that each sees the titles of those before it.
    await tx.select().from(contexts).where(contextAt({ accountId }, contextId)).for('update');
    const { id, url, title, pageTitle } = contents;
    const known = await tx
      .select({ id, url, title, pageTitle })
      .from(contents)
      .where(and(at, eq(contents.type, 'LINK'), sql`${pageTitle} is not null`));
    const pages = new Map<string, TitledPage>([...known, ...fresh].map((page) => [page.id, page]));
    const freshHosts = new Set(fresh.map(hostOf));
    const short = [...Map.groupBy(pages.values(), hostOf)].flatMap(([host, some]) =>
      freshHosts.has(host) ? shortTitles(host, some) : [],
    );
    const before = new Map(known.map((page) => [page.id, page]));
    const differing = short.filter((page) => {
      const was = before.get(page.id);
      return was?.title !== page.short || was.pageTitle !== page.pageTitle;
    });
    await setTitles(tx, accountId, differing);
    await bumpKnowledge(
      tx,
      accountId,
      differing.map((page) => ({ id: page.id, contextId })),
    );
  }
}
