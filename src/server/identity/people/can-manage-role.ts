import { CUSTOMER_ROLES, type Role } from '../../../shared/roles.ts';

/** Only owners manage owners, and only WM_ADMIN manages staff. */
export function canManageRole(manager: Role, role: string | undefined): boolean {
  if (manager === 'WM_ADMIN') return role?.startsWith('WM_') === true;
  return (CUSTOMER_ROLES as readonly Role[]).includes(manager) && (manager === 'OWNER' || role !== 'OWNER');
}
