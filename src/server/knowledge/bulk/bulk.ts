import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { BulkEdit, BulkOutcome, PagesOnDelete } from '../../../shared/contents.ts';
import { contents } from '../../db/schema/knowledge.ts';
import { type Db, type Tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { notFound } from '../../runtime/api-error.ts';
import { t } from '../../runtime/translate.ts';
import {
  type ContentRow,
  deleteLocked,
  isRetriable,
  isSynced,
  lockContents,
  retrainContents,
} from '../contents/contents.ts';
import { bumpKnowledge } from '../contexts.ts';
import { type ContentFailure, moveContents } from './move-contents.ts';

function among({ accountId }: Tenant, rows: readonly Pick<ContentRow, 'id'>[]): SQL {
  const ids = rows.map(({ id }) => id);
  return and(eq(contents.accountId, accountId), inArray(contents.id, ids)) as SQL;
}

/** In one transaction. `act` returns those for which it failed. Throws `ApiError` `not_found` when none exists. */
function forContents(
  db: Db,
  tenant: Tenant,
  ids: readonly string[],
  act: (tx: Tx, found: ContentRow[]) => Promise<ContentFailure[]>,
): Promise<BulkOutcome> {
  const wanted = [...new Set(ids)];
  return withTenant(db, tenant, async (tx) => {
    const found = await lockContents(tx, tenant, wanted);
    if (found.length === 0) throw notFound();
    const failed = (await act(tx, found)).map(({ content: { id, title }, code, message }) => ({
      id,
      title,
      code,
      message: message ?? t(`errors.${code}`),
    }));
    // Returns a count of missing contents, not their ids: they may belong to another account.
    return { done: found.length - failed.length, failed, missing: wanted.length - found.length };
  });
}

/** Only pages and sitemaps have a weekly sync. */
export function editContents(
  db: Db,
  tenant: Tenant,
  ids: readonly string[],
  { enabled, weeklySync, contextId }: Omit<BulkEdit, 'ids'>,
): Promise<BulkOutcome> {
  return forContents(db, tenant, ids, async (tx, found) => {
    const failures: ContentFailure[] = [];
    if (enabled !== undefined)
      await tx.update(contents).set({ enabled, updatedAt: new Date() }).where(among(tenant, found));
    if (weeklySync !== undefined) {
      const unsynced = found.filter((content) => !isSynced(content));
      const message = t('contents.bulk.notRead');
      failures.push(...unsynced.map((content) => ({ content, code: 'conflict' as const, message })));
      await tx
        .update(contents)
        .set({ weeklySync, updatedAt: new Date() })
        .where(among(tenant, found.filter(isSynced)));
    }
    if (contextId) failures.push(...(await moveContents(tx, tenant, found, contextId)));
    if (enabled !== undefined) await bumpKnowledge(tx, tenant.accountId, found);
    return failures;
  });
}

/** The current version stays in use until then. Skips contents in training. */
export function retryContents(db: Db, tenant: Tenant, ids: readonly string[]): Promise<BulkOutcome> {
  return forContents(db, tenant, ids, async (tx, found) => {
    await retrainContents(tx, tenant.accountId, found.filter(isRetriable));
    return found.filter((content) => !isRetriable(content)).map((content) => ({ content, code: 'content_busy' }));
  });
}

export function deleteContents(
  db: Db,
  tenant: Tenant,
  ids: readonly string[],
  pages: PagesOnDelete,
): Promise<BulkOutcome> {
  return forContents(db, tenant, ids, async (tx, found) => {
    await deleteLocked(tx, tenant, found, pages);
    return [];
  });
}
