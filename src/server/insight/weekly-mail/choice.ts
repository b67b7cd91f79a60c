import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/identity.ts';
import { type Db, tenant, withTenant } from '../../db/tenant.ts';
import type { Reader } from './stop-link.ts';

const at = ({ accountId, userId }: Reader) => and(eq(users.accountId, accountId), eq(users.id, userId));

/** Whether somebody gets the letter about the week. */
export async function readChoice(db: Db, reader: Reader): Promise<boolean> {
  const [user] = await withTenant(db, tenant(reader.accountId, 'all'), (tx) =>
    tx.select({ weeklyMail: users.weeklyMail }).from(users).where(at(reader)),
  );
  return user?.weeklyMail ?? false;
}

export async function setChoice(db: Db, reader: Reader, weeklyMail: boolean): Promise<void> {
  await withTenant(db, tenant(reader.accountId, 'all'), (tx) => tx.update(users).set({ weeklyMail }).where(at(reader)));
}
