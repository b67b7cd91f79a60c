import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Quote, quoteBody } from '../../shared/billing.ts';
import { creditPacks } from '../db/schema/billing.ts';
import { type Db, type Tenant, type Tx, withTenant } from '../db/tenant.ts';
import { ApiError, notFound } from '../runtime/api-error.ts';
import { periodEnd } from '../runtime/calendar.ts';
import type { Services } from '../runtime/services.ts';
import { periodLine, type PlanItem, type Proration } from './proration.ts';
import { gatewayOf, readBillingContext } from './reconcile.ts';
import {
  itemOf,
  kindOfChange,
  lockSubscription,
  type PlanRow,
  proratedCredits,
  readOfferedPlan,
  readPlanRow,
  type SubscriptionRow,
} from './subscription-row.ts';

const QUOTE_VALID_MS = 30 * 60_000;

export async function readOfferedPack(tx: Tx, id: string) {
  const [pack] = await tx
    .select()
    .from(creditPacks)
    .where(and(eq(creditPacks.id, id), eq(creditPacks.isOffered, true)));
  if (!pack) throw notFound();
  return pack;
}

interface PlanChange {
  row: SubscriptionRow;
  from: PlanRow;
  into: PlanRow;
  item: PlanItem;
  kind: ReturnType<typeof kindOfChange>;
}

export async function readPlanChange(
  tx: Tx,
  row: SubscriptionRow,
  to: { planId: string; period: PlanItem['period'] },
): Promise<PlanChange> {
  const from = await readPlanRow(tx, row.planId);
  const into = await readOfferedPlan(tx, to.planId);
  const item = itemOf(into, to.period);
  return { row, from, into, item, kind: kindOfChange(row, from, into, item) };
}

export const lockAndReadPlanChange = (db: Db, tenant: Tenant, to: { planId: string; period: PlanItem['period'] }) =>
  withTenant(db, tenant, async (tx) => readPlanChange(tx, await lockSubscription(tx, tenant.accountId), to));

/** Prorated from `at`, the time of the quote. */
export function previewUpgrade(services: Services, { row, item }: PlanChange, at: Date): Promise<Proration> {
  if (!row.gatewaySubscriptionId) throw new ApiError('conflict');
  return gatewayOf(services, row).previewChange(row.gatewaySubscriptionId, item, at);
}

/** Throws `ApiError` `quote_changed` when it is too old or from the future. */
export function assertFresh(quotedAt: Date, now: Date): void {
  const age = now.getTime() - quotedAt.getTime();
  if (age > QUOTE_VALID_MS || age < -1_000) throw new ApiError('quote_changed');
}

async function quotePack(services: Services, tenant: Tenant, packId: string): Promise<Quote> {
  const { now } = await readBillingContext(services);
  const pack = await withTenant(services.db, tenant, (tx) => readOfferedPack(tx, packId));
  const lines = [{ text: pack.name, amount: pack.price }];
  const rest = { renewal: null, creditsNow: pack.credits / 1_000, quotedAt: now.toISOString() };
  return { kind: 'prepaid', amountNow: pack.price, lines, ...rest };
}

const renewalOf = (at: Date, item: PlanItem) => ({
  at: at.toISOString(),
  amount: item.amount,
  plan: item.text,
  period: item.period,
});

function upgradeCredits({ row, from, into }: PlanChange, { isNewPeriod }: Proration, now: Date): number {
  if (isNewPeriod) return into.credits;
  return proratedCredits(row, from, into, now);
}

/** In centavos, now and at the renewal. Throws `ApiError` `not_found` for what is not on offer. */
export async function quoteChange(services: Services, tenant: Tenant, to: z.output<typeof quoteBody>): Promise<Quote> {
  if ('packId' in to) return quotePack(services, tenant, to.packId);
  const change = await lockAndReadPlanChange(services.db, tenant, to);
  const { now } = await readBillingContext(services);
  const { kind, item, into, row } = change;
  const quotedAt = now.toISOString();
  const nothing = { amountNow: 0, lines: [], creditsNow: 0, quotedAt };
  if (kind === 'none') return { kind, ...nothing, renewal: null };
  if (kind === 'downgrade')
    return { kind, ...nothing, renewal: item.amount === 0 ? null : renewalOf(row.renewsAt, item) };
  if (kind === 'checkout') {
    const renewal = renewalOf(periodEnd(now, item.period), item);
    const fields = { amountNow: item.amount, lines: [periodLine(item)], creditsNow: into.credits / 1_000 };
    return { kind, ...fields, renewal, quotedAt };
  }
  const preview = await previewUpgrade(services, change, now);
  const creditsNow = upgradeCredits(change, preview, now) / 1_000;
  const { amount: amountNow, lines, span } = preview;
  return { kind, amountNow, lines, renewal: renewalOf(span.end, item), creditsNow, quotedAt };
}
