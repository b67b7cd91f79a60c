import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/identity.ts';
import { type Db, tenant, withTenant } from '../../db/tenant.ts';
import type { MailRecipient } from './unsubscribe-link.ts';

const isUser = ({ accountId, userId }: MailRecipient) => and(eq(users.accountId, accountId), eq(users.id, userId));

/** Whether the user receives the weekly email. */
export async function readSubscribed(db: Db, recipient: MailRecipient): Promise<boolean> {
  const [user] = await withTenant(db, tenant(recipient.accountId, 'all'), (tx) =>
    tx.select({ weeklyMail: users.weeklyMail }).from(users).where(isUser(recipient)),
  );
  return user?.weeklyMail ?? false;
}

export async function setSubscribed(db: Db, recipient: MailRecipient, weeklyMail: boolean): Promise<void> {
  await withTenant(db, tenant(recipient.accountId, 'all'), (tx) =>
    tx.update(users).set({ weeklyMail }).where(isUser(recipient)),
  );
}
