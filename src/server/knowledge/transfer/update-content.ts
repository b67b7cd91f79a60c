import { isDeepStrictEqual } from 'node:util';
import type { Tenant, Tx } from '../../db/tenant.ts';
import { changeLocked, type ContentRow, isSame, retrainContents } from '../contents/contents.ts';
import { insertImportedText, readNewestText } from '../contents/imported-text.ts';
import type { ContentItem } from './find-existing.ts';
import { setCorrections } from './set-corrections.ts';

async function updateText(tx: Tx, row: ContentRow, item: ContentItem): Promise<boolean> {
  // A file is found by its bytes, so its text is the same.
  if (item.kind !== 'page' || item.passages.length === 0) return false;
  const { title, digest, passages } = item;
  if (isDeepStrictEqual(await readNewestText(tx, row), passages)) return false;
  await insertImportedText(tx, row, passages);
  await retrainContents(tx, row.accountId, [row.id], { title, digest });
  return true;
}

async function updateValues(tx: Tx, tenant: Tenant, row: ContentRow, item: ContentItem): Promise<boolean> {
  if (await isSame(tx, row, item)) return false;
  await changeLocked(tx, tenant, row, item);
  return true;
}

/** The content must be locked. Whether anything changed; a changed text is trained first. */
export async function updateContent(tx: Tx, tenant: Tenant, row: ContentRow, item: ContentItem): Promise<boolean> {
  const changes = [
    await updateText(tx, row, item),
    await updateValues(tx, tenant, row, item),
    await setCorrections(tx, row, item),
  ];
  return changes.includes(true);
}
