import { sql } from 'drizzle-orm';
import { creditPeriod, creditPeriodSql } from '../../billing/credits.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { readTenant, tenant } from '../../db/tenant.ts';
import type { Services } from '../../runtime/services.ts';
import { noteStop, type Unserved } from './stops.ts';

/** `amount` in thousandths: the account has too few, or else the context. */
export async function noteWithoutCredits(
  services: Services,
  context: WidgetContext,
  amount: number,
  unserved: Unserved | null,
): Promise<void> {
  const { accountId, contextId, periodStart } = context;
  const [balance] = await readTenant<{ left: number; period: string }>(
    services.db,
    tenant(accountId, [contextId]),
    sql`select monthly + lasting as left, ${creditPeriodSql(sql`period_start`)} as period from credit_balances
        where account_id = ${accountId}`,
  );
  const isOfAccount = balance !== undefined && balance.left < amount;
  const stop = isOfAccount
    ? ({ limit: 'plan', period: balance.period } as const)
    : ({ limit: 'credits', period: creditPeriod(periodStart) } as const);
  await noteStop(services, context, stop, unserved);
}
