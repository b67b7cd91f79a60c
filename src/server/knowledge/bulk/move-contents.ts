import { and, eq, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { ErrorCode } from '../../../shared/error-codes.ts';
import { contents, contexts } from '../../db/schema/knowledge.ts';
import type { Tenant, Tx } from '../../db/tenant.ts';
import { assertContext } from '../../resource/scope.ts';
import { notFound } from '../../runtime/api-error.ts';
import { t } from '../../runtime/translate.ts';
import { copyChoices } from '../choices.ts';
import type { ContentRow } from '../contents/contents.ts';
import { bumpContexts, moveParts } from '../contexts.ts';
import { queueEmbedding } from '../embeddings/queue-embedding.ts';

/** With a message if the default one does not fit. */
export interface ContentFailure {
  content: Pick<ContentRow, 'id' | 'title'>;
  code: ErrorCode;
  message?: string;
}

/** Throws `ApiError` `not_found` when the target does not exist. */
async function lockContexts(tx: Tx, { accountId }: Tenant, from: readonly string[], to: string) {
  const rows = await tx
    .select({ id: contexts.id, name: contexts.name, modelId: contexts.embeddingModelId })
    .from(contexts)
    .where(and(eq(contexts.accountId, accountId), inArray(contexts.id, [...from, to])))
    .orderBy(contexts.id)
    .for('update');
  const target = rows.find(({ id }) => id === to);
  if (!target) throw notFound();
  return { target, isEmbedded: rows.some(({ modelId }) => modelId !== null) };
}

/** A context keeps each address once. */
async function addressesIn(tx: Tx, { accountId }: Tenant, contextId: string, movers: readonly ContentRow[]) {
  const urls = movers.flatMap(({ url }) => url ?? []);
  if (urls.length === 0) return new Set<string>();
  const rows = await tx
    .select({ type: contents.type, url: contents.url })
    .from(contents)
    .where(and(eq(contents.accountId, accountId), eq(contents.contextId, contextId), inArray(contents.url, urls)));
  return new Set(rows.map(({ type, url }) => `${type} ${url}`));
}

/** A sitemap's pages move with it. Returns those that the target already has, which stay. */
export async function moveContents(
  tx: Tx,
  tenant: Tenant,
  found: readonly ContentRow[],
  contextId: string,
): Promise<ContentFailure[]> {
  assertContext(tenant, contextId);
  const { accountId } = tenant;
  const movers = found.filter((content) => content.contextId !== contextId);
  const left = [...new Set(movers.map((content) => content.contextId))];
  const { target, isEmbedded } = await lockContexts(tx, tenant, left, contextId);
  const known = await addressesIn(tx, tenant, contextId, movers);
  const isKnown = ({ type, url }: ContentRow) => url !== null && known.has(`${type} ${url}`);
  const ids = movers.filter((content) => !isKnown(content)).map(({ id }) => id);
  if (ids.length > 0) {
    const own = eq(contents.accountId, accountId);
    const refused = movers.filter(isKnown).map(({ id }) => id);
    // A sitemap's page moves with its sitemap, even when it was not requested itself.
    const sitemapPages = and(
      inArray(contents.sitemapId, ids),
      inArray(contents.contextId, left),
      refused.length > 0 ? notInArray(contents.id, refused) : undefined,
      sql`not exists (select 1 from contents t where t.account_id = ${accountId} and t.context_id = ${contextId}
        and t.type = 'LINK' and t.url = ${contents.url})`,
    ) as SQL;
    const moved = await tx
      .update(contents)
      .set({ contextId, updatedAt: new Date() })
      .where(and(own, or(inArray(contents.id, ids), sitemapPages)))
      .returning({ id: contents.id });
    const movedIds = moved.map(({ id }) => id);
    await moveParts(tx, accountId, left, contextId);
    await copyChoices(tx, accountId, left, contextId, movedIds);
    await bumpContexts(tx, accountId, [...left, contextId], movedIds);
    if (isEmbedded) await queueEmbedding(tx, accountId, contextId);
  }
  const message = t('contents.bulk.isThere', { context: target.name });
  return movers.filter(isKnown).map((content) => ({ content, code: 'already_exists', message }));
}
