import { type SQL, sql } from 'drizzle-orm';
import { openingBalance } from '../db/opening-balance.ts';
import { changeTenant, type Db, type Tenant, type Tx } from '../db/tenant.ts';

/*
 * What an account has left, in thousandths of a credit: those of the running period, which end with it, and those that
 * last. An answer takes of the period's first. Each movement is an entry of the ledger, and the balance is the ledger's
 * sum, each pocket its own: whoever changes them locks the balance first, the entries after it.
 */

/** A movement: `cause` makes it happen once. Credits in thousandths. */
interface Movement {
  credits: number;
  cause: string;
}

export interface Balance {
  /** What the running period came with. */
  granted: number;
  /** Left of it. */
  monthly: number;
  lasting: number;
  periodStart: Date;
}

/** The balance's row, locked until the transaction ends; made when it is not there. */
export const lockingBalance = (accountId: string): SQL[] => [
  openingBalance(accountId),
  sql`select 1 from credit_balances where account_id = ${accountId}::uuid for update`,
];

async function moveOnce(tx: Tx, accountId: string, movement: SQL): Promise<boolean> {
  for (const statement of lockingBalance(accountId)) await tx.execute(statement);
  return (await tx.execute(movement)).rows.length > 0;
}

/** An entry of the ledger, once a cause: `amount` and `lasting` as of the balance `b`. */
const entering = (cause: string, { amount, lasting }: { amount: SQL; lasting: SQL }, accountId: string): SQL => sql`
  insert into credit_entries (account_id, cause, amount, lasting)
  select b.account_id, ${cause}, ${amount}, ${lasting} from credit_balances b where b.account_id = ${accountId}::uuid
  on conflict do nothing returning account_id, amount, lasting`;

/**
 * Begins a period: what is left of the one before ends, the new one's credits are there. Once a cause; answers whether it
 * was the first time.
 */
export function startPeriod(
  tx: Tx,
  accountId: string,
  { credits, periodStart, cause }: Movement & { periodStart: Date },
): Promise<boolean> {
  return moveOnce(
    tx,
    accountId,
    sql`
    with granted as (${entering(cause, { amount: sql`${credits}::int`, lasting: sql`0` }, accountId)}),
    ended as (
      insert into credit_entries (account_id, cause, amount)
      select b.account_id, ${`ended:${cause}`}, -b.monthly from credit_balances b join granted using (account_id)
      where b.monthly > 0)
    update credit_balances b set granted = granted.amount, monthly = granted.amount, period_start = ${periodStart.toISOString()}::timestamptz,
      updated_at = now()
    from granted where b.account_id = granted.account_id returning 1`,
  );
}

/** `granted`: what the period then comes with. */
const adding = (entry: SQL, granted: SQL): SQL => sql`
  with given as (${entry})
  update credit_balances b set granted = ${granted}, monthly = b.monthly + given.amount - given.lasting,
    lasting = b.lasting + given.lasting, updated_at = now()
  from given where b.account_id = given.account_id returning 1`;

/** Adds credits to the running period. Once a cause; answers whether it was the first time. */
export function raisePeriod(tx: Tx, accountId: string, { credits, cause }: Movement): Promise<boolean> {
  const amount = sql`${credits}::int`;
  const entry = entering(cause, { amount, lasting: sql`0` }, accountId);
  return moveOnce(tx, accountId, adding(entry, sql`b.granted + given.amount`));
}

/**
 * Makes the running period one of so many credits: left is what of them it has not used, whatever it had before. Once a
 * cause; answers whether it was the first time.
 */
export function resizePeriod(tx: Tx, accountId: string, { credits, cause }: Movement): Promise<boolean> {
  const amount = sql`greatest(0, ${credits}::int - ${usedOfPeriod(sql`b.account_id`, sql`b.period_start`)}) - b.monthly`;
  const entry = entering(cause, { amount, lasting: sql`0` }, accountId);
  return moveOnce(tx, accountId, adding(entry, sql`${credits}::int`));
}

/** Adds credits that last. Once a cause; answers whether it was the first time. */
export function giveLasting(tx: Tx, accountId: string, { credits, cause }: Movement): Promise<boolean> {
  const amount = sql`${credits}::int`;
  return moveOnce(tx, accountId, adding(entering(cause, { amount, lasting: amount }, accountId), sql`b.granted`));
}

/** What answers took of the credits of the period that began then, reserved or settled. */
const usedOfPeriod = (accountId: SQL, periodStart: SQL): SQL => sql`(
  select coalesce(sum(e.lasting - e.amount), 0)::int from credit_entries e
  where e.account_id = ${accountId} and e.cause like 'answer:%' and e.created_at >= ${periodStart})`;

export async function readBalance(db: Db, tenant: Tenant): Promise<Balance> {
  const { accountId } = tenant;
  const [row] = await changeTenant<Balance>(
    db,
    tenant,
    openingBalance(accountId),
    sql`select granted, monthly, lasting, period_start as "periodStart" from credit_balances where account_id = ${accountId}::uuid`,
  );
  return row!;
}
