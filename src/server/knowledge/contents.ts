import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { CONTENT_FORMATS } from '../../../resources/contents.ts';
import { contents as contentsResource } from '../../../resources/contents.ts';
import { FILE_FORMATS, FILE_MAX_BYTES } from '../../shared/constants.ts';
import { demandPlanRoom } from '../db/plan-room.ts';
import { contentFiles, contents, contexts } from '../db/tables.ts';
import { type Db, readTenant, type Tenant, type Tx, withTenant } from '../db/tenant.ts';
import { addJob } from '../jobs/queue.ts';
import { notFound, Refusal } from '../refusal.ts';
import { assertContext, rowsOf } from '../resource/scope.ts';
import { defineSource } from '../resource/source.ts';
import { bumpKnowledge } from './contexts.ts';

type ContentRow = typeof contents.$inferSelect;
type Format = (typeof CONTENT_FORMATS)[number];

export const contentsSource = defineSource(contentsResource, {
  table: contents,
  accountId: contents.accountId,
  id: contents.id,
  contextId: contents.contextId,
  fields: {
    title: contents.title,
    type: contents.type,
    format: contents.format,
    status: contents.status,
    reason: contents.reason,
    question: contents.question,
    answer: contents.answer,
    url: contents.url,
    fileName: contents.fileName,
    words: contents.words,
    enabled: contents.enabled,
    weeklySync: contents.weeklySync,
    syncedAt: contents.syncedAt,
    syncFailure: contents.syncFailure,
    vanishedAt: contents.vanishedAt,
    updatedAt: contents.updatedAt,
  },
});

/** The predicate of one content that a tenant may touch. */
export const contentAt = (tenant: Tenant, id: string): SQL =>
  and(rowsOf(contentsSource, tenant), eq(contents.id, id)) as SQL;

/** @throws Refusal `not_found` for a content that the tenant may not see */
export async function assertContent(db: Db, tenant: Tenant, id: string): Promise<void> {
  const rows = await readTenant(db, tenant, sql`select 1 from ${contents} where ${contentAt(tenant, id)}`);
  if (rows.length === 0) throw notFound();
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

const trainJob = ({ accountId, id, version }: Pick<ContentRow, 'accountId' | 'id' | 'version'>) => ({
  accountId,
  kind: 'train',
  subjectId: id,
  version,
});

type Fresh = Pick<ContentRow, 'title' | 'type' | 'format'> & Partial<typeof contents.$inferInsert>;

/** @throws Refusal `not_found` for a context that is none, `plan_limit_reached`. */
async function insertContent(tx: Tx, tenant: Tenant, contextId: string, fresh: Fresh): Promise<string> {
  const { accountId } = tenant;
  const id = uuidv7();
  const [context] = await tx
    .select({ id: contexts.id })
    .from(contexts)
    .where(and(eq(contexts.accountId, accountId), eq(contexts.id, contextId)));
  if (!context) throw notFound();
  await demandPlanRoom(tx, accountId, 'items');
  await tx.insert(contents).values({ ...fresh, accountId, id, contextId, status: 'pending' });
  await addJob(tx, trainJob({ accountId, id, version: 1 }));
  return id;
}

/** A question with its answer. Answers the content's id. */
export async function createFaq(
  db: Db,
  tenant: Tenant,
  { contextId, question, answer }: { contextId: string; question: string; answer: string },
): Promise<string> {
  assertContext(tenant, contextId);
  return withTenant(db, tenant, (tx) =>
    insertContent(tx, tenant, contextId, { title: question, type: 'FAQ', format: 'faq', question, answer }),
  );
}

/** What a link is the address of: a page, or a sitemap (or a site, whose sitemap is looked for) whose pages are followed. */
export type LinkType = 'LINK' | 'SITEMAP';

/**
 * One content a page, or a sitemap; the same one in the same context is kept once and read again. Answers the ids in
 * order.
 */
export async function createLinks(
  db: Db,
  tenant: Tenant,
  contextId: string,
  urls: readonly string[],
  type: LinkType = 'LINK',
): Promise<string[]> {
  assertContext(tenant, contextId);
  return withTenant(db, tenant, async (tx) => {
    const ids: string[] = [];
    // A sitemap is followed from week to week; that is what it is for.
    const kind = type === 'SITEMAP' ? { type, weeklySync: true } : { type };
    for (const url of new Set(urls)) {
      const [known] = await tx
        .select()
        .from(contents)
        .where(
          and(
            eq(contents.accountId, tenant.accountId),
            eq(contents.contextId, contextId),
            eq(contents.type, type),
            eq(contents.url, url),
          ),
        )
        .limit(1);
      if (known) await trainAgain(tx, known, {});
      ids.push(
        known?.id ??
          (await insertContent(tx, tenant, contextId, { title: url.slice(0, 500), format: 'html', url, ...kind })),
      );
    }
    return ids;
  });
}

export interface Upload {
  name: string;
  bytes: Buffer;
}

/** The spec's two rules of a file, with its two messages. @throws Refusal `file_format`, `file_too_large`. */
export function formatOfUpload({ name, bytes }: Upload): Format {
  const extension = name.toLowerCase().split('.').at(-1) ?? '';
  const format = FILE_FORMATS.find((known) => known === extension);
  if (!format) throw new Refusal('file_format', { values: { file: name } });
  if (bytes.length > FILE_MAX_BYTES) throw new Refusal('file_too_large', { values: { file: name } });
  return format;
}

/** Keeps an uploaded file and queues its training. Answers the content's id. */
export async function createFile(db: Db, tenant: Tenant, contextId: string, file: Upload): Promise<string> {
  assertContext(tenant, contextId);
  const format = formatOfUpload(file);
  const { name, bytes } = file;
  return withTenant(db, tenant, async (tx) => {
    const id = await insertContent(tx, tenant, contextId, { title: name, type: 'FILE', format, fileName: name });
    await tx.insert(contentFiles).values({ accountId: tenant.accountId, contentId: id, bytes });
    return id;
  });
}

/** A new version of a content: what answers now goes on answering until the new one is trained. */
async function trainAgain(tx: Tx, content: ContentRow, change: Partial<ContentRow>): Promise<void> {
  const version = content.version + 1;
  await tx
    .update(contents)
    .set({ ...change, version, status: 'pending', reason: null, updatedAt: new Date() })
    .where(and(eq(contents.accountId, content.accountId), eq(contents.id, content.id)));
  await addJob(tx, trainJob({ ...content, version }));
}

async function lockContent(tx: Tx, tenant: Tenant, id: string): Promise<ContentRow> {
  const [content] = await tx.select().from(contents).where(contentAt(tenant, id)).for('update');
  if (!content) throw notFound();
  return content;
}

export interface ContentChange {
  question?: string;
  answer?: string;
  enabled?: boolean;
  weeklySync?: boolean;
}

/** Edits a content. New words are trained again; switching on or off counts from the next question on. */
export async function editContent(db: Db, tenant: Tenant, id: string, change: ContentChange): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    const content = await lockContent(tx, tenant, id);
    const { question = content.question, answer = content.answer, enabled, weeklySync } = change;
    const isReworded = content.type === 'FAQ' && (question !== content.question || answer !== content.answer);
    const switches = { enabled: enabled ?? content.enabled, weeklySync: weeklySync ?? content.weeklySync };
    if (isReworded) {
      await trainAgain(tx, content, { ...switches, question, answer, title: question ?? content.title });
    } else {
      await tx
        .update(contents)
        .set({ ...switches, updatedAt: new Date() })
        .where(contentAt(tenant, id));
    }
    await bumpKnowledge(tx, tenant.accountId, [content.contextId]);
  });
}

/** Puts a new file in the place of a content's old one. @throws Refusal as `createFile`; `not_found` for no file. */
export async function replaceFile(db: Db, tenant: Tenant, id: string, file: Upload): Promise<void> {
  const format = formatOfUpload(file);
  const { name, bytes } = file;
  await withTenant(db, tenant, async (tx) => {
    const content = await lockContent(tx, tenant, id);
    if (content.type !== 'FILE') throw notFound();
    await tx
      .insert(contentFiles)
      .values({ accountId: tenant.accountId, contentId: id, bytes })
      .onConflictDoUpdate({ target: [contentFiles.accountId, contentFiles.contentId], set: { bytes } });
    await trainAgain(tx, content, { format, fileName: name, title: name });
  });
}

/** Trains again what went wrong, or reads a page anew. @throws Refusal `content_busy` while it is being trained. */
export async function retryContent(db: Db, tenant: Tenant, id: string): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    const content = await lockContent(tx, tenant, id);
    if (content.status === 'pending' || content.status === 'working') throw new Refusal('content_busy');
    if (content.type === 'FILE' && content.status === 'done') throw new Refusal('content_busy');
    await trainAgain(tx, content, {});
  });
}

/** What becomes of the pages that a sitemap brought, when it is deleted. */
export type PagesFate = 'keep' | 'remove';

/**
 * Deletes a content with its chunks; it answers no more from the next question on. Pages of a sitemap stay, as links of
 * their own, or go with it. With a `type`, a content of another one is not found.
 */
export async function deleteContent(
  db: Db,
  tenant: Tenant,
  id: string,
  { pages = 'keep', type }: { pages?: PagesFate; type?: ContentRow['type'] } = {},
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
