import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { FREE_ACCOUNT_LAST_DAYS } from '../../../shared/constants.ts';
import type { deletionBody } from '../../../shared/people.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { plans, subscriptions } from '../../db/schema/billing.ts';
import { accounts, users } from '../../db/schema/identity.ts';
import { type Tx, withPlatform } from '../../db/tenant.ts';
import { type Email, queueEmail } from '../../mail/emails.ts';
import { notFound } from '../../runtime/api-error.ts';
import { longDay } from '../../runtime/calendar.ts';
import type { Services } from '../../runtime/services.ts';
import type { ActingUser } from '../people/acting-user.ts';
import { confirmPassword } from '../people/confirm-password.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

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

export const readOwners = (tx: Tx, accountId: string) =>
  tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.accountId, accountId), eq(users.role, 'OWNER'), eq(users.status, 'ACTIVE')));

async function notifyOwners(
  tx: Tx,
  accountId: string,
  template: Email,
  values: Record<string, unknown>,
): Promise<void> {
  for (const { name, email } of await readOwners(tx, accountId)) {
    await queueEmail(tx, accountId, email, template, { name, ...values });
  }
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
    await notifyOwners(tx, accountId, 'deletionRequested', { account: account.name, date: longDay(deletesAt), url });
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
    await notifyOwners(tx, accountId, 'deletionUndone', { account: account.name });
  });
}
