import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { creditBalance, CreditGift, Ledger, ledgerEntry } from '../../../shared/account-credits.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { addLastingCredits, readBalance } from '../../billing/balance.ts';
import { isoMoment } from '../../db/iso-moment.ts';
import { type Db, readTenant, type Tenant, tenant, type Tx, withPlatform } from '../../db/tenant.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { digest } from '../../runtime/secrets.ts';
import { auditContextIn, type StaffMember } from '../staff-member.ts';
import { requireCustomer } from './accounts.ts';

async function readCredits(db: Db, owner: Tenant): Promise<z.infer<typeof creditBalance>> {
  const { granted, monthly, lasting, periodStart } = await readBalance(db, owner);
  return {
    granted: granted / 1_000,
    monthly: monthly / 1_000,
    lasting: lasting / 1_000,
    periodStart: periodStart.toISOString(),
  };
}

/** Idempotent per key. Throws `ApiError` `not_found` (also staff), `idempotency_key_reused`. */
export async function giveCredits(
  db: Db,
  member: StaffMember,
  accountId: string,
  key: string,
  { credits, reason }: CreditGift,
): Promise<z.infer<typeof creditBalance>> {
  const cause = `gift:${digest(key)}`;
  await withPlatform(db, async (tx) => {
    await requireCustomer(tx, accountId);
    const isNew = await addLastingCredits(tx, accountId, { credits: Math.round(credits * 1_000), cause });
    if (!isNew) return assertSameGift(tx, accountId, cause, { credits, reason });
    const context = await auditContextIn(tx, accountId, member);
    await writeAudit(tx, context, 'credits_given', { subject: reason, detail: { credits, reason, cause } });
  });
  return readCredits(db, tenant(accountId, 'all'));
}

/** With the key's first use; the reason is in the account's audit log. */
async function assertSameGift(tx: Tx, accountId: string, cause: string, { credits, reason }: CreditGift) {
  const { rows } = await tx.execute(sql`
    select 1 from audit_entries a where a.account_id = ${accountId} and a.action = 'credits_given'
      and a.detail ->> 'cause' = ${cause} and a.detail ->> 'reason' = ${reason}
      and (a.detail ->> 'credits')::numeric = ${credits}::numeric`);
  if (rows.length === 0) throw new ApiError('idempotency_key_reused');
}

type LedgerRow = z.infer<typeof ledgerEntry> & { total: number };

/** Newest first. Throws `ApiError` `not_found`. */
export async function readLedger(
  db: Db,
  accountId: string,
  { page, limit }: { page: number; limit: number },
): Promise<Ledger> {
  await withPlatform(db, (tx) => requireCustomer(tx, accountId));
  const owner = tenant(accountId, 'all');
  const balance = await readCredits(db, owner);
  const rows = await readTenant<LedgerRow>(
    db,
    owner,
    sql`select e.cause, e.amount, e.lasting, e.settled_at is null as "isHeld", e.context_id as "contextId",
          c.name as "contextName", ${isoMoment(sql`e.created_at`)} as "createdAt", count(*) over ()::int as total,
          case when e.cause like 'gift:%' then (
            select a.detail ->> 'reason' from audit_entries a
            where a.account_id = e.account_id and a.action = 'credits_given' and a.detail ->> 'cause' = e.cause
            limit 1) end as reason
        from credit_entries e left join contexts c on c.account_id = e.account_id and c.id = e.context_id
        where e.account_id = ${accountId}
        order by e.created_at desc, e.cause desc limit ${limit} offset ${(page - 1) * limit}`,
  );
  const data = rows.map(({ total: _, amount, lasting, ...entry }) => ({
    ...entry,
    amount: amount / 1_000,
    lasting: lasting / 1_000,
  }));
  return { balance, data, total: rows[0]?.total ?? 0, page, limit };
}
