import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { INVITATION_DAYS } from '../../../shared/constants.ts';
import type { inviteBody } from '../../../shared/people.ts';
import type { Role } from '../../../shared/roles.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { assertWithinPlanLimit } from '../../db/plan-limits.ts';
import { accounts, logins, users } from '../../db/schema/identity.ts';
import { type Tx, withPlatform } from '../../db/tenant.ts';
import { queueEmail } from '../../mail/emails.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { newSecret } from '../../runtime/secrets.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { storeSecret } from '../mailed-secrets.ts';
import { isUser, type UserKey } from '../row-conditions.ts';
import type { ActingUser } from './acting-user.ts';
import { requireManageable } from './edit-person.ts';
import { visibleUser } from './people-source.ts';
import { assignableContexts, assignContexts } from './person-contexts.ts';

interface Invitee extends UserKey {
  email: string;
  role: string;
}
type Inviter = Omit<ActingUser, 'sessionId' | 'role'> & { role: string };

/** A previous link becomes invalid. */
async function mailInvitation(services: Services, tx: Tx, actor: Inviter, invited: Invitee): Promise<void> {
  const { accountId, userId, email, role } = invited;
  const secret = newSecret();
  await storeSecret(tx, { accountId, userId }, 'invite', secret, INVITATION_DAYS * 24 * 60);
  const [from] = await tx
    .select({ inviter: users.name, account: accounts.name, companyName: accounts.companyName })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .where(isUser({ accountId, userId: actor.userId }));
  // Only the email mentions an existing account elsewhere. The inviter's response is the same in both cases.
  const [existingLogin] = await tx.select().from(logins).where(eq(logins.email, email));
  await queueEmail(tx, accountId, email, existingLogin ? 'inviteElsewhere' : 'invite', {
    inviter: from?.inviter ?? '',
    account: from?.companyName ?? from?.account ?? '',
    role: t(`users.options.role.${role}`),
    url: `${services.publicUrl()}/invitation/${accountId}.${userId}.${secret}`,
    days: INVITATION_DAYS,
  });
}

/**
 * Locks the account. Returns the columns of a user who waits in it. Throws `ApiError` `person_known` if the account has this
 * address, `forbidden` for a role the caller may not assign, or `plan_limit_reached`.
 */
export async function invitedColumns(tx: Tx, actor: Inviter, { email, role }: { email: string; role: string }) {
  const { accountId } = actor;
  requireManageable(actor, [role]);
  await lockAccount(tx, accountId);
  const ofEmail = and(eq(users.accountId, accountId), eq(users.email, email));
  const [known] = await tx.select({ id: users.id }).from(users).where(ofEmail);
  if (known) throw new ApiError('person_known');
  await assertWithinPlanLimit(tx, accountId, 'users');
  return { name: '', status: 'PENDING', invitedBy: actor.userId, tutorial: 0, seesAllContexts: true } as const;
}

/** Records an invitation and mails it. `contexts`: how many the person will see. */
export async function announceInvitation(
  services: Services,
  tx: Tx,
  actor: Inviter,
  { contexts, ...invited }: Invitee & { contexts: number | 'all' },
): Promise<void> {
  const { email, role } = invited;
  await writeAudit(tx, actor, 'user_invited', { subject: email, detail: { role, contexts } });
  await mailInvitation(services, tx, actor, invited);
}

/**
 * Returns the user's id. Throws `ApiError` like `invitedColumns`, or `not_found` for a context the caller does not see.
 */
export async function inviteUser(
  services: Services,
  actor: ActingUser,
  { email, role, contextIds }: Pick<z.output<typeof inviteBody>, 'email' | 'contextIds'> & { role: Role },
): Promise<string> {
  const { accountId, tenant } = actor;
  const userId = uuidv7();
  await withPlatform(services.db, async (tx) => {
    // Owners see all contexts, so a selection is ignored.
    const assignable = role === 'OWNER' ? [] : await assignableContexts(tx, tenant, contextIds);
    const waiting = await invitedColumns(tx, actor, { email, role });
    const seesAllContexts = assignable.length === 0;
    await tx.insert(users).values({ ...waiting, accountId, id: userId, email, role, seesAllContexts });
    await assignContexts(tx, { accountId, userId }, assignable);
    const contexts = assignable.length || 'all';
    await announceInvitation(services, tx, actor, { accountId, userId, email, role, contexts });
  });
  return userId;
}

/** With a new link. Throws `ApiError` `not_found` if the user is not pending. */
export async function resendInvitation(services: Services, actor: ActingUser, id: string): Promise<void> {
  await withPlatform(services.db, async (tx) => {
    const [person] = await tx
      .select()
      .from(users)
      .where(and(visibleUser(actor.tenant, id), eq(users.status, 'PENDING')))
      .for('update');
    if (!person) throw notFound();
    requireManageable(actor, [person.role]);
    const { accountId, email, role } = person;
    await tx
      .update(users)
      .set({ invitedBy: actor.userId })
      .where(isUser({ accountId, userId: id }));
    await writeAudit(tx, actor, 'user_invited', { subject: email, detail: { role, again: true } });
    await mailInvitation(services, tx, actor, { accountId, userId: id, email, role });
  });
}
