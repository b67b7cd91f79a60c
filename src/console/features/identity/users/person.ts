import type { SessionUser } from '../../../../shared/session.ts';

/** A row of /users. An empty `contextIds` means all contexts of the account. */
export interface Person {
  id: string;
  /** Null until they accept the invitation. */
  name: string | null;
  email: string;
  role: string;
  contextIds: string[];
  status: string;
}

/** Returns the name to show for a person: their e-mail address while they have no name. */
export const calledOf = ({ name, email }: Person) => name ?? email;

/** Whether the person has not accepted the invitation, which may have expired. */
export const isInvited = ({ status }: Person) => status === 'PENDING' || status === 'EXPIRED';

/**
 * Returns the error code that explains why the user may not change or remove a person; undefined if they may, as far as
 * the console knows. The server can still refuse.
 */
export function reasonNotEditable(me: Pick<SessionUser, 'id' | 'role'> | undefined, person: Person) {
  if (!me || person.id === me.id) return 'own_role';
  return person.role === 'OWNER' && me.role !== 'OWNER' ? 'forbidden' : undefined;
}
