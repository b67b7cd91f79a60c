import { eq } from 'drizzle-orm';
import type { Role } from '../../../shared/roles.ts';
import type { AuditContext } from '../../audit/write-audit.ts';
import { accounts } from '../../db/schema/identity.ts';
import type { Tenant, Tx } from '../../db/tenant.ts';

/** The signed-in user who makes a change. A `Member` (http/access.ts) satisfies it. */
export interface ActingUser extends AuditContext {
  userId: string;
  sessionId: string;
  role: Role;
  tenant: Tenant;
}

/**
 * Locks the account's row, so that changes to its users and its deletion run one after the other. Without it, two
 * concurrent changes could remove the last two owners.
 */
export async function lockAccount(tx: Tx, accountId: string) {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('no key update');
  return account;
}
