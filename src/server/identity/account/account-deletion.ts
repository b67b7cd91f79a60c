import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { DAY_MS, FREE_ACCOUNT_LAST_DAYS } from '../../../shared/constants.ts';
import type { deletionBody } from '../../../shared/people.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { plans, subscriptions } from '../../db/schema/billing.ts';
import { accounts } from '../../db/schema/identity.ts';
import { type Tx, withPlatform } from '../../db/tenant.ts';
import { notFound } from '../../runtime/api-error.ts';
import { longDay } from '../../runtime/calendar.ts';
import type { Services } from '../../runtime/services.ts';
import { mailOwners } from '../mail-owners.ts';
import type { ActingUser } from '../people/acting-user.ts';
import { confirmPassword } from '../people/confirm-password.ts';

/** The end of the paid period or, for a free account, after a waiting period. */
async function deletionDate(tx: Tx, accountId: string, now: Date): Promise<Date> {
  const [plan] = await tx
    .select({ price: plans.monthlyPrice, renewsAt: subscriptions.renewsAt })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(eq(subscriptions.accountId, accountId));
  if (plan && plan.price > 0 && plan.renewsAt > now) return plan.renewsAt;
  return new Date(now.getTime() + FREE_ACCOUNT_LAST_DAYS * DAY_MS);
}

/** A repeated request keeps the date. Throws `ApiError` `invalid_input` for a wrong password, or `too_many_tries`. */
export async function requestDeletion(
  services: Services,
  actor: ActingUser,
  { reason, password }: z.output<typeof deletionBody>,
): Promise<Date> {
  await confirmPassword(services, actor, 'password', password, { optional: true });
  const { accountId } = actor;
  return withPlatform(services.db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    // Staff belong to a hidden account with the platform's own records, which must not be deleted.
    if (!account || account.isStaff) throw notFound();
    const now = new Date();
    const deletesAt = account.deletesAt ?? (await deletionDate(tx, accountId, now));
    const deletionRequestedAt = account.deletionRequestedAt ?? now;
    await tx
      .update(accounts)
      .set({ deletionReason: reason, deletionRequestedAt, deletesAt })
      .where(eq(accounts.id, accountId));
    if (account.deletesAt) return deletesAt;
    await writeAudit(tx, actor, 'account_deletion_requested', {
      detail: { reason, deletesAt: deletesAt.toISOString() },
    });
    const url = `${services.publicUrl()}/preferences`;
    await mailOwners(tx, accountId, 'deletionRequested', { account: account.name, date: longDay(deletesAt), url });
    return deletesAt;
  });
}

export async function undoDeletion(services: Services, actor: ActingUser): Promise<void> {
  const { accountId } = actor;
  await withPlatform(services.db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account?.deletesAt) return;
    await tx
      .update(accounts)
      .set({ deletionReason: null, deletionRequestedAt: null, deletesAt: null })
      .where(eq(accounts.id, accountId));
    await writeAudit(tx, actor, 'account_deletion_undone');
    await mailOwners(tx, accountId, 'deletionUndone', { account: account.name });
  });
}
