import { sql } from 'drizzle-orm';
import { TITLE_MAX } from '../../../shared/constants.ts';
import type { ExternalContent } from '../../../shared/rules.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { contents } from '../../db/schema/knowledge.ts';
import { type Db, readTenant, type Tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { assertContext } from '../../resource/scope.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { requireContext } from '../context-row.ts';
import { bumpKnowledge } from '../contexts.ts';
import { insertContent, insertFaq } from './add-contents.ts';
import { changeLocked, type ContentRow, isSame, retrainContents } from './contents.ts';
import { externalIdAt, rejectKnownPage, rejectKnownQuestion } from './known.ts';

/** Throws `ApiError` `not_found`. */
export async function idOfExternal(db: Db, tenant: Tenant, contextId: string, externalId: string): Promise<string> {
  assertContext(tenant, contextId);
  const where = externalIdAt(tenant, contextId, externalId);
  const [found] = await readTenant<{ id: string }>(
    db,
    tenant,
    sql`select ${contents.id} as id from ${contents} where ${where}`,
  );
  if (!found) throw notFound();
  return found.id;
}

/** Read again; the previous text answers meanwhile. */
async function setAddress(tx: Tx, tenant: Tenant, { id, contextId, url: before }: ContentRow, url: string) {
  if (url === before) return;
  await rejectKnownPage(tx, tenant, contextId, url, id);
  const unread = { pageTitle: null, digest: null, etag: null, lastModified: null };
  await retrainContents(tx, tenant.accountId, [{ id }], { ...unread, url, title: url.slice(0, TITLE_MAX) });
}

async function insert(tx: Tx, tenant: Tenant, externalId: string, { contextId, ...input }: ExternalContent) {
  const { question, answer, phrasings, url, enabled, weeklySync } = input;
  if (url === undefined)
    return insertFaq(tx, tenant, contextId, { question: question!, answer: answer!, phrasings, externalId, enabled });
  await rejectKnownPage(tx, tenant, contextId, url);
  const page = { title: url.slice(0, TITLE_MAX), type: 'LINK', format: 'html', url } as const;
  return insertContent(tx, tenant, contextId, { ...page, externalId, enabled, weeklySync });
}

/**
 * Adds it, or changes what differs; what is the same is not trained again. Throws `ApiError` `not_found` for the
 * context; `question_known`, `already_exists` or `external_id_known`, with the other content; `plan_limit_reached`.
 */
export async function putContent(
  db: Db,
  tenant: Tenant,
  externalId: string,
  input: ExternalContent,
): Promise<{ id: string; isNew: boolean }> {
  return withTenant(db, tenant, async (tx) => {
    const { contextId, url, question } = input;
    await requireContext(tx, tenant, contextId);
    // The lock makes concurrent requests with the same external id run one after the other.
    await lockAccount(tx, tenant.accountId);
    const [known] = await tx
      .select()
      .from(contents)
      .where(externalIdAt(tenant, contextId, externalId))
      .for('update');
    if (!known) return { id: await insert(tx, tenant, externalId, input), isNew: true };
    const { id } = known;
    if (known.type !== (url === undefined ? 'FAQ' : 'LINK'))
      throw new ApiError('external_id_known', { current: { id } });
    if (url !== undefined) await setAddress(tx, tenant, known, url);
    else await rejectKnownQuestion(tx, tenant, contextId, question!, id);
    if (await isSame(tx, known, input)) return { id, isNew: false };
    await changeLocked(tx, tenant, known, input);
    await bumpKnowledge(tx, tenant.accountId, [known]);
    return { id, isNew: false };
  });
}
