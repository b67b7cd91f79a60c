import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import type { users } from '../../../../../resources/users.ts';
import type { SessionUser } from '../../../../shared/session.ts';

/** A row of /users. The name is null until they accept the invitation. */
export type Person = RecordOf<typeof users>;

/** Returns the name to show for a person: their e-mail address while they have no name. */
export const displayName = ({ name, email }: Person) => name ?? email;

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
