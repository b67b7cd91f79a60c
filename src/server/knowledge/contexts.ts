import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { contexts as contextsResource } from '../../../resources/contexts.ts';
import type { InputOf } from '../../../resources/kit/resource.ts';
import { initialAppearance } from '../../shared/appearance.ts';
import { locksForMove, moveWithinCreditLimits } from '../billing/credit-tree.ts';
import { assertWithinPlanLimit } from '../db/plan-limits.ts';
import { heldChanges } from '../db/schema/insight.ts';
import { chunks, contents, contexts } from '../db/schema/knowledge.ts';
import { type Db, type Tenant, type Tx, withTenant } from '../db/tenant.ts';
import { addJob } from '../jobs/queue.ts';
import { assertContext } from '../resource/scope.ts';
import { defineSource, rowsFor } from '../resource/source.ts';
import { mergeRow, throwWriteError } from '../resource/write.ts';
import { ApiError, notFound } from '../runtime/api-error.ts';
import { copyChoices } from './choices.ts';
import { contextAt, requireContext } from './context-row.ts';

type ContextInput = InputOf<typeof contextsResource>;

const hasContent = (condition: SQL) => sql`exists (select 1 from contents c where c.account_id = ${contexts.accountId}
  and c.context_id = any(string_to_array(${contexts.inheritance}, '.')::uuid[]) and ${condition})`;

/** Null while it equals the context's name. */
const ownName = (part: 'botName' | 'companyName') =>
  sql`nullif(nullif(${contexts.appearance} ->> ${part}, ''), ${contexts.name})`;

export const contextsSource = defineSource(contextsResource, {
  table: contexts,
  contextId: contexts.id,
  fields: {
    botName: ownName('botName'),
    companyName: ownName('companyName'),
    contents: sql`(select count(*)::int from contents c
      where c.account_id = ${contexts.accountId} and c.context_id = ${contexts.id})`,
    status: sql`case when ${hasContent(sql`c.status in ('pending', 'working')`)} then 'learning'
      when ${hasContent(sql`c.trained_version is not null and c.enabled`)} then 'ready' else 'waiting' end`,
  },
});

/** So that moves and deletions run one after the other. `no key update` still allows rows that reference a context. */
async function lockTree(tx: Tx, accountId: string) {
  return tx
    .select({
      id: contexts.id,
      parentId: contexts.parentId,
      inheritance: contexts.inheritance,
      origins: contexts.origins,
    })
    .from(contexts)
    .where(eq(contexts.accountId, accountId))
    .orderBy(contexts.id)
    .for('no key update');
}

/** Undefined for none. Throws `ApiError` `not_found`. */
function parentIn(tree: Awaited<ReturnType<typeof lockTree>>, parentId: string | null | undefined) {
  const parent = tree.find(({ id }) => id === parentId);
  if (parentId && !parent) throw notFound();
  return parent;
}

/** A process that has a base loaded reads only what changed since. */
const VERSIONS_KEPT = 500;
/** Above it, loading the whole base costs less. */
const CHANGES_MAX = 10_000;

/** Changed or deleted: loaded bases read them again. Queues the affected test questions. */
export async function bumpKnowledge(
  tx: Tx,
  accountId: string,
  changed: readonly { contextId: string; id: string }[],
): Promise<void> {
  const contextIds = new Set(changed.map(({ contextId }) => contextId));
  const contentIds = new Set(changed.map(({ id }) => id));
  if (changed.length > 0) await bumpContexts(tx, accountId, [...contextIds], [...contentIds]);
}

/** Whether they were or are there or not. */
export async function bumpContexts(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  contentIds: readonly string[] | 'all',
): Promise<void> {
  const isListed = contentIds !== 'all' && contentIds.length <= CHANGES_MAX;
  await tx.execute(sql`
    with bumped as (
      update contexts set knowledge_version = knowledge_version + 1 where account_id = ${accountId} and id in ${[...ids]}
      returning account_id, id, knowledge_version as version),
    trimmed as (
      delete from knowledge_changes k using bumped b
      where k.account_id = ${accountId} and k.context_id = b.id and k.version = b.version - ${VERSIONS_KEPT})
    insert into knowledge_changes (account_id, context_id, version, content_ids)
    select account_id, id, version, ${sql.param(isListed ? contentIds : [])}::uuid[] from bumped where ${isListed}`);
  await queueTests(tx, accountId, ids);
}

/** So that the run covers further changes. */
const TEST_DELAY_MS = 2_000;

/** One run for a batch of changes. */
async function queueTests(tx: Tx, accountId: string, contextIds: readonly string[]): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select c.id from contexts c
    where c.account_id = ${accountId}
      and string_to_array(c.inheritance, '.') && (select array_agg(x) from jsonb_array_elements_text(${JSON.stringify(contextIds)}::jsonb) x)
      and exists (select from test_questions q where q.account_id = c.account_id and q.context_id = c.id)`);
  const runAt = new Date(Date.now() + TEST_DELAY_MS);
  for (const { id } of rows) await addJob(tx, { accountId, kind: 'test', subjectId: id, runAt });
}

interface ContextCreator {
  userId: string;
  apiKey: { id: string } | null;
}

async function grantToCreator(
  tx: Tx,
  accountId: string,
  id: string,
  { userId, apiKey }: ContextCreator,
): Promise<void> {
  await tx.execute(sql`insert into user_contexts (account_id, user_id, context_id)
    select account_id, id, ${id}::uuid from users
    where account_id = ${accountId} and id = ${userId} and not sees_all_contexts`);
  if (!apiKey) return;
  await tx.execute(sql`insert into api_key_contexts (account_id, api_key_id, context_id)
    select account_id, id, ${id}::uuid from api_keys
    where account_id = ${accountId} and id = ${apiKey.id} and not sees_all_contexts`);
}

/** A limited maker may see it; takes over its parent's origins. Throws `already_exists`, `plan_limit_reached`. */
export async function createContext(
  db: Db,
  tenant: Tenant,
  creator: ContextCreator,
  {
    name,
    parentId,
    botName,
    companyName,
    hidesPersonalData,
  }: Pick<ContextInput, 'name' | 'parentId'> & Partial<ContextInput>,
): Promise<string> {
  const { accountId } = tenant;
  const id = uuidv7();
  if (parentId) assertContext(tenant, parentId);
  const work = withTenant(db, tenant, async (tx) => {
    await assertWithinPlanLimit(tx, accountId, 'contexts');
    const tree = await lockTree(tx, accountId);
    const parent = parentIn(tree, parentId);
    await tx.insert(contexts).values({
      accountId,
      id,
      name,
      parentId,
      inheritance: parent ? `${parent.inheritance}.${id}` : id,
      origins: (parent ?? tree[0])?.origins ?? [],
      appearance: initialAppearance(botName || name, companyName || name),
      hidesPersonalData,
    });
    await grantToCreator(tx, accountId, id, creator);
  });
  const attempt = { db, source: rowsFor(contextsSource, tenant), values: { name } };
  await work.catch((error) => throwWriteError(error, attempt));
  return id;
}

/** It follows the context's name until it gets an own value; one emptied in the appearance stays empty. */
function nextName(input: string | null | undefined, stored: string, names: { before: string; after: string }): string {
  if (input) return input;
  const follows = stored === names.before || (input === null && stored !== '');
  return follows ? names.after : stored;
}

/** With the names in its appearance that follow it. */
export async function renameContext(
  tx: Tx,
  tenant: Tenant,
  id: string,
  { name, botName, companyName, hidesPersonalData }: Partial<ContextInput>,
): Promise<void> {
  const { name: before, appearance } = await requireContext(tx, tenant, id);
  const names = { before, after: name ?? before };
  await tx
    .update(contexts)
    .set({
      name,
      hidesPersonalData,
      appearance: {
        ...appearance,
        botName: nextName(botName, appearance.botName, names),
        companyName: nextName(companyName, appearance.companyName, names),
      },
      updatedAt: new Date(),
    })
    .where(contextAt(tenant, id));
}

/**
 * Moves subcontexts, too. Throws `ApiError` `context_cycle`, `already_exists`, `not_found`, `changed_meanwhile`;
 * `invalid_input` at `parentId` when its credits do not fit there.
 */
export async function editContext(
  db: Db,
  tenant: Tenant,
  id: string,
  change: Partial<ContextInput> & { version?: string },
): Promise<void> {
  const { accountId } = tenant;
  assertContext(tenant, id);
  if (change.parentId) assertContext(tenant, change.parentId);
  const work = withTenant(db, tenant, async (tx) => {
    if (change.parentId !== undefined) for (const statement of locksForMove(accountId)) await tx.execute(statement);
    const tree = await lockTree(tx, accountId);
    const context = tree.find((other) => other.id === id);
    if (!context) throw notFound();
    const { parentId, ...names } = await mergeRow(tx, rowsFor(contextsSource, tenant), id, change);
    await renameContext(tx, tenant, id, names);
    if (parentId === undefined || parentId === context.parentId) return;
    const parent = parentIn(tree, parentId);
    if (parent && parent.inheritance.split('.').includes(id)) throw new ApiError('context_cycle');
    await moveWithinCreditLimits(tx, accountId, async () => {
      await tx.update(contexts).set({ parentId }).where(contextAt(tenant, id));
      const inheritance = parent ? `${parent.inheritance}.${id}` : id;
      // The paths of all subcontexts begin with the context's old path.
      for (const below of tree.filter((other) => other.inheritance.split('.').includes(id))) {
        const moved = inheritance + below.inheritance.slice(context.inheritance.length);
        await tx.update(contexts).set({ inheritance: moved }).where(contextAt(tenant, below.id));
      }
    });
  });
  await work.catch((error) =>
    throwWriteError(error, { db, source: rowsFor(contextsSource, tenant), values: change, id }),
  );
}

/** Of contents that have moved: their passages and held changes follow. */
export async function moveParts(tx: Tx, accountId: string, from: readonly string[], to: string): Promise<void> {
  for (const table of [chunks, heldChanges])
    await tx.execute(sql`update ${table} p set context_id = ${to} from contents c
      where p.account_id = ${accountId} and p.context_id in ${[...from]}
        and c.account_id = p.account_id and c.id = p.content_id and c.context_id = ${to}`);
}

/** A context keeps each address once. */
async function deleteDuplicateLinks(tx: Tx, accountId: string, from: string, to: string): Promise<void> {
  const duplicates = sql`select c.id from contents c join contents there on there.account_id = c.account_id
      and there.context_id = ${to} and there.type = c.type and there.url = c.url
    where c.account_id = ${accountId} and c.context_id = ${from} and c.type in ('LINK', 'SITEMAP')`;
  await tx
    .update(contents)
    .set({ sitemapId: null, vanishedAt: null })
    .where(and(eq(contents.accountId, accountId), sql`${contents.sitemapId} in (${duplicates})`));
  await tx.delete(contents).where(and(eq(contents.accountId, accountId), sql`${contents.id} in (${duplicates})`));
}

/** Throws `ApiError` `context_has_subcontexts`, `last_context`; `invalid_input` for moving a root's contents. */
export async function deleteContext(
  db: Db,
  tenant: Tenant,
  id: string,
  contentsOnDelete: 'move' | 'remove',
): Promise<void> {
  const { accountId } = tenant;
  assertContext(tenant, id);
  const ofContext = and(eq(contents.accountId, accountId), eq(contents.contextId, id));
  await withTenant(db, tenant, async (tx) => {
    // Locks contents before contexts, in the order in which training does: otherwise the two could deadlock.
    await tx.select({ id: contents.id }).from(contents).where(ofContext).orderBy(contents.id).for('update');
    const tree = await lockTree(tx, accountId);
    const context = tree.find((other) => other.id === id);
    if (!context) throw notFound();
    if (tree.some((other) => other.parentId === id)) throw new ApiError('context_has_subcontexts');
    if (tree.length === 1) throw new ApiError('last_context');
    if (contentsOnDelete === 'move') {
      const parentId = context.parentId;
      if (!parentId) throw new ApiError('invalid_input');
      await deleteDuplicateLinks(tx, accountId, id, parentId);
      await tx.update(contents).set({ contextId: parentId }).where(ofContext);
      await moveParts(tx, accountId, [id], parentId);
      await copyChoices(tx, accountId, [id], parentId);
      await bumpContexts(tx, accountId, [parentId], 'all');
    }
    // Pages that were moved to another context outlive their sitemap.
    await tx
      .update(contents)
      .set({ sitemapId: null })
      .where(
        and(
          eq(contents.accountId, accountId),
          ne(contents.contextId, id),
          sql`${contents.sitemapId} in (select s.id from contents s where s.account_id = ${accountId} and s.context_id = ${id})`,
        ),
      );
    await tx.delete(contexts).where(contextAt(tenant, id));
  });
}
