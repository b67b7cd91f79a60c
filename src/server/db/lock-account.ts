import { eq } from 'drizzle-orm';
import { accounts } from './schema/identity.ts';
import type { Tx } from './tenant.ts';

/** For changes that count or compare first (plan limits, duplicates, the last owner). Inserts stay possible. */
export async function lockAccount(tx: Tx, accountId: string): Promise<typeof accounts.$inferSelect | undefined> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('no key update');
  return account;
}
