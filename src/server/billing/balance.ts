import { type SQL, sql } from 'drizzle-orm';
import { openingBalance } from '../db/opening-balance.ts';
import { changeTenant, type Db, type Tenant, type Tx } from '../db/tenant.ts';

/*
 * In thousandths: the running period's credits, which answers use first and which expire with it, and lasting ones.
 * Each movement is a ledger entry, and each part of the balance is the sum of its entries. Lock the balance first, then
 * the entries.
 */

/** In thousandths. A second movement with the same `cause` has no effect. */
interface CreditMovement {
  credits: number;
  cause: string;
}

interface Balance {
  /** Credits at the period's start, in thousandths. */
  granted: number;
  monthly: number;
  lasting: number;
  periodStart: Date;
}

/** Also creates a missing row. Locked until the transaction ends. */
export const lockBalance = (accountId: string): SQL[] => [
  openingBalance(accountId),
  sql`select 1 from credit_balances where account_id = ${accountId}::uuid for update`,
];

async function applyOnce(tx: Tx, accountId: string, movement: SQL): Promise<boolean> {
  for (const statement of lockBalance(accountId)) await tx.execute(statement);
  return (await tx.execute(movement)).rows.length > 0;
}

/** Unless its cause exists. `amount` and `lasting` may refer to the balance as `b`. */
const insertEntry = (cause: string, { amount, lasting }: { amount: SQL; lasting: SQL }, accountId: string): SQL => sql`
  insert into credit_entries (account_id, cause, amount, lasting)
  select b.account_id, ${cause}, ${amount}, ${lasting} from credit_balances b where b.account_id = ${accountId}::uuid
  on conflict do nothing returning account_id, amount, lasting`;

/** Credits of the previous period expire. False when this cause was applied before. */
export function startPeriod(
  tx: Tx,
  accountId: string,
  { credits, periodStart, cause }: CreditMovement & { periodStart: Date },
): Promise<boolean> {
  return applyOnce(
    tx,
    accountId,
    sql`
    with granted as (${insertEntry(cause, { amount: sql`${credits}::int`, lasting: sql`0` }, accountId)}),
    ended as (
      insert into credit_entries (account_id, cause, amount)
      select b.account_id, ${`ended:${cause}`}, -b.monthly from credit_balances b join granted using (account_id)
      where b.monthly > 0)
    update credit_balances b set granted = granted.amount, monthly = granted.amount, period_start = ${periodStart.toISOString()}::timestamptz,
      updated_at = now()
    from granted where b.account_id = granted.account_id returning 1`,
  );
}

/** `granted`: the credits that the period started with. */
const addToBalance = (entry: SQL, granted: SQL): SQL => sql`
  with given as (${entry})
  update credit_balances b set granted = ${granted}, monthly = b.monthly + given.amount - given.lasting,
    lasting = b.lasting + given.lasting, updated_at = now()
  from given where b.account_id = given.account_id returning 1`;

/** False when this cause was applied before. */
export function addPeriodCredits(tx: Tx, accountId: string, { credits, cause }: CreditMovement): Promise<boolean> {
  const amount = sql`${credits}::int`;
  const entry = insertEntry(cause, { amount, lasting: sql`0` }, accountId);
  return applyOnce(tx, accountId, addToBalance(entry, sql`b.granted + given.amount`));
}

/** What the period has used is subtracted from what is left. False when this cause was applied before. */
export function setPeriodCredits(tx: Tx, accountId: string, { credits, cause }: CreditMovement): Promise<boolean> {
  const amount = sql`greatest(0, ${credits}::int - ${usedInPeriod(sql`b.account_id`, sql`b.period_start`)}) - b.monthly`;
  const entry = insertEntry(cause, { amount, lasting: sql`0` }, accountId);
  return applyOnce(tx, accountId, addToBalance(entry, sql`${credits}::int`));
}

function moveLasting(tx: Tx, accountId: string, cause: string, amount: SQL): Promise<boolean> {
  const entry = insertEntry(cause, { amount, lasting: amount }, accountId);
  return applyOnce(tx, accountId, addToBalance(entry, sql`b.granted`));
}

/** They do not expire. False when this cause was applied before. */
export const addLastingCredits = (tx: Tx, accountId: string, { credits, cause }: CreditMovement): Promise<boolean> =>
  moveLasting(tx, accountId, cause, sql`${credits}::int`);

/** As far as they are still there. False when this cause was applied before. */
export const takeLastingCredits = (tx: Tx, accountId: string, { credits, cause }: CreditMovement): Promise<boolean> =>
  moveLasting(tx, accountId, cause, sql`-least(${credits}::int, b.lasting)`);

/** Reservations included. */
const usedInPeriod = (accountId: SQL, periodStart: SQL): SQL => sql`(
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
