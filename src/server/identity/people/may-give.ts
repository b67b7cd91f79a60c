import { CUSTOMER_ROLES, type Role } from '../../../shared/roles.ts';

/** Whether somebody in one role may make, change or remove people in another: owners are owners' affair, staff is WM_ADMIN's. */
export function canGive(giver: Role, role: string | undefined): boolean {
  if (giver === 'WM_ADMIN') return role?.startsWith('WM_') === true;
  return (CUSTOMER_ROLES as readonly Role[]).includes(giver) && (giver === 'OWNER' || role !== 'OWNER');
}
