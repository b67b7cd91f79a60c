import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { FREE_ACCOUNT_LAST_DAYS } from '../../../shared/constants.ts';
import type { deletionBody } from '../../../shared/people.ts';
import { longDay } from '../../runtime/calendar.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { plans, subscriptions } from '../../db/schema/billing.ts';
import { accounts, users } from '../../db/schema/identity.ts';
import { type Tx, withPlatform } from '../../db/tenant.ts';
import { type Email, queueEmail } from '../../mail/emails.ts';
import { notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { demandPassword } from '../people/demand-password.ts';
import { type Doer, lockAccount } from '../people/doer.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The end of what is paid for; where nothing is, days enough to think again. */
async function endOf(tx: Tx, accountId: string, now: Date): Promise<Date> {
  const [plan] = await tx
    .select({ price: plans.monthlyPrice, renewsAt: subscriptions.renewsAt })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(eq(subscriptions.accountId, accountId));
  if (plan && plan.price > 0 && plan.renewsAt > now) return plan.renewsAt;
  return new Date(now.getTime() + FREE_ACCOUNT_LAST_DAYS * DAY_MS);
}

/** The owners of an account: what becomes of it is told to each of them. */
export const readOwners = (tx: Tx, accountId: string) =>
  tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.accountId, accountId), eq(users.role, 'OWNER'), eq(users.status, 'ACTIVE')));

async function tellOwners(tx: Tx, accountId: string, letter: Email, values: Record<string, unknown>): Promise<void> {
  for (const { name, email } of await readOwners(tx, accountId)) {
    await queueEmail(tx, accountId, email, letter, { name, ...values });
  }
}

/**
 * Asks for the account's end. Until its date everything goes on and the wish may be taken back; asked again, the date
 * stays. Answers the date.
 * @throws ApiError `invalid_input` for a wrong password, `too_many_tries`.
 */
export async function requestDeletion(
  services: Services,
  doer: Doer,
  { reason, password }: z.output<typeof deletionBody>,
): Promise<Date> {
  await demandPassword(services, doer, 'password', password, { optional: true });
  const { accountId } = doer;
  const date = await withPlatform(services.db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    // Staff belong to a hidden account, which holds the platform's own records.
    if (!account || account.isStaff) throw notFound();
    const now = new Date();
    const deletesAt = account.deletesAt ?? (await endOf(tx, accountId, now));
    const deletionRequestedAt = account.deletionRequestedAt ?? now;
    await tx
      .update(accounts)
      .set({ deletionReason: reason, deletionRequestedAt, deletesAt })
      .where(eq(accounts.id, accountId));
    if (account.deletesAt) return deletesAt;
    await writeAudit(tx, doer, 'account_deletion_requested', {
      detail: { reason, deletesAt: deletesAt.toISOString() },
    });
    const url = `${services.publicUrl()}/preferences`;
    await tellOwners(tx, accountId, 'deletionRequested', { account: account.name, date: longDay(deletesAt), url });
    return deletesAt;
  });
  services.wake();
  return date;
}

/** Takes the wish back; where there was none, nothing happens. */
export async function undoDeletion(services: Services, doer: Doer): Promise<void> {
  const { accountId } = doer;
  await withPlatform(services.db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account?.deletesAt) return;
    await tx
      .update(accounts)
      .set({ deletionReason: null, deletionRequestedAt: null, deletesAt: null })
      .where(eq(accounts.id, accountId));
    await writeAudit(tx, doer, 'account_deletion_undone');
    await tellOwners(tx, accountId, 'deletionUndone', { account: account.name });
  });
  services.wake();
}
