import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { staff } from '../../../../resources/staff.ts';
import { staffReason } from '../../../shared/staff-reason.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { accounts, users } from '../../db/schema/identity.ts';
import { announceInvitation, invitedColumns } from '../../identity/people/invite.ts';
import { endSessions } from '../../identity/sessions.ts';
import type { Behaviour, CallingMember } from '../../resource/behaviour.ts';
import { defineSource } from '../../resource/source.ts';
import { ApiError } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { resetFactorsInside } from '../accounts/reset-factors.ts';

/** Throws `ApiError` `own_role` for the caller, so that one WM_ADMIN always remains. */
function requireOther({ userId }: CallingMember, { id }: { id: string }): void {
  if (id === userId) throw new ApiError('own_role');
}

export const staffBehaviour = (services: Services): Behaviour<typeof staff> => ({
  source: defineSource(staff, {
    table: users,
    where: sql`exists (select from ${accounts} where ${accounts.id} = ${users.accountId} and ${accounts.isStaff})`,
    fields: { name: sql`nullif(${users.name}, '')`, role: users.role },
  }),
  beforeWrite: async (tx, _, { before, after, by }) => {
    if (!before) return invitedColumns(tx, by, after);
    requireOther(by, before);
    return undefined;
  },
  afterWrite: (tx, { accountId }, { id, before, after: { email, role }, by }) =>
    before
      ? writeAudit(tx, by, 'role_changed', { subject: email, detail: { id, from: before.role, to: role } })
      : announceInvitation(services, tx, by, { accountId, userId: id, email, role, contexts: 'all' }),
  beforeDelete: async (tx, _, person, by) => {
    requireOther(by, person);
    const { id, email, name, role } = person;
    const [{ accountId } = { accountId: '' }] = await tx
      .select({ accountId: users.accountId })
      .from(users)
      .where(sql`${users.id} = ${id}`);
    await endSessions(tx, accountId, id);
    await writeAudit(tx, by, 'user_removed', { subject: email, detail: { name: name ?? '', role } });
  },
  actions: {
    resetFactor: {
      operationId: 'resetStaffSecondFactor',
      description: 'Removes all second factors of a colleague, and ends their sessions.',
      needsFreshSession: true,
      run: (tx, _, [{ id: userId }], input, by) =>
        resetFactorsInside(tx, services, by, {
          userId,
          ...z.object({ reason: staffReason }).parse(input, { reportInput: true }),
        }),
    },
  },
});
