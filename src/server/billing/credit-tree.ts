import { type SQL, sql } from 'drizzle-orm';
import { overAllocatedLimits } from '../../shared/credit-limits.ts';
import type { Tx } from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import { t } from '../runtime/translate.ts';
import { lockBalance } from './balance.ts';

interface ContextLimitRow {
  id: string;
  name: string;
  inheritance: string;
  limit: number | null;
}

/** Contexts with a higher limit than an ancestor, with its name. */
async function findOverspread(tx: Tx, accountId: string): Promise<Map<string, string>> {
  const { rows } = await tx.execute<ContextLimitRow & Record<string, unknown>>(sql`
    select c.id, c.name, c.inheritance, l.credits / 1000.0::float8 as limit
    from contexts c left join context_limits l on l.account_id = c.account_id and l.context_id = c.id
    where c.account_id = ${accountId}`);
  const nameOf = (id: string | null) => rows.find((row) => row.id === id)?.name ?? '';
  // The account's total changes all the time, so only limits set on contexts are compared.
  return new Map(overAllocatedLimits(rows, Infinity).map(({ id, above }) => [`${id} ${above}`, nameOf(above)]));
}

/** Before a move locks contexts. Setting limits locks the balance first, too, so the order prevents deadlocks. */
export const locksForMove = (accountId: string): SQL[] => lockBalance(accountId);

/** Throws `ApiError` `invalid_input` at `parentId` when a moved context has a higher limit than a new ancestor. */
export async function moveWithinCreditLimits(tx: Tx, accountId: string, move: () => Promise<void>): Promise<void> {
  const before = await findOverspread(tx, accountId);
  await move();
  const [fault] = [...(await findOverspread(tx, accountId))].filter(([key]) => !before.has(key));
  if (!fault) return;
  const message = t('limits.messages.above_parent', { name: fault[1] });
  throw new ApiError('invalid_input', { errors: [{ field: 'parentId', code: 'above_parent', message }] });
}
