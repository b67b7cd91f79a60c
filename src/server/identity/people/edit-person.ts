import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import type { userEdit } from '../../../shared/people.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { requirePlanRoom } from '../../db/plan-room.ts';
import { users } from '../../db/schema/identity.ts';
import { type Tx, withPlatform } from '../../db/tenant.ts';
import { notFound, ApiError } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { endSessions } from '../sessions.ts';
import { type Doer, lockAccount } from './doer.ts';
import { grantable, letInto } from './person-contexts.ts';
import { endUnvouched } from './invitation.ts';
import { canGive } from './may-give.ts';
import { personAt } from './people-source.ts';

type Person = typeof users.$inferSelect;
type Change = z.output<typeof userEdit>;

/**
 * Owners are made, changed and removed by owners alone, staff by WM_ADMIN.
 * @throws ApiError `forbidden`.
 */
export function demandRight({ role }: Doer, roles: readonly (string | undefined)[]): void {
  if (!roles.every((one) => canGive(role, one))) throw new ApiError('forbidden');
}

/** The person that something is done to, while nobody else changes the account's people. */
async function takePerson(tx: Tx, doer: Doer, id: string): Promise<Person> {
  await lockAccount(tx, doer.accountId);
  const [person] = await tx.select().from(users).where(personAt(doer.tenant, id));
  if (!person) throw notFound();
  if (id === doer.userId) throw new ApiError('own_role');
  return person;
}

/** @throws ApiError `last_owner` when no other owner could come in. */
async function assertOtherOwner(tx: Tx, { accountId, id, role, status }: Person): Promise<void> {
  if (role !== 'OWNER' || status !== 'ACTIVE') return;
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.accountId, accountId), eq(users.role, 'OWNER'), eq(users.status, 'ACTIVE'), ne(users.id, id)))
    .limit(1);
  if (!other) throw new ApiError('last_owner');
}

async function changeRole(tx: Tx, doer: Doer, person: Person, change: Change): Promise<void> {
  const { role = person.role, contextIds } = change;
  const { accountId, id: userId, email } = person;
  const isNarrowed = contextIds !== undefined && role !== 'OWNER';
  const seen = isNarrowed ? await grantable(tx, doer.tenant, contextIds) : [];
  const seesAllContexts = role === 'OWNER' || (isNarrowed ? seen.length === 0 : person.seesAllContexts);
  await tx
    .update(users)
    // Who changes what somebody waiting is invited to vouches for it from then on.
    .set({
      role,
      seesAllContexts,
      ...(person.status === 'PENDING' && { invitedBy: doer.userId }),
      updatedAt: new Date(),
    })
    .where(and(eq(users.accountId, accountId), eq(users.id, userId)));
  if (isNarrowed || role === 'OWNER') await letInto(tx, { accountId, userId }, seen);
  const contexts = contextIds === undefined ? {} : { contexts: seen.length || 'all' };
  await writeAudit(tx, doer, 'role_changed', { subject: email, detail: { from: person.role, to: role, ...contexts } });
}

/** Someone who is not let in any more is out at once. */
async function changeStatus(tx: Tx, doer: Doer, person: Person, status: 'ACTIVE' | 'INACTIVE'): Promise<void> {
  const { accountId, id, email } = person;
  if (person.status === status) return;
  // Without a password there is nothing to come in with: only the invitation leads in.
  if (person.status === 'PENDING') throw new ApiError('invitation_pending');
  if (status === 'ACTIVE') await requirePlanRoom(tx, accountId, 'users');
  await tx
    .update(users)
    .set({ status, updatedAt: new Date() })
    .where(and(eq(users.accountId, accountId), eq(users.id, id)));
  if (status === 'INACTIVE') await endSessions(tx, accountId, id);
  await writeAudit(tx, doer, status === 'ACTIVE' ? 'user_activated' : 'user_deactivated', { subject: email });
}

/**
 * Changes role, contexts and whether a person may come in; what is absent stays.
 * @throws ApiError `own_role` for oneself, `last_owner`, `forbidden` for owners by others than owners, `not_found`,
 * `invitation_pending`, `plan_limit_reached` for one who would come back.
 */
export async function editPerson({ db, can }: Services, doer: Doer, id: string, change: Change): Promise<void> {
  await withPlatform(db, async (tx) => {
    const person = await takePerson(tx, doer, id);
    demandRight(doer, [person.role, change.role]);
    const losesRole = change.role !== undefined && change.role !== 'OWNER';
    if (losesRole || change.status === 'INACTIVE') await assertOtherOwner(tx, person);
    if (change.role !== undefined || change.contextIds !== undefined) await changeRole(tx, doer, person, change);
    if (change.status) await changeStatus(tx, doer, person, change.status);
    await endUnvouched(can, tx, doer.accountId);
  });
}

/**
 * Removes a person with sessions and login; the address is free again. Audit entries keep the name.
 * @throws ApiError as `editPerson`.
 */
export async function removePerson({ db, can }: Services, doer: Doer, id: string): Promise<void> {
  await withPlatform(db, async (tx) => {
    const person = await takePerson(tx, doer, id);
    demandRight(doer, [person.role]);
    await assertOtherOwner(tx, person);
    await tx.delete(users).where(and(eq(users.accountId, doer.accountId), eq(users.id, id)));
    await endUnvouched(can, tx, doer.accountId);
    const { email, name, role } = person;
    await writeAudit(tx, doer, 'user_removed', { subject: email, detail: { name, role } });
  });
}
