import { eq } from 'drizzle-orm';
import { writeAudit } from '../../audit/write-audit.ts';
import { accounts } from '../../db/schema/identity.ts';
import { type Db, type Tx, withPlatform } from '../../db/tenant.ts';
import type { ActingUser } from '../people/acting-user.ts';

/** Whether everybody in the account must have a second factor. */
export async function readAccountRule(tx: Tx, accountId: string): Promise<boolean> {
  const [account] = await tx
    .select({ requiresFactor: accounts.requiresFactor })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return account?.requiresFactor ?? false;
}

export async function setAccountRule(db: Db, user: ActingUser, required: boolean): Promise<void> {
  await withPlatform(db, async (tx) => {
    await tx.update(accounts).set({ requiresFactor: required }).where(eq(accounts.id, user.accountId));
    await writeAudit(tx, user, 'account_require-factor', { detail: { required } });
  });
}
