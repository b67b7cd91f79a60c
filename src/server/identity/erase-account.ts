import { and, eq, inArray, lt, lte, or, sql } from 'drizzle-orm';
import { INVOICE_RETENTION_YEARS, UNSOLICITED_EMAIL_DAYS } from '../../shared/constants.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { gatewayEvents, invoices, keptInvoices, sandboxObjects, subscriptions } from '../db/schema/billing.ts';
import { accounts, signInSecrets, signUps, users } from '../db/schema/identity.ts';
import { jobs, jobTurns } from '../db/schema/platform.ts';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { queueEmail } from '../mail/emails.ts';
import { withoutPersonalData } from './account/without-personal-data.ts';
import { readOwners } from './mail-owners.ts';
import { platformAccount } from './platform-account.ts';

type AccountRow = typeof accounts.$inferSelect;

/** January 1 of the year after the invoice (CTN, art. 173). */
const keepUntil = (issuedAt: Date) => new Date(Date.UTC(issuedAt.getUTCFullYear() + 1 + INVOICE_RETENTION_YEARS, 0, 1));

/** As the law requires. Drafts and deleted ones were never issued. */
async function keepInvoices(tx: Tx, { id: accountId, name, companyName, cnpj }: AccountRow): Promise<void> {
  const issued = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.accountId, accountId), inArray(invoices.status, ['open', 'paid', 'uncollectible', 'void'])));
  if (issued.length === 0) return;
  const holder = { name: companyName ?? name, taxId: cnpj };
  await tx.insert(keptInvoices).values(
    issued.map(({ accountId: _, id, ...invoice }) => ({
      id,
      accountId,
      holder,
      keptUntil: keepUntil(invoice.issuedAt),
      invoice: { ...invoice, issuedAt: invoice.issuedAt.toISOString() },
    })),
  );
}

/** They have no foreign key to the account. */
async function erasePlatformRows(tx: Tx, accountId: string, people: { id: string; email: string }[]): Promise<void> {
  const traces = [accountId, ...people.flatMap(({ id, email }) => [id, email])];
  const mentions = traces.map((trace) => sql`position(${trace} in ${signInSecrets.payload}::text) > 0`);
  await tx.delete(signInSecrets).where(sql.join(mentions, sql` or `));
  const emails = people.map(({ email }) => email);
  await tx.delete(signUps).where(inArray(signUps.email, emails));
  // After the account's jobs: running one would create this row again.
  await tx.delete(jobTurns).where(eq(jobTurns.accountId, accountId));
}

/** A real gateway keeps its own copy, as the law requires. */
async function eraseGatewayRows(tx: Tx, accountId: string, customerId: string | null): Promise<void> {
  await tx.delete(gatewayEvents).where(eq(gatewayEvents.accountId, accountId));
  if (!customerId) return;
  const ofCustomer = or(eq(sandboxObjects.id, customerId), eq(sandboxObjects.customerId, customerId));
  await tx.delete(sandboxObjects).where(ofCustomer);
}

/** One transaction. False if it no longer exists or is no longer due. */
function eraseAccount(db: Db, accountId: string): Promise<boolean> {
  return withPlatform(db, async (tx) => {
    const [account] = await tx
      .select()
      .from(accounts)
      .where(and(eq(accounts.id, accountId), lte(accounts.deletesAt, sql`now()`), eq(accounts.isStaff, false)))
      .for('update', { skipLocked: true });
    if (!account) return false;
    const owners = await readOwners(tx, accountId);
    const people = await tx.select().from(users).where(eq(users.accountId, accountId));
    const staffId = await platformAccount(tx);
    await keepInvoices(tx, account);
    const customer = await tx
      .select({ id: subscriptions.customerId })
      .from(subscriptions)
      .where(eq(subscriptions.accountId, accountId));
    // All tenant tables refer to the account with `on delete cascade`.
    await tx.delete(accounts).where(eq(accounts.id, accountId));
    await erasePlatformRows(tx, accountId, people);
    await eraseGatewayRows(tx, accountId, customer[0]?.id ?? null);
    await tx.execute(sql`select erase_audit_entries(${accountId}::uuid)`);
    const reason = withoutPersonalData(account.deletionReason ?? '', account, people);
    await writeAudit(tx, { accountId: staffId }, 'account_erased', { subject: accountId, detail: { reason } });
    for (const { name, email } of owners) await queueEmail(tx, staffId, email, 'accountErased', { name });
    return true;
  });
}

/** To people without an account: they hold names and addresses. */
const deleteStrangersEmails = (tx: Tx) =>
  tx
    .delete(jobs)
    .where(
      and(
        eq(jobs.kind, 'mail'),
        sql`${jobs.payload} ->> 'letter' in ('accountErased', 'verify')`,
        lt(jobs.createdAt, sql`now() - make_interval(days => ${UNSOLICITED_EMAIL_DAYS})`),
      ),
    );

/**
 * Each account in a transaction; also invoices that need not be kept any longer. Only invoices and one audit entry
 * without personal data remain, in the platform's hidden account. Several processes may run this. Returns the number of
 * accounts. Throws `AggregateError` after all were tried; failed ones are tried again.
 */
export async function eraseDueAccounts(db: Db): Promise<number> {
  const due = await withPlatform(db, async (tx) => {
    await deleteStrangersEmails(tx);
    await tx.delete(keptInvoices).where(lt(keptInvoices.keptUntil, sql`now()`));
    return tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(lte(accounts.deletesAt, sql`now()`), eq(accounts.isStaff, false)));
  });
  let erased = 0;
  const failures: unknown[] = [];
  for (const { id } of due) {
    await eraseAccount(db, id).then(
      (isErased) => (erased += isErased ? 1 : 0),
      (error: unknown) => failures.push(error),
    );
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some accounts could not be erased');
  return erased;
}
