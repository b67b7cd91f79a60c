import type { Role } from '../../../shared/roles.ts';
import type { AuditContext } from '../../audit/write-audit.ts';
import type { Tenant } from '../../db/tenant.ts';

/** The signed-in user who makes a change. A `Member` (http/access.ts) satisfies it. */
export interface ActingUser extends AuditContext {
  userId: string;
  sessionId: string;
  role: Role;
  tenant: Tenant;
}
