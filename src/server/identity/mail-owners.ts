import { and, eq } from 'drizzle-orm';
import { users } from '../db/schema/identity.ts';
import type { Tx } from '../db/tenant.ts';
import { type Email, queueEmail } from '../mail/emails.ts';

export const readOwners = (tx: Tx, accountId: string) =>
  tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.accountId, accountId), eq(users.role, 'OWNER'), eq(users.status, 'ACTIVE')))
    .orderBy(users.id);

export async function mailOwners(
  tx: Tx,
  accountId: string,
  template: Email,
  values: Record<string, unknown>,
): Promise<void> {
  for (const { name, email } of await readOwners(tx, accountId))
    await queueEmail(tx, accountId, email, template, { name, ...values });
}
