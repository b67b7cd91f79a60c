import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { contents as contentsResource } from '../../../../resources/contents.ts';
import type { PagesOnDelete } from '../../../shared/contents.ts';
import type { ContentEdit } from '../../../shared/rules.ts';
import { fileSlices } from '../../db/file-slices.ts';
import { inBatches } from '../../db/in-batches.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { contents, contexts, textChoices } from '../../db/schema/knowledge.ts';
import { type Db, readTenant, type Tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { addJobsOf } from '../../jobs/queue.ts';
import { lockRow, type ResourceRow, showRow } from '../../resource/query.ts';
import { rowsOf } from '../../resource/scope.ts';
import { defineSource, rowsFor } from '../../resource/source.ts';
import { editableValues, mergeChange, versionOf } from '../../resource/versions.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { bumpKnowledge } from '../contexts.ts';
import { rejectKnownExternalId } from './known.ts';
import { acceptedOf, hasPhrasings, phrasingsIn, setPhrasings } from './store-phrasings.ts';

export type ContentRow = typeof contents.$inferSelect;

export const contentsSource = defineSource(contentsResource, {
  table: contents,
  folded: contents.searched,
  fields: {
    // When the training of an edit failed, the previous title is still the one in use.
    title: sql`case when ${contents.status} = 'error' then coalesce(${contents.answering}->>'title', ${contents.title}) else ${contents.title} end`,
    isHeld: sql`exists (select from held_changes h
      where h.account_id = ${contents.accountId} and h.content_id = ${contents.id} and h.state = 'held')`,
    questionNow: sql`${contents.answering}->>'question'`,
    answerNow: sql`${contents.answering}->>'answer'`,
    pages: sql`case when ${contents.type} = 'SITEMAP' then (select count(*)::int from contents p
      where p.account_id = ${contents.accountId} and p.sitemap_id = ${contents.id}) else 0 end`,
  },
});

export const isSynced = ({ type }: Pick<ContentRow, 'type'>) => type === 'LINK' || type === 'SITEMAP';

/** Limited to what the tenant may see. */
export const contentAt = (tenant: Tenant, id: string): SQL =>
  and(rowsOf(contentsSource, tenant), eq(contents.id, id)) as SQL;

/** Throws `ApiError` `not_found`, also when the tenant may not see it. */
export async function assertContent(db: Db, tenant: Tenant, id: string): Promise<void> {
  const rows = await readTenant(db, tenant, sql`select 1 from ${contents} where ${contentAt(tenant, id)}`);
  if (rows.length === 0) throw notFound();
}

/** Limited to what the tenant may see. */
export async function withAncestors(db: Db, tenant: Tenant, contextIds: readonly string[]): Promise<string[]> {
  const rows = await readTenant<{ inheritance: string }>(
    db,
    tenant,
    sql`select inheritance from ${contexts}
        where ${contexts.accountId} = ${tenant.accountId} and ${inArray(contexts.id, [...contextIds])}`,
  );
  const chain = new Set(rows.flatMap(({ inheritance }) => inheritance.split('.')));
  return [...contextIds, ...chain].filter((id) => tenant.contextIds === 'all' || tenant.contextIds.includes(id));
}

/** The contents must be locked. The current version stays in use until then. */
export async function retrainContents(
  tx: Tx,
  accountId: string,
  rows: readonly Pick<ContentRow, 'id'>[],
  change: PgUpdateSetSource<typeof contents> = {},
): Promise<void> {
  const next = {
    version: sql`${contents.version} + 1`,
    status: 'pending',
    reason: null,
    updatedAt: new Date(),
  } as const;
  const ids = rows.map(({ id }) => id);
  await inBatches(ids, async (some) => {
    const moved = await tx
      .update(contents)
      .set({ ...change, ...next })
      .where(and(eq(contents.accountId, accountId), inArray(contents.id, some)))
      .returning({ accountId: contents.accountId, subjectId: contents.id, version: contents.version });
    await addJobsOf(tx, 'train', moved);
  });
}

/** Those that exist and that the tenant may see, in the order of their ids to avoid deadlocks. */
export const lockContents = (tx: Tx, tenant: Tenant, ids: readonly string[]): Promise<ContentRow[]> =>
  tx
    .select()
    .from(contents)
    .where(and(rowsOf(contentsSource, tenant), inArray(contents.id, [...ids])))
    .orderBy(contents.id)
    .for('update');

/** Throws `ApiError` `not_found`. */
export async function lockContent(tx: Tx, tenant: Tenant, id: string): Promise<ContentRow> {
  const [content] = await lockContents(tx, tenant, [id]);
  if (!content) throw notFound();
  return content;
}

function editedValues(row: object, phrasings: readonly string[]) {
  return { ...editableValues(contentsResource, row), phrasings };
}

/** Throws `ApiError` `not_found`, also if it was not kept. */
export async function openOriginal(db: Db, tenant: Tenant, id: string) {
  const { fileName, hasOriginal } = await showContent(db, tenant, id);
  if (!hasOriginal) throw notFound();
  return { name: String(fileName), bytes: fileSlices(db, tenant, id) };
}

/** With phrasings and version. Throws `ApiError` `not_found`. */
export async function showContent(db: Db, tenant: Tenant, id: string): Promise<ResourceRow> {
  const row = await showRow(db, rowsFor(contentsSource, tenant), id);
  const [more] = await readTenant<{ phrasings: string[]; hasOriginal: boolean }>(
    db,
    tenant,
    sql`select array(${acceptedOf(tenant, id)}) as phrasings, exists (select from content_files
          where account_id = ${tenant.accountId} and content_id = ${id}) as "hasOriginal"`,
  );
  return { ...row, ...more, version: versionOf(editedValues(row, more!.phrasings)) };
}

/** Question and answer in use, until the edit is trained. */
export const preservedAnswer: SQL = sql`case when ${contents.trainedVersion} is not null then coalesce(${contents.answering},
  jsonb_build_object('title', ${contents.title}, 'question', ${contents.question}, 'answer', ${contents.answer})) end`;

/** Merged with what others have saved. The content must be locked. */
async function mergeContentChange(tx: Tx, tenant: Tenant, id: string, change: ContentEdit) {
  const row = await lockRow(tx, rowsFor(contentsSource, tenant), id);
  const phrasings = await phrasingsIn(tx, tenant, id);
  const edited = { accountId: tenant.accountId, id, actions: ['contents_edit'], row: { ...row, phrasings } };
  return mergeChange(tx, { ...edited, values: editedValues(row, phrasings) }, change);
}

/** A changed question or answer is trained first. Throws `ApiError` `not_found`, `changed_meanwhile`. */
export async function editContent(db: Db, tenant: Tenant, id: string, change: ContentEdit): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    const content = await lockContent(tx, tenant, id);
    await changeLocked(tx, tenant, content, await mergeContentChange(tx, tenant, id, change));
    await bumpKnowledge(tx, tenant.accountId, [content]);
  });
}

/** Throws `ApiError` `external_id_known`. */
async function changedExternalId(tx: Tx, tenant: Tenant, content: ContentRow, { externalId }: ContentEdit) {
  if (externalId === undefined || externalId === content.externalId) return content.externalId;
  await lockAccount(tx, tenant.accountId);
  await rejectKnownExternalId(tx, tenant, content.contextId, externalId, content.id);
  return externalId;
}

/** Without a merge. Loaded bases must be told. */
export async function changeLocked(tx: Tx, tenant: Tenant, content: ContentRow, change: ContentEdit): Promise<void> {
  const { id } = content;
  const { question = content.question, answer = content.answer, enabled, weeklySync } = change;
  const isReworded = content.type === 'FAQ' && (question !== content.question || answer !== content.answer);
  const switches = {
    enabled: enabled ?? content.enabled,
    weeklySync: weeklySync ?? content.weeklySync,
    externalId: await changedExternalId(tx, tenant, content, change),
  };
  if (isReworded) {
    const title = question ?? content.title;
    const words = { question, answer, title, answering: preservedAnswer };
    await retrainContents(tx, tenant.accountId, [content], { ...switches, ...words });
  } else {
    await tx
      .update(contents)
      .set({ ...switches, updatedAt: new Date() })
      .where(contentAt(tenant, id));
  }
  if (change.phrasings) await setPhrasings(tx, content, change.phrasings);
}

/** Whether `changeLocked` would change nothing. */
export async function isSame(tx: Tx, content: ContentRow, change: ContentEdit): Promise<boolean> {
  const same = (['question', 'answer', 'enabled', 'weeklySync'] as const).every(
    (name) => change[name] === undefined || change[name] === content[name],
  );
  return same && (!change.phrasings || hasPhrasings(tx, content, change.phrasings));
}

/** Not in training; nor a trained file, whose bytes are deleted. */
export const isRetriable = ({ status, type }: Pick<ContentRow, 'status' | 'type'>): boolean =>
  status === 'error' || (status === 'done' && type !== 'FILE');

/** Throws `ApiError` `content_busy` while it is in training. */
export async function retryContent(db: Db, tenant: Tenant, id: string): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    const content = await lockContent(tx, tenant, id);
    if (!isRetriable(content)) throw new ApiError('content_busy');
    await retrainContents(tx, tenant.accountId, [content]);
  });
}

/** Not used from the next question on. A sitemap's pages go, too, or stay as independent links. */
export async function deleteLocked(
  tx: Tx,
  { accountId }: Tenant,
  found: readonly Pick<ContentRow, 'id' | 'contextId'>[],
  pages: PagesOnDelete,
): Promise<void> {
  const ids = found.map(({ id }) => id);
  const sitemapPages = and(eq(contents.accountId, accountId), inArray(contents.sitemapId, ids));
  const changed = [...found];
  if (pages === 'remove') {
    const { id, contextId } = contents;
    changed.push(...(await tx.delete(contents).where(sitemapPages).returning({ id, contextId })));
  } else await tx.update(contents).set({ sitemapId: null, vanishedAt: null }).where(sitemapPages);
  await tx.delete(textChoices).where(and(eq(textChoices.accountId, accountId), inArray(textChoices.site, ids)));
  await tx.delete(contents).where(and(eq(contents.accountId, accountId), inArray(contents.id, ids)));
  await bumpKnowledge(tx, accountId, changed);
}

/** With `type`, another type is not found. Throws `ApiError` `not_found`. */
export async function deleteContent(
  db: Db,
  tenant: Tenant,
  id: string,
  { pages = 'keep', type }: { pages?: PagesOnDelete; type?: ContentRow['type'] } = {},
): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    const content = await lockContent(tx, tenant, id);
    if (type && content.type !== type) throw notFound();
    await deleteLocked(tx, tenant, [content], pages);
  });
}
