import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import type { userEdit } from '../../../shared/people.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { assertWithinPlanLimit } from '../../db/plan-limits.ts';
import { users } from '../../db/schema/identity.ts';
import { type Tx, withPlatform } from '../../db/tenant.ts';
import { lockRow } from '../../resource/query.ts';
import { rowsFor } from '../../resource/source.ts';
import { mergeChange } from '../../resource/versions.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { isUser } from '../row-conditions.ts';
import { endSessions } from '../sessions.ts';
import type { ActingUser } from './acting-user.ts';
import { canManageRole } from './can-manage-role.ts';
import { expireUnallowedInvitations } from './invitation.ts';
import { editedValues, usersSource, visibleUser } from './people-source.ts';
import { assignableContexts, assignContexts } from './person-contexts.ts';

type UserRow = typeof users.$inferSelect;
type UserChange = z.output<typeof userEdit>;

/** Throws `ApiError` `forbidden` unless all roles may be managed. */
export function requireManageable({ role }: { role: string }, roles: readonly (string | undefined)[]): void {
  if (!roles.every((one) => canManageRole(role, one))) throw new ApiError('forbidden');
}

/** Locks the account. Throws `not_found`, or `own_role` for the caller. */
async function lockUser(tx: Tx, actor: ActingUser, id: string): Promise<UserRow> {
  await lockAccount(tx, actor.accountId);
  const [person] = await tx.select().from(users).where(visibleUser(actor.tenant, id));
  if (!person) throw notFound();
  if (id === actor.userId) throw new ApiError('own_role');
  return person;
}

/** Throws `ApiError` `last_owner`. */
async function assertOtherOwner(tx: Tx, { accountId, id, role, status }: UserRow): Promise<void> {
  if (role !== 'OWNER' || status !== 'ACTIVE') return;
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.accountId, accountId), eq(users.role, 'OWNER'), eq(users.status, 'ACTIVE'), ne(users.id, id)))
    .limit(1);
  if (!other) throw new ApiError('last_owner');
}

async function changeRole(tx: Tx, actor: ActingUser, person: UserRow, change: UserChange): Promise<void> {
  const { role = person.role, contextIds } = change;
  const { accountId, id: userId, email } = person;
  const isNarrowed = contextIds !== undefined && role !== 'OWNER';
  const assignable = isNarrowed ? await assignableContexts(tx, actor.tenant, contextIds) : [];
  const seesAllContexts = role === 'OWNER' || (isNarrowed ? assignable.length === 0 : person.seesAllContexts);
  await tx
    .update(users)
    // Whoever changes the role of an invited user becomes the inviter.
    .set({
      role,
      seesAllContexts,
      ...(person.status === 'PENDING' && { invitedBy: actor.userId }),
      updatedAt: new Date(),
    })
    .where(isUser({ accountId, userId }));
  if (isNarrowed || role === 'OWNER') await assignContexts(tx, { accountId, userId }, assignable);
  const contexts = contextIds === undefined ? {} : { contexts: assignable.length || 'all' };
  await writeAudit(tx, actor, 'role_changed', {
    subject: email,
    detail: { id: userId, from: person.role, to: role, ...contexts },
  });
}

/** Deactivation ends all sessions immediately. */
async function changeStatus(tx: Tx, actor: ActingUser, person: UserRow, status: 'ACTIVE' | 'INACTIVE'): Promise<void> {
  const { accountId, id, email } = person;
  if (person.status === status) return;
  // An invited user has no password yet and can only enter through the invitation.
  if (person.status === 'PENDING') throw new ApiError('invitation_pending');
  if (status === 'ACTIVE') await assertWithinPlanLimit(tx, accountId, 'users');
  await tx
    .update(users)
    .set({ status, updatedAt: new Date() })
    .where(isUser({ accountId, userId: id }));
  if (status === 'INACTIVE') await endSessions(tx, accountId, id);
  await writeAudit(tx, actor, status === 'ACTIVE' ? 'user_activated' : 'user_deactivated', {
    subject: email,
    detail: { id },
  });
}

/** Merged with what others have saved. The account must be locked. */
async function mergeUserChange(tx: Tx, { accountId, tenant }: ActingUser, id: string, change: UserChange) {
  const row = await lockRow(tx, rowsFor(usersSource, tenant), id);
  const actions = ['role_changed', 'user_activated', 'user_deactivated'];
  return mergeChange(tx, { accountId, actions, id, values: editedValues(row), row }, change);
}

/**
 * Absent values stay. Throws `ApiError` `own_role`, `last_owner`, `forbidden` when a non-owner changes an owner,
 * `not_found`, `changed_meanwhile`, `invitation_pending`, or `plan_limit_reached` when activating a user.
 */
export async function editUser(
  { db, policy }: Services,
  actor: ActingUser,
  id: string,
  input: UserChange,
): Promise<void> {
  await withPlatform(db, async (tx) => {
    const person = await lockUser(tx, actor, id);
    const change = await mergeUserChange(tx, actor, id, input);
    requireManageable(actor, [person.role, change.role]);
    const losesRole = change.role !== undefined && change.role !== 'OWNER';
    if (losesRole || change.status === 'INACTIVE') await assertOtherOwner(tx, person);
    if (change.role !== undefined || change.contextIds !== undefined) await changeRole(tx, actor, person, change);
    if (change.status) await changeStatus(tx, actor, person, change.status);
    await expireUnallowedInvitations(policy, tx, actor.accountId);
  });
}

/** The address can be used again; audit entries keep the name. Throws `ApiError` like `editUser`. */
export async function removeUser({ db, policy }: Services, actor: ActingUser, id: string): Promise<void> {
  await withPlatform(db, async (tx) => {
    const person = await lockUser(tx, actor, id);
    requireManageable(actor, [person.role]);
    await assertOtherOwner(tx, person);
    await tx.delete(users).where(isUser({ accountId: actor.accountId, userId: id }));
    await expireUnallowedInvitations(policy, tx, actor.accountId);
    const { email, name, role } = person;
    await writeAudit(tx, actor, 'user_removed', { subject: email, detail: { name, role } });
  });
}
