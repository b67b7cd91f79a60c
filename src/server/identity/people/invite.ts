import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { INVITATION_DAYS } from '../../../shared/constants.ts';
import type { inviteBody } from '../../../shared/people.ts';
import type { Role } from '../../../shared/roles.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { requirePlanRoom } from '../../db/plan-room.ts';
import { accounts, logins, users } from '../../db/schema/identity.ts';
import { type Tx, withPlatform } from '../../db/tenant.ts';
import { t } from '../../runtime/translate.ts';
import { queueEmail } from '../../mail/emails.ts';
import { notFound, ApiError } from '../../runtime/api-error.ts';
import { newSecret } from '../../runtime/secrets.ts';
import type { Services } from '../../runtime/services.ts';
import { keepSecret } from '../mailed-secrets.ts';
import { type Doer, lockAccount } from './doer.ts';
import { demandRight } from './edit-person.ts';
import { grantable, letInto } from './person-contexts.ts';
import { personAt } from './people-source.ts';

interface Invited {
  accountId: string;
  userId: string;
  email: string;
  role: string;
}

/** Mails the link of an invitation; one that was mailed before no longer holds. */
async function mailInvitation(services: Services, tx: Tx, doer: Doer, invited: Invited): Promise<void> {
  const { accountId, userId, email, role } = invited;
  const secret = newSecret();
  await keepSecret(tx, { accountId, userId }, 'invite', secret, INVITATION_DAYS * 24 * 60);
  const [from] = await tx
    .select({ inviter: users.name, account: accounts.name, companyName: accounts.companyName })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .where(and(eq(users.accountId, accountId), eq(users.id, doer.userId)));
  // The letter alone says that its reader has an account elsewhere: the inviter is answered the same.
  const [taken] = await tx.select().from(logins).where(eq(logins.email, email));
  await queueEmail(tx, accountId, email, taken ? 'inviteElsewhere' : 'invite', {
    inviter: from?.inviter ?? '',
    account: from?.companyName ?? from?.account ?? '',
    role: t(`users.options.role.${role}`),
    url: `${services.publicUrl()}/invitation/${accountId}.${userId}.${secret}`,
    days: INVITATION_DAYS,
  });
}

/**
 * Invites a person into the account: a letter with a link that holds for a week. Answers the person's id.
 * @throws ApiError `person_known` when the address belongs to somebody in this account; `forbidden` for a role above one's own; `not_found` for a context that the inviter does not see; `plan_limit_reached`.
 */
export async function invitePerson(
  services: Services,
  doer: Doer,
  { email, role, contextIds }: Pick<z.output<typeof inviteBody>, 'email' | 'contextIds'> & { role: Role },
): Promise<string> {
  const { accountId, tenant } = doer;
  demandRight(doer, [role]);
  const userId = uuidv7();
  await withPlatform(services.db, async (tx) => {
    // An owner sees everything, whatever was ticked.
    const seen = role === 'OWNER' ? [] : await grantable(tx, tenant, contextIds);
    const seesAllContexts = seen.length === 0;
    await lockAccount(tx, accountId);
    const ofEmail = and(eq(users.accountId, accountId), eq(users.email, email));
    const [known] = await tx.select({ id: users.id }).from(users).where(ofEmail);
    if (known) throw new ApiError('person_known');
    await requirePlanRoom(tx, accountId, 'users');
    const waiting = { name: '', status: 'PENDING', invitedBy: doer.userId, tutorial: 0 } as const;
    await tx.insert(users).values({ ...waiting, accountId, id: userId, email, role, seesAllContexts });
    await letInto(tx, { accountId, userId }, seen);
    await writeAudit(tx, doer, 'user_invited', { subject: email, detail: { role, contexts: seen.length || 'all' } });
    await mailInvitation(services, tx, doer, { accountId, userId, email, role });
  });
  services.wake();
  return userId;
}

/** Sends an invitation again, with a new link. @throws ApiError `not_found` when nobody waits to be let in. */
export async function resendInvitation(services: Services, doer: Doer, id: string): Promise<void> {
  await withPlatform(services.db, async (tx) => {
    const [person] = await tx
      .select()
      .from(users)
      .where(and(personAt(doer.tenant, id), eq(users.status, 'PENDING')))
      .for('update');
    if (!person) throw notFound();
    demandRight(doer, [person.role as Role]);
    const { accountId, email, role } = person;
    await tx
      .update(users)
      .set({ invitedBy: doer.userId })
      .where(and(eq(users.accountId, accountId), eq(users.id, id)));
    await writeAudit(tx, doer, 'user_invited', { subject: email, detail: { role, again: true } });
    await mailInvitation(services, tx, doer, { accountId, userId: id, email, role });
  });
  services.wake();
}
