import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { CONTENT_FORMATS } from '../../../resources/contents.ts';
import { FILE_MAX_BYTES, TITLE_MAX } from '../../shared/constants.ts';
import { demandPlanRoom } from '../db/plan-room.ts';
import { contentFiles, contents, contexts } from '../db/schema/knowledge.ts';
import { type Db, type Tenant, type Tx, withTenant } from '../db/tenant.ts';
import { t } from '../runtime/translate.ts';
import { notFound, ApiError } from '../runtime/api-error.ts';
import { assertContext } from '../resource/scope.ts';
import { type ContentRow, lockContent, queueTraining, trainAllAgain } from './contents.ts';
import { formatOf } from './extract/extract-file.ts';
import { knownFaqs } from './faqs/known-faqs.ts';
import { questionKey } from './faqs/read-sheet.ts';
import { refuseKnownFile } from './known-file.ts';
import { addPhrasings } from './phrasings/keep-phrasings.ts';

type Format = (typeof CONTENT_FORMATS)[number];
export type Fresh = Pick<ContentRow, 'title' | 'type' | 'format'> & Partial<typeof contents.$inferInsert>;

/** Rows of one insert: a statement has room for 65,535 values. */
const BATCH = 500;
/** Bytes that are hashed in one go: the server serves nobody else meanwhile. */
const SLICE_BYTES = 1024 * 1024;

/** The context's row and its place in the tree. @throws ApiError `not_found` */
export async function demandContext(tx: Tx, tenant: Tenant, contextId: string): Promise<{ inheritance: string }> {
  assertContext(tenant, contextId);
  const [context] = await tx
    .select({ inheritance: contexts.inheritance })
    .from(contexts)
    .where(and(eq(contexts.accountId, tenant.accountId), eq(contexts.id, contextId)));
  if (!context) throw notFound();
  return context;
}

/**
 * Writes new contents and queues their training; all or, when the plan has no room for all of them, none. Answers their
 * ids in order. @throws ApiError `plan_limit_reached`
 */
export async function insertContents(
  tx: Tx,
  { accountId }: Tenant,
  contextId: string,
  fresh: readonly Fresh[],
): Promise<string[]> {
  if (fresh.length === 0) return [];
  await demandPlanRoom(tx, accountId, 'items', fresh.length);
  const rows = fresh.map((one) => ({ ...one, accountId, id: uuidv7(), contextId, status: 'pending' as const }));
  for (let from = 0; from < rows.length; from += BATCH)
    await tx.insert(contents).values(rows.slice(from, from + BATCH));
  await queueTraining(
    tx,
    rows.map(({ id }) => ({ accountId, id, version: 1 })),
  );
  return rows.map(({ id }) => id);
}

/** @throws ApiError `not_found` for a context that is none, `plan_limit_reached`. */
async function insertContent(tx: Tx, tenant: Tenant, contextId: string, fresh: Fresh): Promise<string> {
  const [id] = await insertContents(tx, tenant, contextId, [fresh]);
  return id as string;
}

/** A question with its answer as a content. */
export const faqContent = ({ question, answer }: { question: string; answer: string }): Fresh => ({
  ...{ title: question, type: 'FAQ', format: 'faq', question, answer },
});

/**
 * A question with its answer. Answers the content's id.
 * @throws ApiError `question_known` for a question that the context has already
 */
export async function createFaq(
  db: Db,
  tenant: Tenant,
  { contextId, phrasings = [], ...faq }: { contextId: string; question: string; answer: string; phrasings?: string[] },
): Promise<string> {
  return withTenant(db, tenant, async (tx) => {
    await demandContext(tx, tenant, contextId);
    // Of two that add the same question at once the second finds the first's.
    await tx.execute(sql`select 1 from accounts where id = ${tenant.accountId} for no key update`);
    if ((await knownFaqs(tx, tenant, contextId)).has(questionKey(faq.question))) {
      const message = t('errors.question_known');
      throw new ApiError('question_known', { errors: [{ field: 'question', code: 'question_known', message }] });
    }
    const contentId = await insertContent(tx, tenant, contextId, faqContent(faq));
    await addPhrasings(tx, tenant.accountId, [{ contentId, texts: phrasings }]);
    return contentId;
  });
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
  const { accountId } = tenant;
  const wanted = [...new Set(urls)];
  return withTenant(db, tenant, async (tx) => {
    await demandContext(tx, tenant, contextId);
    const here = and(eq(contents.accountId, accountId), eq(contents.contextId, contextId), eq(contents.type, type));
    const found = await tx
      .select({ id: contents.id, url: contents.url })
      .from(contents)
      .where(and(here, inArray(contents.url, wanted)))
      .orderBy(contents.id)
      .for('update');
    const idOf = new Map(found.map(({ url, id }) => [url, id]));
    await trainAllAgain(
      tx,
      accountId,
      found.map(({ id }) => id),
    );
    const unknown = wanted.filter((url) => !idOf.has(url));
    // A sitemap is followed from week to week; that is what it is for.
    const kind = type === 'SITEMAP' ? { type, weeklySync: true } : { type };
    const fresh = unknown.map((url) => ({ title: url.slice(0, TITLE_MAX), format: 'html' as const, url, ...kind }));
    const ids = await insertContents(tx, tenant, contextId, fresh);
    unknown.forEach((url, at) => idOf.set(url, ids[at] as string));
    return wanted.map((url) => idOf.get(url) as string);
  });
}

export interface Upload {
  name: string;
  bytes: Buffer;
}

/**
 * The spec's two rules of a file, with its two messages. The format is that of name and bytes together: what only bears the
 * name is refused before it is kept. @throws ApiError `file_format`, `file_too_large`.
 */
async function formatOfUpload({ name, bytes }: Upload): Promise<Format> {
  if (bytes.length > FILE_MAX_BYTES) throw new ApiError('file_too_large', { values: { file: name } });
  const format = await formatOf(name, bytes);
  if (!format) throw new ApiError('file_format', { values: { file: name } });
  return format;
}

/** Null for an empty file: it is no file that one could know already, and training says that it is empty. */
async function digestOf(bytes: Buffer): Promise<string | null> {
  if (bytes.length === 0) return null;
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    await setImmediate();
    hash.update(bytes.subarray(from, from + SLICE_BYTES));
  }
  return hash.digest('hex');
}

/**
 * Keeps an uploaded file and queues its training. Answers the content's id. @throws ApiError `file_known` when the context
 * or one that it inherits from has the same file: nothing is kept and nothing charged.
 */
export async function createFile(db: Db, tenant: Tenant, contextId: string, file: Upload): Promise<string> {
  assertContext(tenant, contextId);
  const format = await formatOfUpload(file);
  const { name, bytes } = file;
  const digest = await digestOf(bytes);
  return withTenant(db, tenant, async (tx) => {
    const { inheritance } = await demandContext(tx, tenant, contextId);
    await refuseKnownFile(tx, tenant, { name, digest, inheritance });
    const id = await insertContent(tx, tenant, contextId, {
      title: name,
      type: 'FILE',
      format,
      fileName: name,
      digest,
    });
    await tx.insert(contentFiles).values({ accountId: tenant.accountId, contentId: id, bytes });
    return id;
  });
}

/** Puts a new file in the place of a content's old one. @throws ApiError as `createFile`; `not_found` for no file. */
export async function replaceFile(db: Db, tenant: Tenant, id: string, file: Upload): Promise<void> {
  const format = await formatOfUpload(file);
  const { name, bytes } = file;
  const { accountId } = tenant;
  const digest = await digestOf(bytes);
  await withTenant(db, tenant, async (tx) => {
    const content = await lockContent(tx, tenant, id);
    if (content.type !== 'FILE') throw notFound();
    const { inheritance } = await demandContext(tx, tenant, content.contextId);
    await refuseKnownFile(tx, tenant, { name, digest, inheritance, but: id });
    await tx
      .insert(contentFiles)
      .values({ accountId, contentId: id, bytes })
      .onConflictDoUpdate({ target: [contentFiles.accountId, contentFiles.contentId], set: { bytes } });
    await trainAllAgain(tx, accountId, [id], { format, fileName: name, title: name, digest });
  });
}
