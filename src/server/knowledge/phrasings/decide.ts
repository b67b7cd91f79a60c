import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { phrasingKey } from '../../../search/phrasings.ts';
import {
  type phrasingAdded,
  type phrasingBody,
  type PhrasingLearning,
  PHRASINGS_DECIDED_MAX,
  PHRASINGS_MAX,
  type PhrasingsAccepted,
  type PhrasingsChosen,
} from '../../../shared/phrasings.ts';
import { contents } from '../../db/schema/knowledge.ts';
import { type Db, type Tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { withoutPersonalData } from '../../personal-data/without-personal-data.ts';
import { notFound } from '../../runtime/api-error.ts';
import { invalidField } from '../../runtime/field-errors.ts';
import { t } from '../../runtime/translate.ts';
import { openBase } from '../base.ts';
import { lockContent } from '../contents/contents.ts';
import { addPhrasings, assertPhrasingLimit } from '../contents/store-phrasings.ts';
import { readContext, requireContext } from '../context-row.ts';
import { bumpKnowledge } from '../contexts.ts';
import { phrasingsWithin } from './list-phrasings.ts';
import { testPhrasings } from './test-phrasings.ts';
import { isLearnt, peopleCount } from './visitors.ts';

interface ProposedPhrasing {
  id: string;
  contentId: string;
  contextId: string;
  state: string;
}

const columns = sql`p.id, p.state, p.content_id as "contentId", ${contents.contextId} as "contextId"`;

/** Throws `ApiError` `not_found` when one of the ids does not exist for the tenant. */
async function lockChosen(tx: Tx, tenant: Tenant, { ids, contextId }: PhrasingsChosen): Promise<ProposedPhrasing[]> {
  if (contextId !== undefined) await requireContext(tx, tenant, contextId);
  const within = phrasingsWithin(tenant, contextId === undefined ? [] : [contextId]);
  const wanted = ids ? [...new Set(ids)] : null;
  const { rows } = await tx.execute<ProposedPhrasing & Record<string, unknown>>(sql`
    select ${columns} from ${within} where ${wanted ? sql`p.id in ${wanted}` : sql`p.state = 'proposed'`}
    order by ${peopleCount} desc, p.id limit ${PHRASINGS_DECIDED_MAX} for update of p`);
  if (wanted && rows.length < wanted.length) throw notFound();
  return rows;
}

/** For bulk requests without ids, which must not fail because one content is full. */
async function fitting(tx: Tx, accountId: string, found: readonly ProposedPhrasing[]): Promise<ProposedPhrasing[]> {
  if (found.length === 0) return [];
  const { rows } = await tx.execute<{ contentId: string; count: number }>(sql`
    select content_id as "contentId", count(*)::int as count from phrasings
    where account_id = ${accountId} and content_id in ${found.map(({ contentId }) => contentId)} and state = 'accepted'
    group by 1`);
  const counts = new Map(rows.map(({ contentId, count }) => [contentId, count]));
  return found.filter(({ contentId }) => {
    const count = counts.get(contentId) ?? 0;
    counts.set(contentId, count + 1);
    return count < PHRASINGS_MAX;
  });
}

async function decide(tx: Tx, accountId: string, found: readonly ProposedPhrasing[], state: 'accepted' | 'rejected') {
  const changed = found.filter((one) => one.state !== state);
  if (changed.length === 0) return;
  await tx.execute(sql`
    update phrasings set state = ${state}, decided_at = now(), proved = null, proved_answer = null
    where account_id = ${accountId} and id in ${changed.map(({ id }) => id)}`);
  const touched = changed.filter((one) => state === 'accepted' || one.state === 'accepted');
  if (touched.length === 0) return;
  await assertPhrasingLimit(tx, accountId, [...new Set(touched.map(({ contentId }) => contentId))]);
  await bumpKnowledge(
    tx,
    accountId,
    touched.map(({ contextId, contentId: id }) => ({ contextId, id })),
  );
}

async function countLeft(tx: Tx, tenant: Tenant, { ids, contextId }: PhrasingsChosen): Promise<number> {
  if (ids || contextId === undefined) return 0;
  const { rows } = await tx.execute<{ left: number }>(
    sql`select count(*)::int as left from ${phrasingsWithin(tenant, [contextId])} where p.state = 'proposed'`,
  );
  return rows[0]?.left ?? 0;
}

/** Tests each with a search. Throws `ApiError` `not_found`; `invalid_input` when a content has too many. */
export async function acceptPhrasings(db: Db, tenant: Tenant, chosen: PhrasingsChosen): Promise<PhrasingsAccepted> {
  const { ids, left } = await withTenant(db, tenant, async (tx) => {
    const locked = await lockChosen(tx, tenant, chosen);
    const found = chosen.ids ? locked : await fitting(tx, tenant.accountId, locked);
    await decide(tx, tenant.accountId, found, 'accepted');
    return { ids: found.map(({ id }) => id), left: await countLeft(tx, tenant, chosen) };
  });
  return { data: await testPhrasings(db, tenant, ids), left };
}

/** For good. Returns their number. Throws `ApiError` `not_found`. */
export async function rejectPhrasings(db: Db, tenant: Tenant, chosen: PhrasingsChosen): Promise<number> {
  return withTenant(db, tenant, async (tx) => {
    const found = await lockChosen(tx, tenant, chosen);
    await decide(tx, tenant.accountId, found, 'rejected');
    return found.length;
  });
}

/** Throws `ApiError` `not_found` if not used there; `invalid_input` for personal data or too many. */
export async function correctAnswer(
  db: Db,
  tenant: Tenant,
  { contextId, contentId, text }: z.infer<typeof phrasingBody>,
): Promise<z.infer<typeof phrasingAdded>> {
  const { accountId } = tenant;
  const { inheritance } = await readContext(db, tenant, contextId);
  const base = await openBase(db, { tenant, inheritance });
  if (withoutPersonalData(text, (word) => base.some(({ wordIds }) => wordIds.has(word))) !== text)
    throw invalidField('text', t('phrasings.personal'));
  const id = await withTenant(db, tenant, async (tx) => {
    const content = await lockContent(tx, tenant, contentId);
    if (content.type === 'SITEMAP' || !inheritance.split('.').includes(content.contextId)) throw notFound();
    await addPhrasings(tx, accountId, [{ contentId, texts: [text] }]);
    await bumpKnowledge(tx, accountId, [content]);
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from phrasings where account_id = ${accountId} and content_id = ${contentId}
        and key = ${phrasingKey(text)}`);
    return rows[0]!.id;
  });
  const [proved] = await testPhrasings(db, tenant, [id], contextId);
  return { id, proof: proved!.proof };
}

/** `after` people; null: never. Accepts proposals that already have enough. */
export async function setLearning(db: Db, tenant: Tenant, { contextId, after }: PhrasingLearning): Promise<void> {
  const { accountId } = tenant;
  const ids = await withTenant(db, tenant, async (tx) => {
    await requireContext(tx, tenant, contextId);
    await tx.execute(
      sql`update contexts set learns_after = ${after} where account_id = ${accountId} and id = ${contextId}`,
    );
    if (after === null) return [];
    const { rows } = await tx.execute<ProposedPhrasing & Record<string, unknown>>(sql`
      select ${columns} from ${phrasingsWithin(tenant, [contextId])}
      where p.state = 'proposed' and ${isLearnt(after)} order by p.id limit ${PHRASINGS_DECIDED_MAX} for update of p`);
    const found = await fitting(tx, accountId, rows);
    await decide(tx, accountId, found, 'accepted');
    return found.map(({ id }) => id);
  });
  await testPhrasings(db, tenant, ids);
}
