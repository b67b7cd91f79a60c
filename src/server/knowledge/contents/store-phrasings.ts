import { isDeepStrictEqual } from 'node:util';
import { type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { phrasingKey } from '../../../search/phrasings.ts';
import { PHRASINGS_MAX } from '../../../shared/phrasings.ts';
import type { contents } from '../../db/schema/knowledge.ts';
import type { Tenant, Tx } from '../../db/tenant.ts';
import { invalidField } from '../../runtime/field-errors.ts';
import { t } from '../../runtime/translate.ts';

type PhrasedContent = Pick<typeof contents.$inferSelect, 'accountId' | 'id' | 'type'>;

export const acceptedOf = ({ accountId }: Tenant, contentId: string): SQL =>
  sql`select text from phrasings where account_id = ${accountId} and content_id = ${contentId} and state = 'accepted'
      order by id`;

export async function phrasingsIn(tx: Tx, tenant: Tenant, contentId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ text: string }>(acceptedOf(tenant, contentId));
  return rows.map(({ text }) => text);
}

interface ContentPhrasings {
  contentId: string;
  texts: readonly string[];
}

const rowsOf = (all: readonly ContentPhrasings[]) =>
  all.flatMap(({ contentId, texts }) =>
    texts.map((text) => ({ id: uuidv7(), content: contentId, text: text.trim(), key: phrasingKey(text) })),
  );

/** As table `n`, without duplicate keys. */
const asTable = (rows: ReturnType<typeof rowsOf>): SQL => sql`(
  select distinct on (content, key) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    r(id uuid, content uuid, text text, key text) where key <> '' order by content, key, id) n`;

/** Throws `ApiError` `invalid_input` when a content has too many. */
export async function assertPhrasingLimit(tx: Tx, accountId: string, contentIds: readonly string[]): Promise<void> {
  const { rows } = await tx.execute(sql`
    select 1 from phrasings where account_id = ${accountId} and content_id in ${[...contentIds]} and state = 'accepted'
    group by content_id having count(*) > ${PHRASINGS_MAX} limit 1`);
  if (rows.length > 0) throw invalidField('phrasings', t('phrasings.tooMany', { most: PHRASINGS_MAX }), 'too_big');
}

/** Proposals with the same key become accepted. Throws `ApiError` `invalid_input` when a content has too many. */
export async function addPhrasings(tx: Tx, accountId: string, all: readonly ContentPhrasings[]): Promise<void> {
  const rows = rowsOf(all);
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into phrasings (account_id, id, content_id, text, key, state, origin, decided_at)
    select ${accountId}::uuid, n.id, n.content, n.text, n.key, 'accepted', 'owner', now() from ${asTable(rows)}
    on conflict (account_id, content_id, key) do update set state = 'accepted', text = excluded.text,
      origin = case when phrasings.state = 'accepted' then phrasings.origin else 'owner' end, decided_at = now()`);
  await assertPhrasingLimit(tx, accountId, [...new Set(all.map(({ contentId }) => contentId))]);
}

export async function hasPhrasings(
  tx: Tx,
  { accountId, id }: PhrasedContent,
  texts: readonly string[],
): Promise<boolean> {
  const { rows } = await tx.execute<{ key: string }>(sql`
    select key from phrasings where account_id = ${accountId} and content_id = ${id} and state = 'accepted'`);
  return isDeepStrictEqual(new Set(rows.map(({ key }) => key)), new Set(texts.map(phrasingKey)));
}

/** Missing ones of visitors become rejected, not proposed again. Content must be locked. Throws `invalid_input`. */
export async function setPhrasings(
  tx: Tx,
  { accountId, id, type }: PhrasedContent,
  texts: readonly string[],
): Promise<void> {
  if (type === 'SITEMAP' && texts.length > 0) throw invalidField('phrasings', t('phrasings.notHere'));
  const keys = JSON.stringify(texts.map(phrasingKey));
  const leftOut = sql`account_id = ${accountId} and content_id = ${id} and state = 'accepted'
    and key not in (select jsonb_array_elements_text(${keys}::jsonb))`;
  await tx.execute(sql`delete from phrasings where ${leftOut} and origin = 'owner'`);
  await tx.execute(sql`
    update phrasings set state = 'rejected', decided_at = now(), proved = null, proved_answer = null where ${leftOut}`);
  await addPhrasings(tx, accountId, [{ contentId: id, texts }]);
}
