import { eq } from 'drizzle-orm';
import type { Role } from '../../../shared/roles.ts';
import type { AuditContext } from '../../audit/write-audit.ts';
import { accounts } from '../../db/schema/identity.ts';
import type { Tenant, Tx } from '../../db/tenant.ts';

/** Who does something to people or to the account; a member of a call is one (http/access.ts). */
export interface Doer extends AuditContext {
  userId: string;
  sessionId: string;
  role: Role;
  tenant: Tenant;
}

/**
 * Lets changes of an account's people, and of its end, happen one after the other: of two that each look whether another
 * owner remains, the second sees what the first did.
 */
export async function lockAccount(tx: Tx, accountId: string) {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('no key update');
  return account;
}
