import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/identity.ts';
import { type Db, tenant, withTenant } from '../../db/tenant.ts';
import type { MailReader } from './stop-link.ts';

const isUser = ({ accountId, userId }: MailReader) => and(eq(users.accountId, accountId), eq(users.id, userId));

/** Whether the user receives the weekly email. */
export async function readSubscribed(db: Db, reader: MailReader): Promise<boolean> {
  const [user] = await withTenant(db, tenant(reader.accountId, 'all'), (tx) =>
    tx.select({ weeklyMail: users.weeklyMail }).from(users).where(isUser(reader)),
  );
  return user?.weeklyMail ?? false;
}

export async function setSubscribed(db: Db, reader: MailReader, weeklyMail: boolean): Promise<void> {
  await withTenant(db, tenant(reader.accountId, 'all'), (tx) =>
    tx.update(users).set({ weeklyMail }).where(isUser(reader)),
  );
}
