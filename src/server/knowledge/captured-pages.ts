import { and, eq, inArray, not, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { ParsedPage } from '../../reading/capture/capture-page.ts';
import { deleteInSteps } from '../db/delete-in-steps.ts';
import { isRecent } from '../db/running-until.ts';
import { capturedPages, captures } from '../db/schema/knowledge.ts';
import { changeTenant, type Db, tenant, type Tx } from '../db/tenant.ts';
import type { ContentRow } from './contents/contents.ts';

/** After that, training reads the page again. */
const KEPT_SECONDS = 60 * 60;
/** Characters; what is larger is not kept. */
const PAGE_MAX = 512 * 1024;
const CAPTURE_MAX = 16 * 1024 * 1024;

type CaptureKey = Pick<typeof captures.$inferSelect, 'accountId' | 'contextId' | 'id'>;
type NewPage = typeof capturedPages.$inferInsert;

/** Null beyond the capture's maximum size. */
export function capturedPageRows({ accountId, id: captureId }: CaptureKey): (page: ParsedPage) => NewPage | null {
  let room = CAPTURE_MAX;
  return (read) => {
    const page = JSON.stringify(read);
    if (page.length > Math.min(PAGE_MAX, room)) return null;
    room -= page.length;
    return { accountId, id: uuidv7(), captureId, url: read.url, page };
  };
}

export async function storeCapturedPages(tx: Tx, rows: readonly NewPage[]): Promise<void> {
  if (rows.length > 0) await tx.insert(capturedPages).values([...rows]);
}

export async function deleteCapturedPages(tx: Tx, { accountId, contextId }: CaptureKey): Promise<void> {
  const ofContext = and(eq(captures.accountId, accountId), eq(captures.contextId, contextId));
  const ids = tx.select({ id: captures.id }).from(captures).where(ofContext);
  await tx
    .delete(capturedPages)
    .where(and(eq(capturedPages.accountId, accountId), inArray(capturedPages.captureId, ids)));
}

/** By a capture in the same context; deletes it. Null if there is nothing. */
export async function takeCapturedPage(
  db: Db,
  { accountId, contextId, url }: Pick<ContentRow, 'accountId' | 'contextId' | 'url'>,
): Promise<ParsedPage | null> {
  const rows = await changeTenant<{ page: string; id: string }>(
    db,
    tenant(accountId, 'all'),
    sql`delete from captured_pages p using captures c
        where p.account_id = ${accountId} and p.url = ${url} and ${isRecent(sql`p.created_at`, KEPT_SECONDS)}
          and c.account_id = p.account_id and c.id = p.capture_id and c.context_id = ${contextId}
        returning p.id, p.page`,
  );
  // Two captures may have run at once.
  const newest = rows.toSorted((a, b) => b.id.localeCompare(a.id))[0];
  return newest ? (JSON.parse(newest.page) as ParsedPage) : null;
}

/** Not trained in time. Returns their number. */
export const sweepCapturedPages = (db: Db): Promise<number> =>
  deleteInSteps(
    db,
    capturedPages,
    [capturedPages.accountId, capturedPages.id],
    not(isRecent(capturedPages.createdAt, KEPT_SECONDS)),
  );
