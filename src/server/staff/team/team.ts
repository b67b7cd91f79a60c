import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { editableStaffPerson, staffEdit, staffInvite, StaffPerson } from '../../../shared/staff.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { accounts, users } from '../../db/schema/identity.ts';
import { type Db, type Tx, withPlatform } from '../../db/tenant.ts';
import type { ActingUser } from '../../identity/people/acting-user.ts';
import { inviteUser } from '../../identity/people/invite.ts';
import { isUser } from '../../identity/row-conditions.ts';
import { endSessions } from '../../identity/sessions.ts';
import { mergeChange, versionOf } from '../../resource/versions.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';

type EditablePerson = z.infer<typeof editableStaffPerson>;

const columns = {
  id: users.id,
  accountId: users.accountId,
  name: users.name,
  email: users.email,
  role: users.role,
  status: users.status,
  createdAt: users.createdAt,
};

const ofStaff = (tx: Tx) =>
  tx
    .select(columns)
    .from(users)
    .innerJoin(accounts, and(eq(accounts.id, users.accountId), eq(accounts.isStaff, true)))
    .$dynamic();

const toPerson = ({ accountId: _, name, createdAt, ...row }: Awaited<ReturnType<typeof ofStaff>>[number]) =>
  ({ ...row, name: name || null, createdAt: createdAt.toISOString() }) as StaffPerson;

const withVersion = (person: StaffPerson): EditablePerson => ({ ...person, version: versionOf({ role: person.role }) });

export const listTeam = (db: Db): Promise<StaffPerson[]> =>
  withPlatform(db, async (tx) => (await ofStaff(tx).orderBy(asc(users.createdAt), asc(users.id))).map(toPerson));

/** Throws `ApiError` `not_found`. */
export async function showStaff(db: Db, id: string): Promise<EditablePerson> {
  const [person] = await withPlatform(db, (tx) => ofStaff(tx).where(eq(users.id, id)));
  if (!person) throw notFound();
  return withVersion(toPerson(person));
}

/** Throws `ApiError` `not_found`, or `own_role` for the caller, so that one WM_ADMIN always remains. */
async function lockStaffUser(tx: Tx, member: ActingUser, id: string) {
  const [person] = await ofStaff(tx).where(eq(users.id, id)).for('update', { of: users });
  if (!person) throw notFound();
  if (id === member.userId) throw new ApiError('own_role');
  return person;
}

/** To the inviter's hidden account. Throws `ApiError` like `inviteUser`. */
export async function inviteStaff(
  services: Services,
  member: ActingUser,
  { email, role }: z.output<typeof staffInvite>,
): Promise<EditablePerson> {
  return showStaff(services.db, await inviteUser(services, member, { email, role, contextIds: [] }));
}

/** Throws `ApiError` `not_found`, `own_role` or `changed_meanwhile`. */
export async function editStaff(
  db: Db,
  member: ActingUser,
  id: string,
  change: z.output<typeof staffEdit>,
): Promise<EditablePerson> {
  return withPlatform(db, async (tx) => {
    const person = await lockStaffUser(tx, member, id);
    const values = { role: person.role };
    const edited = { accountId: member.accountId, id, actions: ['role_changed'], values, row: toPerson(person) };
    const { role = person.role } = await mergeChange(tx, edited, change);
    await tx
      .update(users)
      .set({ role, updatedAt: sql`now()` })
      .where(isUser({ accountId: person.accountId, userId: id }));
    await writeAudit(tx, member, 'role_changed', {
      subject: person.email,
      detail: { id, from: person.role, to: role },
    });
    return withVersion(toPerson({ ...person, role }));
  });
}

/** Or an invitation. Ends their sessions and impersonations. */
export async function removeStaff(db: Db, member: ActingUser, id: string): Promise<void> {
  await withPlatform(db, async (tx) => {
    const { accountId, email, name, role } = await lockStaffUser(tx, member, id);
    await endSessions(tx, accountId, id);
    await tx.delete(users).where(isUser({ accountId, userId: id }));
    await writeAudit(tx, member, 'user_removed', { subject: email, detail: { name, role } });
  });
}
