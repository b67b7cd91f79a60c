import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { CONTENT_FORMATS } from '../../../../resources/contents.ts';
import { formatOf } from '../../../reading/extract/extract-file.ts';
import { FILE_MAX_BYTES, TITLE_MAX } from '../../../shared/constants.ts';
import type { faqBody } from '../../../shared/rules.ts';
import { inBatches } from '../../db/in-batches.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { assertWithinPlanLimit } from '../../db/plan-limits.ts';
import { captures, contentFiles, contents } from '../../db/schema/knowledge.ts';
import { type Db, type Tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { addJobsOf } from '../../jobs/queue.ts';
import { assertContext } from '../../resource/scope.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { requireContext } from '../context-row.ts';
import { type ContentRow, lockContent, retrainContents } from './contents.ts';
import { discardImportedText } from './imported-text.ts';
import { rejectKnownExternalId, rejectKnownFile, rejectKnownQuestion } from './known.ts';
import { addPhrasings } from './store-phrasings.ts';

type Format = (typeof CONTENT_FORMATS)[number];
export type NewContent = Pick<ContentRow, 'title' | 'type' | 'format'> & Partial<typeof contents.$inferInsert>;

/** Between two yields: hashing blocks the event loop. */
const SLICE_BYTES = 1024 * 1024;

/** All, or none when the plan lacks room; in the given order. Throws `ApiError` `plan_limit_reached`. */
export async function insertContents(
  tx: Tx,
  { accountId }: Pick<Tenant, 'accountId'>,
  contextId: string,
  fresh: readonly NewContent[],
): Promise<string[]> {
  if (fresh.length === 0) return [];
  await assertWithinPlanLimit(tx, accountId, 'items', fresh.length);
  const rows = fresh.map((one) => ({ status: 'pending' as const, ...one, accountId, id: uuidv7(), contextId }));
  await inBatches(rows, (some) => tx.insert(contents).values(some));
  const pending = rows.filter(({ status }) => status === 'pending');
  await addJobsOf(
    tx,
    'train',
    pending.map(({ id: subjectId }) => ({ accountId, subjectId, version: 1 })),
  );
  return rows.map(({ id }) => id);
}

/** Throws `ApiError` `plan_limit_reached`. */
export async function insertContent(tx: Tx, tenant: Tenant, contextId: string, fresh: NewContent): Promise<string> {
  const [id] = await insertContents(tx, tenant, contextId, [fresh]);
  return id as string;
}

export const faqContent = ({ question, answer }: { question: string; answer: string }): NewContent => ({
  title: question,
  type: 'FAQ',
  format: 'faq',
  question,
  answer,
});

/** Throws `ApiError` `question_known` when the context already has the question. */
export async function createFaq(db: Db, tenant: Tenant, { contextId, ...faq }: NewFaq & { contextId: string }) {
  return withTenant(db, tenant, async (tx) => {
    await requireContext(tx, tenant, contextId);
    // The lock makes concurrent requests with the same question run one after the other, so the second sees the first's
    // row.
    await lockAccount(tx, tenant.accountId);
    await rejectKnownExternalId(tx, tenant, contextId, faq.externalId);
    return insertFaq(tx, tenant, contextId, faq);
  });
}

type NewFaq = Omit<z.infer<typeof faqBody>, 'contextId'> & { enabled?: boolean };

/** The account must be locked. */
export async function insertFaq(
  tx: Tx,
  tenant: Tenant,
  contextId: string,
  { phrasings = [], externalId, enabled, ...faq }: NewFaq,
): Promise<string> {
  await rejectKnownQuestion(tx, tenant, contextId, faq.question);
  const contentId = await insertContent(tx, tenant, contextId, { ...faqContent(faq), externalId, enabled });
  await addPhrasings(tx, tenant.accountId, [{ contentId, texts: phrasings }]);
  return contentId;
}

/** `SITEMAP`: also a site whose sitemap is discovered; its pages are followed. */
type LinkType = 'LINK' | 'SITEMAP';

/** Returns the titles of the pages that the newest capture of a context has found, by their addresses. */
async function readCapturedTitles(
  tx: Tx,
  { accountId, contextId }: { accountId: string; contextId: string },
): Promise<Map<string, string>> {
  const [capture] = await tx
    .select({ pages: captures.pages })
    .from(captures)
    .where(and(eq(captures.accountId, accountId), eq(captures.contextId, contextId)))
    .orderBy(desc(captures.createdAt))
    .limit(1);
  return new Map(capture?.pages.map(({ url, title }) => [url, title]));
}

/**
 * Adds one content per page or sitemap. Addresses that the context already has are trained again instead. Returns the
 * ids in the order of `urls`.
 */
export async function createLinks(
  db: Db,
  tenant: Tenant,
  contextId: string,
  urls: readonly string[],
  type: LinkType = 'LINK',
): Promise<string[]> {
  const { accountId } = tenant;
  const uniqueUrls = [...new Set(urls)];
  return withTenant(db, tenant, async (tx) => {
    await requireContext(tx, tenant, contextId);
    const ofType = and(eq(contents.accountId, accountId), eq(contents.contextId, contextId), eq(contents.type, type));
    const found = await tx
      .select({ id: contents.id, url: contents.url })
      .from(contents)
      .where(and(ofType, inArray(contents.url, uniqueUrls)))
      .orderBy(contents.id)
      .for('update');
    const idOf = new Map(found.map(({ url, id }) => [url, id]));
    await retrainContents(tx, accountId, found);
    const unknown = uniqueUrls.filter((url) => !idOf.has(url));
    // A sitemap exists to be followed, so it is checked weekly by default.
    const kind = type === 'SITEMAP' ? { type, weeklySync: true } : { type };
    const titles = await readCapturedTitles(tx, { accountId, contextId });
    const titleOf = (url: string) => (titles.get(url) ?? url).slice(0, TITLE_MAX);
    const fresh = unknown.map((url) => ({ title: titleOf(url), format: 'html' as const, url, ...kind }));
    const ids = await insertContents(tx, tenant, contextId, fresh);
    unknown.forEach((url, at) => idOf.set(url, ids[at] as string));
    return uniqueUrls.map((url) => idOf.get(url) as string);
  });
}

interface Upload {
  name: string;
  bytes: Buffer;
}

/** The bytes must match the extension. Throws `ApiError` `file_empty`, `file_format`, `file_too_large`. */
export async function formatOfUpload({ name, bytes }: Upload): Promise<Format> {
  if (bytes.length > FILE_MAX_BYTES) throw new ApiError('file_too_large', { values: { file: name } });
  if (bytes.length === 0) throw new ApiError('file_empty', { values: { file: name } });
  const format = await formatOf(name, bytes);
  if (!format) throw new ApiError('file_format', { values: { file: name } });
  return format;
}

export async function digestOf(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    await setImmediate();
    hash.update(bytes.subarray(from, from + SLICE_BYTES));
  }
  return hash.digest('hex');
}

/** Throws `ApiError` `file_known` if the file is there or inherited; then nothing is stored or charged. */
export async function createFile(
  db: Db,
  tenant: Tenant,
  { contextId, externalId }: { contextId: string; externalId?: string },
  file: Upload,
): Promise<string> {
  assertContext(tenant, contextId);
  const { name, bytes } = file;
  const [format, digest] = [await formatOfUpload(file), await digestOf(bytes)];
  return withTenant(db, tenant, async (tx) => {
    const { inheritance } = await requireContext(tx, tenant, contextId);
    await rejectKnownFile(tx, tenant, { name, digest, inheritance });
    if (externalId !== undefined) await lockAccount(tx, tenant.accountId);
    await rejectKnownExternalId(tx, tenant, contextId, externalId);
    const id = await insertContent(tx, tenant, contextId, {
      title: name,
      type: 'FILE',
      format,
      fileName: name,
      digest,
      externalId,
    });
    await tx.insert(contentFiles).values({ accountId: tenant.accountId, contentId: id, bytes });
    return id;
  });
}

/** Throws `ApiError` as `createFile`; `not_found` when the content is not a file. */
export async function replaceFile(db: Db, tenant: Tenant, id: string, file: Upload): Promise<void> {
  const { name, bytes } = file;
  const { accountId } = tenant;
  const [format, digest] = [await formatOfUpload(file), await digestOf(bytes)];
  await withTenant(db, tenant, async (tx) => {
    const content = await lockContent(tx, tenant, id);
    if (content.type !== 'FILE') throw notFound();
    const { inheritance } = await requireContext(tx, tenant, content.contextId);
    await rejectKnownFile(tx, tenant, { name, digest, inheritance, replacedId: id });
    await tx
      .insert(contentFiles)
      .values({ accountId, contentId: id, bytes })
      .onConflictDoUpdate({ target: [contentFiles.accountId, contentFiles.contentId], set: { bytes } });
    await discardImportedText(tx, content);
    await retrainContents(tx, accountId, [content], { format, fileName: name, title: name, digest });
  });
}
