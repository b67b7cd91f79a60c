import { eq, sql } from 'drizzle-orm';
import { DAY_MS } from '../shared/constants.ts';
import { creditPeriod } from './billing/credits.ts';
import { answerIdOf } from './chat/transcript.ts';
import { creditBalances, creditEntries, subscriptions } from './db/schema/billing.ts';
import { usageCounters } from './db/schema/chat.ts';
import type { Tx } from './db/tenant.ts';
import { addMonths, monthOf, nextMonth } from './runtime/calendar.ts';

/** Days of the running billing period that have passed, so that the screens can show usage and a forecast. */
const PERIOD_DAYS = 20;
const COUNTER_DAYS = 60;

export interface DemoAnswer {
  contextId: string;
  conversationId: string;
  messageId: string;
  cost: number;
  createdAt: Date;
}

function sumByContext(answers: readonly DemoAnswer[], valueOf: (answer: DemoAnswer) => number): [string, number][] {
  const sums = new Map<string, number>();
  for (const one of answers) sums.set(one.contextId, (sums.get(one.contextId) ?? 0) + valueOf(one));
  return [...sums];
}

async function startPeriod(tx: Tx, accountId: string, periodStart: Date, used: number): Promise<void> {
  const renewsAt = addMonths(periodStart, 1);
  await tx.update(subscriptions).set({ periodStart, renewsAt }).where(eq(subscriptions.accountId, accountId));
  const monthly = sql`${creditBalances.monthly} - ${used}::int`;
  await tx.update(creditBalances).set({ periodStart, monthly }).where(eq(creditBalances.accountId, accountId));
}

/** In ledger, balance and counters, as if they had been given then: the plan card agrees with the dashboard. */
export async function chargeDemoHistory(
  tx: Tx,
  accountId: string,
  answers: readonly DemoAnswer[],
  now: Date,
): Promise<void> {
  const periodStart = new Date(now.getTime() - PERIOD_DAYS * DAY_MS);
  const charged = answers.filter(({ createdAt }) => createdAt >= periodStart);
  await startPeriod(
    tx,
    accountId,
    periodStart,
    charged.reduce((sum, { cost }) => sum + cost, 0),
  );
  await tx.insert(creditEntries).values(
    charged.map(({ contextId, conversationId, messageId, cost, createdAt }) => ({
      accountId,
      contextId,
      cause: `answer:${answerIdOf(conversationId, messageId)}`,
      amount: -cost,
      settledAt: createdAt,
      createdAt,
    })),
  );
  const ofMonth = answers.filter(({ createdAt }) => monthOf(createdAt) === monthOf(now));
  const expiresAt = new Date(now.getTime() + COUNTER_DAYS * DAY_MS);
  const counters = [
    ...sumByContext(charged, ({ cost }) => cost).map(
      ([contextId, used]) =>
        ({ contextId, used, kind: 'credits', bucket: creditPeriod(periodStart), expiresAt }) as const,
    ),
    ...sumByContext(ofMonth, () => 1).map(
      ([contextId, used]) =>
        ({ contextId, used, kind: 'monthly', bucket: monthOf(now), expiresAt: nextMonth(now) }) as const,
    ),
  ];
  if (counters.length > 0) await tx.insert(usageCounters).values(counters.map((one) => ({ accountId, ...one })));
}
