import { users } from '../../db/schema/identity.ts';
import { type Db, tenant, withTenant } from '../../db/tenant.ts';
import { isUser, type UserKey } from '../../identity/row-conditions.ts';

/** Whether the user receives the weekly email. */
export async function readSubscribed(db: Db, recipient: UserKey): Promise<boolean> {
  const [user] = await withTenant(db, tenant(recipient.accountId, 'all'), (tx) =>
    tx.select({ weeklyMail: users.weeklyMail }).from(users).where(isUser(recipient)),
  );
  return user?.weeklyMail ?? false;
}

export async function setSubscribed(db: Db, recipient: UserKey, weeklyMail: boolean): Promise<void> {
  await withTenant(db, tenant(recipient.accountId, 'all'), (tx) =>
    tx.update(users).set({ weeklyMail }).where(isUser(recipient)),
  );
}
