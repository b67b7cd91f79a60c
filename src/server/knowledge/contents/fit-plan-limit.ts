import { count, eq } from 'drizzle-orm';
import { assertWithinPlanLimit } from '../../db/plan-limits.ts';
import { contents } from '../../db/schema/knowledge.ts';
import type { Tx } from '../../db/tenant.ts';
import { ApiError } from '../../runtime/api-error.ts';

/** With the plan's error when not all fit. The account stays locked until the transaction ends. */
export async function fitToPlanLimit(
  tx: Tx,
  accountId: string,
  wanted: number,
): Promise<{ room: number; reached: ApiError | null }> {
  if (wanted === 0) return { room: 0, reached: null };
  try {
    await assertWithinPlanLimit(tx, accountId, 'items', wanted);
    return { room: wanted, reached: null };
  } catch (error) {
    if (!(error instanceof ApiError) || !error.limit) throw error;
    // `assertWithinPlanLimit` holds a lock on the account, so this count cannot change.
    const [counted] = await tx.select({ items: count() }).from(contents).where(eq(contents.accountId, accountId));
    return { room: Math.max(0, error.limit.most - (counted?.items ?? 0)), reached: error };
  }
}
