import type { SessionUser } from '../../../../shared/session.ts';

/** A row of /users. Empty `contextIds`: every context of the account. */
export interface Person {
  id: string;
  /** Nobody has a name before accepting. */
  name: string | null;
  email: string;
  role: string;
  contextIds: string[];
  status: string;
  createdAt: string;
}

/** How a person is named in sentences. */
export const calledOf = ({ name, email }: Person) => name ?? email;

/** Whether the invitation of this person still waits to be accepted. */
export const isInvited = ({ status }: Person) => status === 'PENDING' || status === 'EXPIRED';

/** Why somebody may do nothing with a person (an error's code), as far as is known here; undefined: he may. */
export function whyFixed(me: Pick<SessionUser, 'id' | 'role'> | undefined, person: Person) {
  if (!me || person.id === me.id) return 'own_role';
  return person.role === 'OWNER' && me.role !== 'OWNER' ? 'forbidden' : undefined;
}
