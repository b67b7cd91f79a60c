import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Chunk } from '../../../reading/chunk.ts';
import { inBatches } from '../../db/in-batches.ts';
import { chunks } from '../../db/schema/knowledge.ts';
import { type Db, readTenant, tenant, type Tx } from '../../db/tenant.ts';
import type { ContentRow } from './contents.ts';

type ContentKey = Pick<ContentRow, 'accountId' | 'contextId' | 'id'>;

/** Imported text waits as passages of this version, which no content ever has; training a newer one deletes it. */
const IMPORTED_VERSION = 0;
const NO_ANALYSIS = Buffer.alloc(0);

/** Its passages. */
export const ofContent = ({ accountId, id }: Pick<ContentKey, 'accountId' | 'id'>) =>
  and(eq(chunks.accountId, accountId), eq(chunks.contentId, id));

export async function insertImportedText(
  tx: Tx,
  { accountId, contextId, id }: ContentKey,
  passages: readonly Chunk[],
): Promise<void> {
  await discardImportedText(tx, { accountId, id });
  const at = { accountId, contextId, contentId: id, version: IMPORTED_VERSION, analysis: NO_ANALYSIS };
  const rows = passages.map((passage, ordinal) => ({ ...passage, ...at, ordinal }));
  await inBatches(rows, (some) => tx.insert(chunks).values(some));
}

export async function discardImportedText(tx: Tx, content: Pick<ContentKey, 'accountId' | 'id'>): Promise<void> {
  await tx.delete(chunks).where(and(ofContent(content), eq(chunks.version, IMPORTED_VERSION)));
}

export function readImportedText(db: Db, { accountId, contextId, id }: ContentKey): Promise<Chunk[]> {
  return readTenant<Chunk>(
    db,
    tenant(accountId, 'all'),
    sql`select heading, page, text, is_from_picture as "isFromPicture" from ${chunks}
        where account_id = ${accountId} and context_id = ${contextId} and content_id = ${id}
          and version = ${IMPORTED_VERSION} order by ordinal`,
  );
}

export async function readNewestText(
  tx: Tx,
  { accountId, id, trainedVersion }: Pick<ContentRow, 'accountId' | 'id' | 'trainedVersion'>,
): Promise<Chunk[]> {
  const { version, ordinal, heading, page, text, isFromPicture } = chunks;
  const rows = await tx
    .select({ version, heading, page, text, isFromPicture })
    .from(chunks)
    .where(and(ofContent({ accountId, id }), inArray(version, [IMPORTED_VERSION, trainedVersion ?? -1])))
    .orderBy(asc(version), asc(ordinal));
  return rows
    .filter((row) => row.version === rows[0]?.version)
    .map(({ version: _, isFromPicture: isPicture, ...row }) => ({ ...row, ...(isPicture && { isFromPicture: true }) }));
}
