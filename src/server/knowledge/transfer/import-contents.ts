import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { BaseImported } from '../../../shared/base-transfer.ts';
import type { OnKnownFile } from '../../../shared/contents.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { fitToPlanLimit } from '../../db/plan-limits.ts';
import { contentFiles, contents, recordCorrections } from '../../db/schema/knowledge.ts';
import type { Tenant, Tx } from '../../db/tenant.ts';
import { type AllowList, refuseUrl } from '../../outbound/addresses.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { t } from '../../runtime/translate.ts';
import { digestOf, faqContent, formatOfUpload, insertContents, type NewContent } from '../contents/add-contents.ts';
import { changeLocked, type ContentRow, isSame, retrainContents } from '../contents/contents.ts';
import { insertImportedText, readNewestText } from '../contents/imported-text.ts';
import { addPhrasings } from '../contents/store-phrasings.ts';
import { requireContext } from '../context-row.ts';
import { bumpKnowledge } from '../contexts.ts';
import { lineKey } from '../records/corrections.ts';
import { type ContentItem, findExisting, keyOfItem } from './find-existing.ts';

async function setCorrections(
  tx: Tx,
  { accountId, id: contentId }: Pick<ContentRow, 'accountId' | 'id'>,
  item: ContentItem,
): Promise<boolean> {
  const imported = ('corrections' in item && item.corrections) || [];
  const wanted = new Map(imported.map((one) => [lineKey(one), { ...one, key: lineKey(one) }]));
  const { key, heading, line, text, isUsed } = recordCorrections;
  const own = and(eq(recordCorrections.accountId, accountId), eq(recordCorrections.contentId, contentId));
  const known = await tx
    .select({ key, heading, line, text, isUsed })
    .from(recordCorrections)
    .where(own)
    .orderBy(asc(key));
  if (isDeepStrictEqual(new Map(known.map((one) => [one.key, one])), wanted)) return false;
  await tx.delete(recordCorrections).where(own);
  const rows = [...wanted.values()].map((one) => ({ ...one, accountId, contentId }));
  if (rows.length > 0) await tx.insert(recordCorrections).values(rows);
  return true;
}

async function updateText(tx: Tx, row: ContentRow, item: ContentItem): Promise<boolean> {
  // A file is found by its bytes, so its text is the same.
  if (item.kind !== 'page' || item.passages.length === 0) return false;
  const { title, digest, passages } = item;
  if (isDeepStrictEqual(await readNewestText(tx, row), passages)) return false;
  await insertImportedText(tx, row, passages);
  await retrainContents(tx, row.accountId, [row], { title, digest });
  return true;
}

async function updateValues(tx: Tx, tenant: Tenant, row: ContentRow, item: ContentItem): Promise<boolean> {
  if (await isSame(tx, row, item)) return false;
  await changeLocked(tx, tenant, row, item);
  return true;
}

/** The content must be locked. Whether anything changed; a changed text is trained first. */
async function updateContent(tx: Tx, tenant: Tenant, row: ContentRow, item: ContentItem): Promise<boolean> {
  const changes = [
    await updateText(tx, row, item),
    await updateValues(tx, tenant, row, item),
    await setCorrections(tx, row, item),
  ];
  return changes.includes(true);
}

export interface ContentRecord {
  line: number;
  item: ContentItem;
}

export type ImportOutcome = Omit<BaseImported, 'refused' | 'stoppedAt'>;

/** Null if it can be imported. Sources of answers link to it. */
export const checkAddress = (item: ContentItem, allow: AllowList): string | null =>
  'url' in item && refuseUrl(item.url, allow) ? t('errors.address_refused') : null;

/** Null if it can be imported; sets the digest of its bytes: the one in the line is not trusted. */
export async function checkFile(item: ContentItem): Promise<string | null> {
  if (item.kind !== 'file') return null;
  if (item.bytes.length === 0) return item.passages.length > 0 ? null : t('base-transfer.faults.no_text');
  const format = await formatOfUpload({ name: item.fileName, bytes: item.bytes }).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  if (format !== item.format) return t('base-transfer.faults.file_format');
  item.digest = await digestOf(item.bytes);
  return null;
}

const switchesOf = (item: ContentItem) => ({
  enabled: item.enabled,
  weeklySync: 'weeklySync' in item ? item.weeklySync : false,
});

function toNewContent(item: ContentItem, sitemaps: ReadonlyMap<string, string>): NewContent {
  const base = switchesOf(item);
  switch (item.kind) {
    case 'faq':
      return { ...base, ...faqContent(item) };
    case 'page': {
      const sitemapId = item.sitemap === null ? null : (sitemaps.get(item.sitemap) ?? null);
      const { title, url, digest } = item;
      return { ...base, title, type: 'LINK', format: 'html', url, digest, sitemapId };
    }
    // Its pages come with it. It is followed again a week from now, or when somebody asks for it.
    case 'sitemap': {
      const { title, url } = item;
      const followed = { status: 'done', trainedVersion: 1, syncedAt: new Date() } as const;
      return { ...base, ...followed, title, type: 'SITEMAP', format: 'html', url };
    }
    case 'file': {
      const { title, format, fileName, digest } = item;
      return { ...base, title, type: 'FILE', format, fileName, digest };
    }
  }
}

async function sitemapsOf(tx: Tx, { accountId }: Tenant, contextId: string, items: readonly ContentItem[]) {
  const urls = items.flatMap((item) => (item.kind === 'page' && item.sitemap !== null ? [item.sitemap] : []));
  if (urls.length === 0) return new Map<string, string>();
  const ofContext = and(eq(contents.accountId, accountId), eq(contents.contextId, contextId));
  const rows = await tx
    .select({ id: contents.id, url: contents.url })
    .from(contents)
    .where(and(ofContext, eq(contents.type, 'SITEMAP'), inArray(contents.url, urls)));
  return new Map(rows.map(({ id, url }) => [url ?? '', id]));
}

async function insertItems(tx: Tx, tenant: Tenant, contextId: string, items: readonly ContentItem[]): Promise<void> {
  const { accountId } = tenant;
  const sitemaps = await sitemapsOf(tx, tenant, contextId, items);
  const fresh = items.map((item) => toNewContent(item, sitemaps));
  const ids = await insertContents(tx, tenant, contextId, fresh);
  for (const [at, item] of items.entries()) {
    const id = ids[at]!;
    if ('passages' in item && item.passages.length > 0)
      await insertImportedText(tx, { accountId, contextId, id }, item.passages);
    if (item.kind === 'file' && item.bytes.length > 0)
      await tx.insert(contentFiles).values({ accountId, contentId: id, bytes: item.bytes });
  }
  const phrased = items.map((item, at) => ({
    contentId: ids[at]!,
    texts: 'phrasings' in item ? item.phrasings : [],
  }));
  await addPhrasings(tx, accountId, phrased);
  for (const [at, item] of items.entries()) await setCorrections(tx, { accountId, id: ids[at]! }, item);
}

/** An item that repeats another one of the batch counts as known. */
function sortByKnown(records: readonly ContentRecord[], existing: ReadonlyMap<string, unknown>) {
  const keys = new Set(existing.keys());
  const [fresh, known]: [ContentRecord[], ContentRecord[]] = [[], []];
  for (const record of records) {
    const key = keyOfItem(record.item);
    (keys.has(key) ? known : fresh).push(record);
    keys.add(key);
  }
  return { fresh, known };
}

/**
 * Adds as far as the plan allows; known ones become equal or stay, by `onKnown`. Each completely or not at all; changes
 * are queued for training. Throws `ApiError` `not_found` when the tenant may not see the context.
 */
export async function importContents(
  tx: Tx,
  tenant: Tenant,
  { contextId, onKnown }: { contextId: string; onKnown: OnKnownFile },
  records: readonly ContentRecord[],
): Promise<ImportOutcome> {
  const { accountId } = tenant;
  const { inheritance } = await requireContext(tx, tenant, contextId);
  // The lock makes concurrent additions run one after the other, so the second sees the contents of the first.
  await lockAccount(tx, accountId);
  const items = records.map(({ item }) => item);
  const existing = await findExisting(tx, tenant, { contextId, inheritance }, items);
  const { fresh, known } = sortByKnown(records, existing);
  const { room, reached } = await fitToPlanLimit(tx, accountId, 'items', fresh.length);
  const added = fresh.slice(0, room).map(({ item }) => item);
  // A page belongs to a sitemap that may be in the same batch, so sitemaps come first.
  const isSitemap = ({ kind }: ContentItem) => kind === 'sitemap';
  for (const some of [added.filter(isSitemap), added.filter((item) => !isSitemap(item))])
    if (some.length > 0) await insertItems(tx, tenant, contextId, some);
  const updated: ContentRow[] = [];
  for (const { item } of onKnown === 'replace' ? known : []) {
    const row = existing.get(keyOfItem(item));
    if (row?.contextId === contextId && (await updateContent(tx, tenant, row, item))) updated.push(row);
  }
  await bumpKnowledge(tx, accountId, updated);
  const refusals = fresh.slice(room).map(({ line }) => ({ line, message: reached?.sentence ?? '' }));
  return { created: added.length, updated: updated.length, skipped: known.length - updated.length, refusals };
}
