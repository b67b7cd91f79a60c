import { type SQL, sql } from 'drizzle-orm';
import { overspread } from '../../shared/credit-limits.ts';
import type { Tx } from '../db/tenant.ts';
import { t } from '../runtime/translate.ts';
import { ApiError } from '../runtime/api-error.ts';
import { lockingBalance } from './balance.ts';

interface Limited {
  id: string;
  name: string;
  inheritance: string;
  limit: number | null;
}

/** Which contexts have more than what is above them, by what stands above them. */
async function readFaults(tx: Tx, accountId: string): Promise<Map<string, string>> {
  const { rows } = await tx.execute<Limited & Record<string, unknown>>(sql`
    select c.id, c.name, c.inheritance, l.credits / 1000.0::float8 as limit
    from contexts c left join context_limits l on l.account_id = c.account_id and l.context_id = c.id
    where c.account_id = ${accountId}`);
  const nameOf = (id: string | null) => rows.find((row) => row.id === id)?.name ?? '';
  // What an account has in all comes and goes: held against it are limits where they are set.
  return new Map(overspread(rows, Infinity).map(({ id, above }) => [`${id} ${above}`, nameOf(above)]));
}

/** What a move must say before it locks contexts: who spreads credits locks the balance first, too. */
export const beforeMoving = (accountId: string): SQL[] => lockingBalance(accountId);

/**
 * Moves contexts, and holds the limits of credits that they bring against those of where they come.
 * @throws ApiError `invalid_input` at `parentId` where some come to stand above the limit over them.
 */
export async function keepingCreditTree(tx: Tx, accountId: string, move: () => Promise<void>): Promise<void> {
  const before = await readFaults(tx, accountId);
  await move();
  const [fault] = [...(await readFaults(tx, accountId))].filter(([place]) => !before.has(place));
  if (!fault) return;
  const message = t('limits.messages.above_parent', { name: fault[1] });
  throw new ApiError('invalid_input', { errors: [{ field: 'parentId', code: 'above_parent', message }] });
}
