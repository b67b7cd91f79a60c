import { CUSTOMER_ROLES, type Role } from '../../../shared/session.ts';

/** Whether somebody in one role may make, change or remove people in another: owners are owners' affair. */
export const mayGive = (giver: Role, role: string | undefined): boolean =>
  (CUSTOMER_ROLES as readonly Role[]).includes(giver) && (giver === 'OWNER' || role !== 'OWNER');
