import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Policy } from '../../../../access-control/policy.ts';
import type { acceptBody, invitation } from '../../../shared/people.ts';
import { FRESH_FLAG, SELF_FLAG } from '../../../shared/roles.ts';
import type { SignedIn } from '../../../shared/second-factor.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { accounts, logins, mailedSecrets, users } from '../../db/schema/identity.ts';
import { type Tx, withPlatform } from '../../db/tenant.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { digest, isSameDigest, parseToken } from '../../runtime/secrets.ts';
import type { Services } from '../../runtime/services.ts';
import { rejectGuessable } from '../guessable.ts';
import type { Origin } from '../known-devices.ts';
import { isMailedSecret } from '../mailed-secrets.ts';
import { hashPassword } from '../passwords.ts';
import { isUser } from '../row-conditions.ts';
import { admit } from '../second-factor/sign-in.ts';
import { deleteSignUps } from '../sign-up.ts';
import { canManageRole } from './can-manage-role.ts';

type InvitedUser = typeof users.$inferSelect;

/** The inviter may still assign role and contexts. */
async function isInvitationAllowed(
  policy: Policy,
  tx: Tx,
  invited: InvitedUser,
  inviter: InvitedUser | undefined,
): Promise<boolean> {
  if (inviter?.status !== 'ACTIVE') return false;
  const { role } = inviter;
  if (!policy.can({ role, flags: [SELF_FLAG, FRESH_FLAG] }, 'users', 'create') || !canManageRole(role, invited.role))
    return false;
  if (inviter.seesAllContexts) return true;
  if (invited.seesAllContexts) return false;
  const { rows } = await tx.execute(sql`select 1 from user_contexts c
    where c.account_id = ${invited.accountId} and c.user_id = ${invited.id} and c.context_id not in (
      select context_id from user_contexts where account_id = ${invited.accountId} and user_id = ${inviter.id})
    limit 1`);
  return rows.length === 0;
}

/** Throws `ApiError` `link_expired`, also for invalid tokens, and `email_taken` if the address has an account. */
async function findInvitation({ policy }: Services, tx: Tx, token: string) {
  const parts = parseToken(token);
  if (!parts) throw new ApiError('link_expired');
  const { accountId, id: userId, secret } = parts;
  const [found] = await tx
    .select({ user: users, account: accounts, hash: mailedSecrets.hash, expiresAt: mailedSecrets.expiresAt })
    .from(mailedSecrets)
    .innerJoin(users, and(eq(users.accountId, mailedSecrets.accountId), eq(users.id, mailedSecrets.userId)))
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .where(and(isMailedSecret({ accountId, userId }, 'invite'), eq(users.status, 'PENDING')))
    .for('update', { of: mailedSecrets });
  // The secret cannot be guessed, so attempts need no limit.
  const holds = found && isSameDigest(found.hash, digest(secret)) && found.expiresAt.getTime() > Date.now();
  if (!holds) throw new ApiError('link_expired');
  const { user, account, expiresAt } = found;
  const inviters = await tx
    .select()
    .from(users)
    .where(and(eq(users.accountId, accountId), sql`${users.id} = ${user.invitedBy}`));
  if (!(await isInvitationAllowed(policy, tx, user, inviters[0]))) throw new ApiError('link_expired');
  const [existingLogin] = await tx.select().from(logins).where(eq(logins.email, user.email));
  if (existingLogin) throw new ApiError('email_taken');
  return { user, account, inviter: inviters[0]?.name ?? '', expiresAt };
}

/** Throws `ApiError` `link_expired` or `email_taken`. */
export async function readInvitation(services: Services, token: string): Promise<z.infer<typeof invitation>> {
  const { user, account, inviter, expiresAt } = await withPlatform(services.db, (tx) =>
    findInvitation(services, tx, token),
  );
  return {
    email: user.email,
    account: account.companyName ?? account.name,
    inviter,
    role: user.role as z.infer<typeof invitation>['role'],
    expiresAt: expiresAt.toISOString(),
  };
}

/** Once. Throws `ApiError` `link_expired`, `email_taken`, `invalid_input` (guessable password). */
export async function acceptInvitation(
  services: Services,
  token: string,
  { name, password }: z.output<typeof acceptBody>,
  origin: Origin,
): Promise<SignedIn> {
  // Checked before the expensive hashing, so that it cannot be triggered without an invitation.
  const { email } = await readInvitation(services, token);
  await rejectGuessable(password, { email, name });
  const passwordHash = await hashPassword(password);
  const person = await withPlatform(services.db, async (tx) => {
    const { user } = await findInvitation(services, tx, token);
    const { accountId, id: userId, role } = user;
    const now = new Date();
    const own = await tx.insert(logins).values({ email, accountId, userId }).onConflictDoNothing().returning();
    if (own.length === 0) throw new ApiError('email_taken');
    await deleteSignUps(tx, email);
    await tx.delete(mailedSecrets).where(and(eq(mailedSecrets.accountId, accountId), eq(mailedSecrets.userId, userId)));
    await tx
      .update(users)
      .set({ name, passwordHash, status: 'ACTIVE', emailVerifiedAt: now, updatedAt: now })
      .where(isUser({ accountId, userId }));
    await writeAudit(tx, { accountId, userId, ip: origin.ip }, 'invitation_accepted', { subject: email });
    return { accountId, userId, role };
  });
  return admit(services, person, { method: 'invitation', ...origin });
}

/** Those that their inviter may no longer make. Call it after somebody has lost a permission. */
export async function expireUnallowedInvitations(policy: Policy, tx: Tx, accountId: string): Promise<void> {
  const people = await tx.select().from(users).where(eq(users.accountId, accountId));
  const pending = people.filter(({ status }) => status === 'PENDING');
  for (const invited of pending) {
    const inviter = people.find(({ id }) => id === invited.invitedBy);
    if (await isInvitationAllowed(policy, tx, invited, inviter)) continue;
    await tx.delete(mailedSecrets).where(isMailedSecret({ accountId, userId: invited.id }, 'invite'));
  }
}
