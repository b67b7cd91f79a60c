import { and, count, eq, sql } from 'drizzle-orm';
import { keyOf } from '../../../reading/left-out.ts';
import type { TextChoice } from '../../../shared/reading.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { contents, leftOutTexts, textChoices } from '../../db/schema/knowledge.ts';
import { type Db, type Tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { type ContentRow, lockContent, retrainContents } from '../contents/contents.ts';
import { ofSite, siteOf } from '../site-choices.ts';

/** Per site and context. */
const CHOICES_MAX = 500;
const TEXT_MAX = 500;

/** Saves a choice, or removes the opposite one, after which the rules decide again. */
async function saveChoice(tx: Tx, content: ContentRow, site: string, { text, isTaken }: TextChoice): Promise<void> {
  const { accountId, contextId } = content;
  const key = keyOf(text);
  const removed = await tx
    .delete(textChoices)
    .where(and(ofSite(content, site), eq(textChoices.key, key), eq(textChoices.isTaken, !isTaken)))
    .returning({ key: textChoices.key });
  if (removed.length > 0) return;
  const [known] = await tx.select({ total: count() }).from(textChoices).where(ofSite(content, site));
  if (known!.total >= CHOICES_MAX) throw new ApiError('too_many_choices', { values: { most: CHOICES_MAX } });
  const row = { accountId, contextId, site, key, isTaken, text: text.slice(0, TEXT_MAX).toWellFormed() };
  await tx.insert(textChoices).values(row).onConflictDoNothing();
}

/** Returns the pages of a site that have the text, or left it out. */
async function pagesWith(tx: Tx, { accountId, contextId, id }: ContentRow, site: string, text: string) {
  const listed = JSON.stringify([{ key: keyOf(text) }]);
  const { rows } = await tx.execute<{ id: string; url: string }>(sql`
    select c.id, c.url from ${contents} c
    where c.account_id = ${accountId} and c.context_id = ${contextId} and c.type = 'LINK' and c.url is not null
      and (c.id = ${id}
        or exists (select from ${leftOutTexts} l where l.account_id = c.account_id and l.content_id = c.id
          and l.texts @> ${listed}::jsonb)
        or exists (select from chunks k where k.account_id = c.account_id and k.content_id = c.id
          and k.version = c.trained_version and position(${text} in k.text) > 0))
    order by c.id`);
  return rows.filter(({ url }) => siteOf(url) === site).map((row) => row.id);
}

/**
 * Takes a text in, or leaves it out, on all pages of the content's site in its context, and reads those that have it
 * again. Returns how many they are.
 * Throws `ApiError` `not_found` when the content is not a page, `too_many_choices`.
 */
export async function chooseText(db: Db, owner: Tenant, id: string, choice: TextChoice): Promise<number> {
  return withTenant(db, owner, async (tx) => {
    await lockAccount(tx, owner.accountId);
    const content = await lockContent(tx, owner, id);
    if (content.type !== 'LINK' || !content.url) throw notFound();
    const site = siteOf(content.url);
    await saveChoice(tx, content, site, choice);
    const pages = await pagesWith(tx, content, site, choice.text);
    // Without the validators, the pages are read in full even if they have not changed.
    await retrainContents(tx, owner.accountId, pages, { etag: null, lastModified: null });
    return pages.length;
  });
}
