import { and, count, eq, sql } from 'drizzle-orm';
import { keyOf } from '../../../reading/left-out.ts';
import type { TextChoice } from '../../../shared/reading.ts';
import { siteHost } from '../../../shared/site-origins.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { contents, leftOutTexts, textChoices } from '../../db/schema/knowledge.ts';
import { type Db, type Tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { ofPlace, placeOf } from '../choices.ts';
import { type ContentRow, lockContent, retrainContents } from '../contents/contents.ts';

const CHOICES_MAX = 500;
const TEXT_MAX = 500;

/** Or removes the opposite one, after which the rules decide again. */
async function saveChoice(tx: Tx, content: ContentRow, place: string, { text, isTaken }: TextChoice): Promise<void> {
  const { accountId, contextId } = content;
  const key = keyOf(text);
  const removed = await tx
    .delete(textChoices)
    .where(and(ofPlace(content, place), eq(textChoices.key, key), eq(textChoices.isTaken, !isTaken)))
    .returning({ key: textChoices.key });
  if (removed.length > 0) return;
  const [known] = await tx.select({ total: count() }).from(textChoices).where(ofPlace(content, place));
  if (known!.total >= CHOICES_MAX) throw new ApiError('too_many_choices', { values: { most: CHOICES_MAX } });
  const row = { accountId, contextId, site: place, key, isTaken, text: text.slice(0, TEXT_MAX).toWellFormed() };
  await tx.insert(textChoices).values(row).onConflictDoNothing();
}

async function contentsWith(tx: Tx, { accountId, contextId, id, type }: ContentRow, place: string, text: string) {
  if (type === 'FILE') return [{ id }];
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
  return rows.filter(({ url }) => siteHost(url) === place);
}

/**
 * On all pages of the site, or in the file. Returns how many are read again. Throws `not_found`, `too_many_choices`.
 */
export async function chooseText(db: Db, owner: Tenant, id: string, choice: TextChoice): Promise<number> {
  return withTenant(db, owner, async (tx) => {
    await lockAccount(tx, owner.accountId);
    const content = await lockContent(tx, owner, id);
    const place = placeOf(content);
    if (place === null) throw notFound();
    await saveChoice(tx, content, place, choice);
    const pages = await contentsWith(tx, content, place, choice.text);
    // Without the validators, the pages are read in full even if they have not changed.
    await retrainContents(tx, owner.accountId, pages, { etag: null, lastModified: null });
    return pages.length;
  });
}
