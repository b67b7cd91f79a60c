import { CUSTOMER_ROLES } from '../../../shared/roles.ts';

/** Only owners manage owners, and only WM_ADMIN manages staff. */
export function canManageRole(manager: string, role: string | undefined): boolean {
  if (manager === 'WM_ADMIN') return role?.startsWith('WM_') === true;
  return (CUSTOMER_ROLES as readonly string[]).includes(manager) && (manager === 'OWNER' || role !== 'OWNER');
}
