import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq } from 'drizzle-orm';
import { recordCorrections } from '../../db/schema/knowledge.ts';
import type { Tx } from '../../db/tenant.ts';
import type { ContentRow } from '../contents/contents.ts';
import { lineKey } from '../records/corrections.ts';
import type { ContentItem } from './find-existing.ts';

export async function setCorrections(
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
