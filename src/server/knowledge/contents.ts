import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';
import { contents as contentsResource } from '../../../resources/contents.ts';
import type { PagesOnDelete } from '../../shared/contents.ts';
import { contents, contexts } from '../db/schema/knowledge.ts';
import { jobs } from '../db/schema/platform.ts';
import { type Db, readTenant, type Tenant, type Tx, withTenant } from '../db/tenant.ts';
import { notFound, ApiError } from '../runtime/api-error.ts';
import { listRows, type Row, showRow } from '../resource/query.ts';
import { rowsOf } from '../resource/scope.ts';
import { defineSource } from '../resource/source.ts';
import { bumpKnowledge } from './contexts.ts';
import { readPhrasings, setPhrasings } from './phrasings/keep-phrasings.ts';

export type ContentRow = typeof contents.$inferSelect;

/** Rows of one statement, which has room for 65,535 values. */
const BATCH = 500;

export const contentsSource = defineSource(contentsResource, {
  table: contents,
  accountId: contents.accountId,
  id: contents.id,
  contextId: contents.contextId,
  folded: contents.searched,
  fields: {
    // A change that waits, or could not be trained, is not what answers.
    title: sql`case when ${contents.status} = 'error' then coalesce(${contents.answering}->>'title', ${contents.title}) else ${contents.title} end`,
    type: contents.type,
    format: contents.format,
    status: contents.status,
    reason: contents.reason,
    isHeld: sql`exists (select from held_changes h
      where h.account_id = ${contents.accountId} and h.content_id = ${contents.id} and h.state = 'held')`,
    question: contents.question,
    answer: contents.answer,
    questionNow: sql`${contents.answering}->>'question'`,
    answerNow: sql`${contents.answering}->>'answer'`,
    url: contents.url,
    fileName: contents.fileName,
    words: contents.words,
    enabled: contents.enabled,
    weeklySync: contents.weeklySync,
    syncedAt: contents.syncedAt,
    syncFailure: contents.syncFailure,
    vanishedAt: contents.vanishedAt,
    sitemapId: contents.sitemapId,
    pages: sql`case when ${contents.type} = 'SITEMAP' then (select count(*)::int from contents p
      where p.account_id = ${contents.accountId} and p.sitemap_id = ${contents.id}) else 0 end`,
    updatedAt: contents.updatedAt,
  },
});

/** The predicate of one content that a tenant may touch. */
export const contentAt = (tenant: Tenant, id: string): SQL =>
  and(rowsOf(contentsSource, tenant), eq(contents.id, id)) as SQL;

/** @throws ApiError `not_found` for a content that the tenant may not see */
export async function assertContent(db: Db, tenant: Tenant, id: string): Promise<void> {
  const rows = await readTenant(db, tenant, sql`select 1 from ${contents} where ${contentAt(tenant, id)}`);
  if (rows.length === 0) throw notFound();
}

/** Contents by their ids, in their order; those that there are no more are left out. */
export async function showContents(db: Db, tenant: Tenant, ids: readonly string[]): Promise<Row[]> {
  const sort = { field: 'updatedAt', descending: true };
  const found = new Map<string, Row>();
  for (let from = 0; from < ids.length; from += BATCH) {
    const some = ids.slice(from, from + BATCH);
    const source = { ...contentsSource, where: inArray(contents.id, some) };
    const query = { page: 1, limit: BATCH, sort, search: '', contextIds: [], filters: [] };
    for (const row of (await listRows(db, contentsResource, source, tenant, query)).data) found.set(row.id, row);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The contexts asked for and, with `parents`, those they inherit from; as far as the tenant may see them. */
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

/** Puts trainings into the queue, one a content and version; one that is there already stays as it is. */
export async function queueTraining(
  tx: Tx,
  all: readonly Pick<ContentRow, 'accountId' | 'id' | 'version'>[],
): Promise<void> {
  const rows = all.map(({ accountId, id, version }) => ({
    ...{ accountId, id: uuidv7(), kind: 'train', subjectId: id, version },
  }));
  for (let from = 0; from < rows.length; from += BATCH)
    await tx
      .insert(jobs)
      .values(rows.slice(from, from + BATCH))
      .onConflictDoNothing({ target: [jobs.accountId, jobs.kind, jobs.subjectId, jobs.version] });
}

/** New versions of contents that are locked: what answers now goes on answering until the new ones are trained. */
export async function trainAllAgain(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  change: PgUpdateSetSource<typeof contents> = {},
): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const moved = await tx
      .update(contents)
      .set({
        ...change,
        version: sql`${contents.version} + 1`,
        status: 'pending',
        reason: null,
        updatedAt: new Date(),
      })
      .where(and(eq(contents.accountId, accountId), inArray(contents.id, ids.slice(from, from + BATCH))))
      .returning({ accountId: contents.accountId, id: contents.id, version: contents.version });
    await queueTraining(tx, moved);
  }
}

/** The content, locked until the transaction ends. @throws ApiError `not_found` */
export async function lockContent(tx: Tx, tenant: Tenant, id: string): Promise<ContentRow> {
  const [content] = await tx.select().from(contents).where(contentAt(tenant, id)).for('update');
  if (!content) throw notFound();
  return content;
}

/** One content with its phrasings. @throws ApiError `not_found` */
export async function showContent(db: Db, tenant: Tenant, id: string): Promise<Row> {
  const row = await showRow(db, contentsResource, contentsSource, tenant, id);
  return { ...row, phrasings: await readPhrasings(db, tenant, id) };
}

export interface ContentChange {
  question?: string;
  answer?: string;
  enabled?: boolean;
  weeklySync?: boolean;
  phrasings?: readonly string[];
}

/** What a question and answer that is about to be edited says, kept for as long as it is what answers. */
export const keepingAnswer: SQL = sql`case when ${contents.trainedVersion} is not null then coalesce(${contents.answering},
  jsonb_build_object('title', ${contents.title}, 'question', ${contents.question}, 'answer', ${contents.answer})) end`;

/** Edits a content. New words are trained again; switching on or off counts from the next question on. */
export async function editContent(db: Db, tenant: Tenant, id: string, change: ContentChange): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    const content = await lockContent(tx, tenant, id);
    const { question = content.question, answer = content.answer, enabled, weeklySync } = change;
    const isReworded = content.type === 'FAQ' && (question !== content.question || answer !== content.answer);
    const switches = { enabled: enabled ?? content.enabled, weeklySync: weeklySync ?? content.weeklySync };
    if (isReworded) {
      const title = question ?? content.title;
      const words = { question, answer, title, answering: keepingAnswer };
      await trainAllAgain(tx, tenant.accountId, [id], { ...switches, ...words });
    } else {
      await tx
        .update(contents)
        .set({ ...switches, updatedAt: new Date() })
        .where(contentAt(tenant, id));
    }
    if (change.phrasings) await setPhrasings(tx, content, change.phrasings);
    await bumpKnowledge(tx, tenant.accountId, [content.contextId]);
  });
}

/** What is under way ends first; of a trained file nothing is left to be read again. */
export const isRetriable = ({ status, type }: Pick<ContentRow, 'status' | 'type'>): boolean =>
  status === 'error' || (status === 'done' && type !== 'FILE');

/** Trains again what went wrong, or reads a page anew. @throws ApiError `content_busy` while it is being trained. */
export async function retryContent(db: Db, tenant: Tenant, id: string): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    const content = await lockContent(tx, tenant, id);
    if (!isRetriable(content)) throw new ApiError('content_busy');
    await trainAllAgain(tx, tenant.accountId, [id]);
  });
}

/**
 * Deletes a content with its chunks; it answers no more from the next question on. Pages of a sitemap stay, as links of
 * their own, or go with it. With a `type`, a content of another one is not found.
 */
export async function deleteContent(
  db: Db,
  tenant: Tenant,
  id: string,
  { pages = 'keep', type }: { pages?: PagesOnDelete; type?: ContentRow['type'] } = {},
): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    const content = await lockContent(tx, tenant, id);
    if (type && content.type !== type) throw notFound();
    const brought = and(eq(contents.accountId, tenant.accountId), eq(contents.sitemapId, id));
    const own = await tx.select({ contextId: contents.contextId }).from(contents).where(brought);
    if (pages === 'remove') await tx.delete(contents).where(brought);
    else await tx.update(contents).set({ sitemapId: null, vanishedAt: null }).where(brought);
    await tx.delete(contents).where(contentAt(tenant, id));
    const touched = pages === 'remove' ? own.map(({ contextId }) => contextId) : [];
    await bumpKnowledge(tx, tenant.accountId, [...new Set([content.contextId, ...touched])]);
  });
}
