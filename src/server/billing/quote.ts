import type { z } from 'zod';
import type { Quote, quoteBody } from '../../shared/billing.ts';
import { creditPacks } from '../db/schema/billing.ts';
import { type Db, type Tenant, type Tx, withTenant } from '../db/tenant.ts';
import { notFound, ApiError } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { and, eq } from 'drizzle-orm';
import { addMonths, periodEnd } from '../runtime/calendar.ts';
import { type Item, periodLine, type Proration, shareLeft } from './proration.ts';
import { gatewayOf, readMoment } from './reconcile.ts';
import {
  itemOf,
  kindOfChange,
  lockSubscription,
  type PlanRow,
  readOfferedPlan,
  readPlanRow,
  type SubscriptionRow,
} from './subscription-row.ts';

/** How long what was shown is what is charged. */
const QUOTE_HOLDS_MS = 30 * 60_000;

/** A pack that is offered. @throws ApiError `not_found` */
export async function readOfferedPack(tx: Tx, id: string) {
  const [pack] = await tx
    .select()
    .from(creditPacks)
    .where(and(eq(creditPacks.id, id), eq(creditPacks.isOffered, true)));
  if (!pack) throw notFound();
  return pack;
}

/** What one would go to, seen from where one is. */
export interface Way {
  row: SubscriptionRow;
  from: PlanRow;
  into: PlanRow;
  item: Item;
  kind: ReturnType<typeof kindOfChange>;
}

export async function readWay(
  tx: Tx,
  row: SubscriptionRow,
  to: { planId: string; period: Item['period'] },
): Promise<Way> {
  const from = await readPlanRow(tx, row.planId);
  const into = await readOfferedPlan(tx, to.planId);
  const item = itemOf(into, to.period);
  return { row, from, into, item, kind: kindOfChange(row, from, into, item) };
}

const readWayOf = (db: Db, tenant: Tenant, to: { planId: string; period: Item['period'] }) =>
  withTenant(db, tenant, async (tx) => readWay(tx, await lockSubscription(tx, tenant.accountId), to));

/** What an upgrade costs, reckoned from a moment of the quote's. */
export function previewUpgrade(services: Services, { row, item }: Way, at: Date): Promise<Proration> {
  if (!row.gatewaySubscriptionId) throw new ApiError('conflict');
  return gatewayOf(services, row).previewChange(row.gatewaySubscriptionId, item, at);
}

/** @throws ApiError `quote_changed` when the quote is of too long ago, or of a time to come. */
export function assertFresh(quotedAt: Date, now: Date): void {
  const age = now.getTime() - quotedAt.getTime();
  if (age > QUOTE_HOLDS_MS || age < -1_000) throw new ApiError('quote_changed');
}

async function quotePack(services: Services, tenant: Tenant, packId: string): Promise<Quote> {
  const { now } = await readMoment(services);
  const pack = await withTenant(services.db, tenant, (tx) => readOfferedPack(tx, packId));
  const lines = [{ text: pack.name, amount: pack.price }];
  const rest = { renewal: null, creditsNow: pack.credits / 1_000, quotedAt: now.toISOString() };
  return { kind: 'prepaid', amountNow: pack.price, lines, ...rest };
}

const renewalOf = (at: Date, item: Item) => ({
  ...{ at: at.toISOString(), amount: item.amount, plan: item.text, period: item.period },
});

function upgradeCredits({ row, from, into }: Way, { isNewPeriod }: Proration, now: Date): number {
  if (isNewPeriod) return into.credits;
  const month = { start: row.periodStart, end: addMonths(row.periodStart, 1) };
  return shareLeft(Math.max(0, into.credits - from.credits), month, now);
}

/**
 * What a plan or a pack would cost, to the centavo: now, and at the renewal. Charges nothing.
 * @throws ApiError `not_found` for what is not offered.
 */
export async function quoteChange(services: Services, tenant: Tenant, to: z.output<typeof quoteBody>): Promise<Quote> {
  if ('packId' in to) return quotePack(services, tenant, to.packId);
  const way = await readWayOf(services.db, tenant, to);
  const { now } = await readMoment(services);
  const { kind, item, into, row } = way;
  const quotedAt = now.toISOString();
  const nothing = { amountNow: 0, lines: [], creditsNow: 0, quotedAt };
  if (kind === 'none') return { kind, ...nothing, renewal: null };
  if (kind === 'downgrade')
    return { kind, ...nothing, renewal: item.amount === 0 ? null : renewalOf(row.renewsAt, item) };
  if (kind === 'checkout') {
    const renewal = renewalOf(periodEnd(now, item.period), item);
    const given = { amountNow: item.amount, lines: [periodLine(item)], creditsNow: into.credits / 1_000 };
    return { kind, ...given, renewal, quotedAt };
  }
  const preview = await previewUpgrade(services, way, now);
  const creditsNow = upgradeCredits(way, preview, now) / 1_000;
  const { amount: amountNow, lines, span } = preview;
  return { kind, amountNow, lines, renewal: renewalOf(span.end, item), creditsNow, quotedAt };
}
