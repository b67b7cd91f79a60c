import type { Role } from '../../../shared/roles.ts';
import type { AuditContext } from '../../audit/write-audit.ts';
import type { Tenant } from '../../db/tenant.ts';

/** A `Member` (http/access.ts) satisfies it. */
export interface ActingUser extends AuditContext {
  userId: string;
  sessionId: string;
  role: Role;
  tenant: Tenant;
}
