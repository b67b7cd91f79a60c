import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { CreditGift, creditBalance, Ledger, ledgerEntry } from '../../shared/account-credits.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { giveLasting, readBalance } from '../billing/balance.ts';
import { accounts } from '../db/tables.ts';
import { type Db, readTenant, tenant, type Tenant, withPlatform } from '../db/tenant.ts';
import { notFound } from '../refusal.ts';
import { type StaffMember, traceIn } from './staff-member.ts';

const customer = (id: string) => and(eq(accounts.id, id), eq(accounts.isStaff, false));

async function readCredits(db: Db, owner: Tenant): Promise<z.infer<typeof creditBalance>> {
  const { granted, monthly, lasting, periodStart } = await readBalance(db, owner);
  return {
    ...{ granted: granted / 1_000, monthly: monthly / 1_000, lasting: lasting / 1_000 },
    periodStart: periodStart.toISOString(),
  };
}

/**
 * Gives an account credits that last, and writes down who and why. The same request gives them once.
 * @throws Refusal `not_found` for an account that is none or of staff.
 */
export async function giveCredits(
  db: Db,
  member: StaffMember,
  accountId: string,
  { credits, reason, requestId = uuidv7() }: CreditGift,
): Promise<z.infer<typeof creditBalance>> {
  const cause = `gift:${requestId}`;
  await withPlatform(db, async (tx) => {
    const [account] = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(customer(accountId))
      .for('no key update');
    if (!account) throw notFound();
    const isNew = await giveLasting(tx, accountId, { credits: Math.round(credits * 1_000), cause });
    if (!isNew) return;
    const trace = await traceIn(tx, accountId, member);
    await writeAudit(tx, trace, 'credits_given', { subject: reason, detail: { credits, reason, cause } });
  });
  return readCredits(db, tenant(accountId, 'all'));
}

type EntryRow = Omit<z.infer<typeof ledgerEntry>, 'createdAt'> & { createdAt: Date; total: number };

/** The movements of an account's credits, the newest first. @throws Refusal `not_found`. */
export async function readLedger(
  db: Db,
  accountId: string,
  { page, limit }: { page: number; limit: number },
): Promise<Ledger> {
  const [account] = await withPlatform(db, (tx) =>
    tx.select({ id: accounts.id }).from(accounts).where(customer(accountId)),
  );
  if (!account) throw notFound();
  const owner = tenant(accountId, 'all');
  const balance = await readCredits(db, owner);
  const rows = await readTenant<EntryRow>(
    db,
    owner,
    sql`select e.cause, e.amount, e.lasting, e.settled_at is null as "isHeld", e.context_id as "contextId",
          c.name as "contextName", e.created_at as "createdAt", count(*) over ()::int as total,
          case when e.cause like 'gift:%' then (
            select a.detail ->> 'reason' from audit_entries a
            where a.account_id = e.account_id and a.action = 'credits_given' and a.detail ->> 'cause' = e.cause
            limit 1) end as reason
        from credit_entries e left join contexts c on c.account_id = e.account_id and c.id = e.context_id
        where e.account_id = ${accountId}
        order by e.created_at desc, e.cause desc limit ${limit} offset ${(page - 1) * limit}`,
  );
  const data = rows.map(({ total: _, createdAt, amount, lasting, ...entry }) => ({
    ...{ ...entry, amount: amount / 1_000, lasting: lasting / 1_000, createdAt: createdAt.toISOString() },
  }));
  return { balance, data, total: rows[0]?.total ?? 0, page, limit };
}
