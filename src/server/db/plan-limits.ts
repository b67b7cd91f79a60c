import { type SQL, sql } from 'drizzle-orm';
import { ApiError } from '../runtime/api-error.ts';
import { t } from '../runtime/translate.ts';
import { lockAccount } from './lock-account.ts';
import type { Tx } from './tenant.ts';

const COUNTED = {
  contexts: {
    column: 'context_limit',
    has: (id: string) => sql`select count(*) from contexts where account_id = ${id}`,
  },
  users: {
    column: 'user_limit',
    has: (id: string) => sql`select count(*) from users where account_id = ${id} and status <> 'INACTIVE'`,
  },
  items: { column: 'item_limit', has: (id: string) => sql`select count(*) from contents where account_id = ${id}` },
} satisfies Record<string, { column: string; has: (accountId: string) => SQL }>;
type PlanLimited = keyof typeof COUNTED;

interface PlanLimitRow {
  plan: string;
  most: number;
  has: number;
  /** The cheapest on offer with a higher limit. */
  upName: string | null;
  upMost: number | null;
}

/** With the plan's error when not all fit. Locks the account: only one of two requests gets the last place. */
export async function fitToPlanLimit(
  tx: Tx,
  accountId: string,
  what: PlanLimited,
  wanted: number,
): Promise<{ room: number; reached: ApiError | null }> {
  if (wanted === 0) return { room: 0, reached: null };
  const { column, has: countOf } = COUNTED[what];
  const columnName = sql.identifier(column);
  await lockAccount(tx, accountId);
  const { rows } = await tx.execute<PlanLimitRow & Record<string, unknown>>(sql`
    select p.name as plan, p.${columnName} as most, (${countOf(accountId)})::int as has, up.name as "upName", up.${columnName} as "upMost"
    from subscriptions s
      join accounts a on a.id = s.account_id and not a.is_staff
      join plans p on p.id = s.plan_id
      left join lateral (
        select h.* from plans h where h.is_offered and h.${columnName} > p.${columnName} order by h.monthly_price, h.rank limit 1) up on true
    where s.account_id = ${accountId}`);
  const [found] = rows;
  if (!found || found.has + wanted <= found.most) return { room: wanted, reached: null };
  const { plan, most, has, upName, upMost } = found;
  const sentence = t(`errors.plan_limits.${what}`, { plan, count: most });
  const upgrade =
    upName === null ? t('errors.plan_limits.highest') : t('errors.plan_limits.way', { plan: upName, most: upMost });
  const reached = new ApiError('plan_limit_reached', {
    message: `${sentence} ${upgrade}`,
    limit: { of: what, most, up: upName === null ? null : { plan: upName, most: Number(upMost) } },
  });
  return { room: Math.max(0, most - has), reached };
}

/** Locks the account. Throws `ApiError` `plan_limit_reached`. */
export async function assertWithinPlanLimit(tx: Tx, accountId: string, what: PlanLimited, adding = 1): Promise<void> {
  const { reached } = await fitToPlanLimit(tx, accountId, what, adding);
  if (reached) throw reached;
}
