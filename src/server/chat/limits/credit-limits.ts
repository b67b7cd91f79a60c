import { sql } from 'drizzle-orm';
import { QUESTIONS_PER_MINUTE } from '../../../shared/constants.ts';
import {
  type CreditBranch,
  type CreditLimits,
  type CreditLimitsInput,
  overAllocatedLimits,
} from '../../../shared/credit-limits.ts';
import { LIMIT_KINDS } from '../../../shared/limits.ts';
import { lockBalance } from '../../billing/balance.ts';
import { creditPeriodSql } from '../../billing/credits.ts';
import { contextLimits } from '../../db/schema/chat.ts';
import { type Db, type Tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { mergeChange, versionOf } from '../../resource/versions.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { t } from '../../runtime/translate.ts';
import { deleteLimitNotices } from './delete-notices.ts';

interface CreditLimitRow {
  id: string;
  name: string;
  parentId: string | null;
  inheritance: string;
  credits: number | null;
  used: number;
}
interface Tree {
  rows: CreditLimitRow[];
  granted: number;
  monthly: number;
  lasting: number;
}

/** Parents before children, with the use of descendants. Locks the balance. */
async function readTree(tx: Tx, accountId: string): Promise<Tree> {
  for (const statement of lockBalance(accountId)) await tx.execute(statement);
  const { rows: balances } = await tx.execute<Omit<Tree, 'rows'> & { bucket: string }>(sql`
    select b.granted, b.monthly, b.lasting, ${creditPeriodSql(sql`s.period_start`)} as bucket
    from credit_balances b left join subscriptions s using (account_id) where b.account_id = ${accountId}`);
  const { bucket, ...balance } = balances[0]!;
  const { rows } = await tx.execute<CreditLimitRow & Record<string, unknown>>(sql`
    select c.id, c.name, c.parent_id as "parentId", c.inheritance, l.credits, (
      select coalesce(sum(u.used), 0)::int
      from contexts d join usage_counters u on u.account_id = d.account_id and u.context_id = d.id
      where d.account_id = c.account_id and (d.id = c.id or starts_with(d.inheritance, c.inheritance || '.'))
        and u.kind = 'credits' and u.bucket = ${bucket}) as used
    from contexts c left join context_limits l on l.account_id = c.account_id and l.context_id = c.id
    where c.account_id = ${accountId}
    order by c.inheritance`);
  return { rows, ...balance };
}

const isSeen = ({ contextIds }: Tenant, id: string) => contextIds === 'all' || contextIds.includes(id);
const inCredits = (thousandths: number) => thousandths / 1_000;
const branchOf = ({ credits, used, ...row }: CreditLimitRow): CreditBranch => ({
  ...row,
  limit: credits === null ? null : inCredits(credits),
  used: inCredits(used),
});

function limitsOf(tree: Tree, tenant: Tenant): CreditLimits {
  const { granted, monthly, lasting } = tree;
  const credits = {
    granted: inCredits(granted),
    used: inCredits(Math.max(0, granted - monthly)),
    lasting: inCredits(lasting),
  };
  const data = tree.rows.filter(({ id }) => isSeen(tenant, id)).map(branchOf);
  return { version: versionOf(valuesOf(data)), credits, data };
}

const valuesOf = (branches: readonly CreditBranch[]) => ({
  limits: Object.fromEntries(branches.map(({ id, limit }) => [id, limit])),
});

/** Among the contexts that the tenant may see. */
export const readCreditLimits = (db: Db, tenant: Tenant): Promise<CreditLimits> =>
  withTenant(db, tenant, async (tx) => limitsOf(await readTree(tx, tenant.accountId), tenant));

/** One per limit that exceeds what its parent, or the plan, has left. */
function faultsOf(tree: Tree) {
  const contexts = tree.rows.map(branchOf);
  const nameOf = (id: string | null) => contexts.find((context) => context.id === id)?.name;
  return overAllocatedLimits(contexts, inCredits(tree.granted + tree.lasting)).map(({ id, above }) => ({
    id,
    message: above ? t('limits.messages.above_parent', { name: nameOf(above) }) : t('limits.messages.above_plan'),
  }));
}

/** In thousandths. Throws `ApiError` `invalid_input` at `credits` if limits would exceed a parent's. */
export async function assertWithinParentLimits(
  tx: Tx,
  accountId: string,
  contextId: string,
  credits: number | null,
): Promise<void> {
  const tree = await readTree(tx, accountId);
  const change = (to: number | null) => ({
    ...tree,
    rows: tree.rows.map((row) => (row.id === contextId ? { ...row, credits: to } : row)),
  });
  const ofContexts = (one: Tree) => overAllocatedLimits(one.rows.map(branchOf), Infinity);
  const before = new Set(ofContexts(tree).map(({ id }) => id));
  const [fault] = ofContexts(change(credits)).filter(({ id }) => !before.has(id));
  if (!fault) return;
  const name = tree.rows.find(({ id }) => id === fault.above)?.name;
  const message = t('limits.messages.above_parent', { name });
  throw new ApiError('invalid_input', { errors: [{ field: 'credits', code: 'above_parent', message }] });
}

const NO_SENTENCES = Object.fromEntries(LIMIT_KINDS.map((kind) => [kind, '']));

async function setCredits(tx: Tx, at: { accountId: string; contextId: string }, credits: number | null): Promise<void> {
  const first = { perMinute: QUESTIONS_PER_MINUTE, messages: NO_SENTENCES as never, notify: true };
  await tx
    .insert(contextLimits)
    .values({ ...at, ...first, credits })
    .onConflictDoUpdate({
      target: [contextLimits.accountId, contextLimits.contextId],
      set: { credits, updatedAt: sql`now()` },
    });
  await deleteLimitNotices(tx, at, ['credits']);
}

/**
 * All or nothing; limits that are not named stay. Throws `ApiError` `changed_meanwhile`; `not_found` for a context that the
 * member may not see; `invalid_input` at `limits.<context>` where limits add up to more than is available above.
 */
export async function saveCreditLimits(
  db: Db,
  tenant: Tenant,
  { version, limits }: CreditLimitsInput,
): Promise<CreditLimits> {
  const { accountId } = tenant;
  // The id of the account becomes part of the audit entry.
  await withTenant(db, tenant, async (tx) => {
    const tree = await readTree(tx, accountId);
    const current = limitsOf(tree, tenant);
    const values = valuesOf(current.data);
    if (!limits.every(({ contextId }) => contextId in values.limits)) throw notFound();
    const wanted = Object.fromEntries(limits.map(({ contextId, limit }) => [contextId, limit]));
    const edited = {
      ...{ accountId, id: [accountId, ...Object.keys(wanted)], actions: ['credit-limits_edit', 'limits_edit'] },
      ...{ values, row: current },
    };
    const change = await mergeChange(tx, edited, { limits: wanted, version });
    const after = {
      ...tree,
      rows: tree.rows.map((row) => {
        const limit = change.limits?.[row.id];
        return limit === undefined ? row : { ...row, credits: limit && Math.max(1, Math.round(limit * 1_000)) };
      }),
    };
    const faults = faultsOf(after);
    if (faults.length > 0) {
      const errors = faults.map(({ id, message }) => ({ field: `limits.${id}`, code: 'overspread', message }));
      throw new ApiError('invalid_input', { errors });
    }
    for (const [index, { id, credits }] of after.rows.entries()) {
      if (tree.rows[index]!.credits !== credits) await setCredits(tx, { accountId, contextId: id }, credits);
    }
    return accountId;
  });
  return readCreditLimits(db, tenant);
}
