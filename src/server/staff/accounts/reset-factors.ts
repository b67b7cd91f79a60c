import { and, eq } from 'drizzle-orm';
import { writeAudit } from '../../audit/write-audit.ts';
import { accounts, users } from '../../db/schema/identity.ts';
import { type Tx, withPlatform } from '../../db/tenant.ts';
import { mailSecurityNotice } from '../../identity/known-devices.ts';
import { deleteFactors } from '../../identity/second-factor/factors.ts';
import { endSessions } from '../../identity/sessions.ts';
import { notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { auditContextIn, type StaffMember } from '../staff-member.ts';

interface FactorReset {
  /** Absent for one of the staff. */
  accountId?: string;
  userId: string;
  reason: string;
}

/**
 * For somebody who has lost the device and the recovery codes. Ends their sessions and mails them. Throws `ApiError`
 * `not_found`, also without a factor.
 */
export async function resetFactorsInside(
  tx: Tx,
  services: Services,
  member: StaffMember,
  { accountId, userId, reason }: FactorReset,
): Promise<void> {
  const [person] = await tx
    .select({ accountId: users.accountId, email: users.email })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .where(
      and(
        eq(users.id, userId),
        accountId === undefined ? undefined : eq(users.accountId, accountId),
        eq(accounts.isStaff, accountId === undefined),
      ),
    )
    .for('update', { of: users });
  if (!person) throw notFound();
  const user = { accountId: person.accountId, userId };
  if (!(await deleteFactors(tx, user))) throw notFound();
  await endSessions(tx, user.accountId, userId);
  const context = await auditContextIn(tx, user.accountId, member);
  await writeAudit(tx, context, 'factors_reset', { subject: person.email, detail: { reason } });
  await mailSecurityNotice(tx, services, user, 'factorsReset', { reason });
}

/** In a transaction of its own. */
export async function resetFactors(services: Services, member: StaffMember, reset: FactorReset): Promise<void> {
  await withPlatform(services.db, (tx) => resetFactorsInside(tx, services, member, reset));
}
