import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import { contents } from '../../db/schema/knowledge.ts';
import type { Tx } from '../../db/tenant.ts';
import { type ContentRow, preservedAnswer, retrainContents } from '../contents/contents.ts';
import { insertImportedText, readNewestText } from '../contents/imported-text.ts';
import { hasPhrasings, setPhrasings } from '../contents/store-phrasings.ts';
import type { ContentItem } from './find-existing.ts';
import { setCorrections } from './set-corrections.ts';

async function updateText(tx: Tx, row: ContentRow, item: ContentItem): Promise<boolean> {
  const { accountId, id } = row;
  if (item.kind === 'faq') {
    const { question, answer } = item;
    if (question === row.question && answer === row.answer) return false;
    await retrainContents(tx, accountId, [id], { question, answer, title: question, answering: preservedAnswer });
    return true;
  }
  // A file is found by its bytes, so its text is the same.
  if (item.kind !== 'page' || item.passages.length === 0) return false;
  const { title, digest, passages } = item;
  if (isDeepStrictEqual(await readNewestText(tx, row), passages)) return false;
  await insertImportedText(tx, row, passages);
  await retrainContents(tx, accountId, [id], { title, digest });
  return true;
}

async function updateSwitches(tx: Tx, row: ContentRow, item: ContentItem): Promise<boolean> {
  const { accountId, id } = row;
  const { enabled } = item;
  const weeklySync = 'weeklySync' in item ? item.weeklySync : row.weeklySync;
  if (enabled === row.enabled && weeklySync === row.weeklySync) return false;
  await tx
    .update(contents)
    .set({ enabled, weeklySync, updatedAt: new Date() })
    .where(and(eq(contents.accountId, accountId), eq(contents.id, id)));
  return true;
}

async function updatePhrasings(tx: Tx, row: ContentRow, item: ContentItem): Promise<boolean> {
  if (item.kind === 'sitemap' || (await hasPhrasings(tx, row, item.phrasings))) return false;
  await setPhrasings(tx, row, item.phrasings);
  return true;
}

/** The content must be locked. Whether anything changed; a changed text is trained first. */
export async function updateContent(tx: Tx, row: ContentRow, item: ContentItem): Promise<boolean> {
  const changes = [
    await updateText(tx, row, item),
    await updateSwitches(tx, row, item),
    await updatePhrasings(tx, row, item),
    await setCorrections(tx, row, item),
  ];
  return changes.includes(true);
}
