import { asc, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { accounts } from '../db/schema/identity.ts';
import type { Tx } from '../db/tenant.ts';

/** Hidden, for the platform's own records and emails. Created if there are no staff yet. */
export async function platformAccount(tx: Tx): Promise<string> {
  const [staff] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.isStaff, true))
    .orderBy(asc(accounts.createdAt), asc(accounts.id))
    .limit(1);
  if (staff) return staff.id;
  const id = uuidv7();
  await tx.insert(accounts).values({ id, type: 'PERSONAL', name: 'Prosa', isStaff: true });
  return id;
}
