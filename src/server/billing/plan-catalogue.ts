import { and, asc, eq, sql } from 'drizzle-orm';
import { randomInt } from 'node:crypto';
import { fold } from '../../shared/fold.ts';
import type { CreditPack, PackInput, PackRecord, PlanInput, PlanOffer, PlanRecord } from '../../shared/plans.ts';
import { PLAN_FLAGS } from '../../shared/roles.ts';
import { type AuditContext, writeAudit } from '../audit/write-audit.ts';
import { creditPacks, plans, subscriptions } from '../db/schema/billing.ts';
import { models } from '../db/schema/platform.ts';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { t } from '../runtime/translate.ts';
import { notFound, ApiError } from '../runtime/api-error.ts';
import { type PlanRow, planView } from './subscription-row.ts';

type PackRow = typeof creditPacks.$inferSelect;

const packView = ({ id, name, price, credits }: PackRow): CreditPack => ({ id, name, price, credits: credits / 1_000 });

/** What is on offer, the cheapest first. */
export const readOffer = (db: Db): Promise<PlanOffer> =>
  withPlatform(db, async (tx) => ({
    plans: (
      await tx.select().from(plans).where(eq(plans.isOffered, true)).orderBy(asc(plans.rank), asc(plans.monthlyPrice))
    ).map(planView),
    packs: (
      await tx.select().from(creditPacks).where(eq(creditPacks.isOffered, true)).orderBy(asc(creditPacks.price))
    ).map(packView),
  }));

/** A plan that is offered, or that the asker has. @throws ApiError `not_found` */
export const readOnePlan = (db: Db, accountId: string, id: string) =>
  withPlatform(db, async (tx) => {
    const own = tx
      .select({ one: sql`1` })
      .from(subscriptions)
      .where(and(eq(subscriptions.accountId, accountId), eq(subscriptions.planId, id)));
    const [row] = await tx
      .select()
      .from(plans)
      .where(and(eq(plans.id, id), sql`(${plans.isOffered} or exists ${own})`));
    if (!row) throw notFound();
    return planView(row);
  });

const recordOf = (row: PlanRow, accounts: number): PlanRecord => ({
  ...{ ...planView(row), modelId: row.modelId, isOffered: row.isOffered, accounts },
});

const accountsOn = (tx: Tx, id: string) => tx.$count(subscriptions, eq(subscriptions.planId, id));

/** Every plan, offered or not. */
export const listPlans = (db: Db): Promise<PlanRecord[]> =>
  withPlatform(db, async (tx) => {
    const rows = await tx
      .select({
        row: plans,
        accounts: sql<number>`(select count(*)::int from subscriptions s where s.plan_id = ${plans.id})`,
      })
      .from(plans)
      .orderBy(asc(plans.rank), asc(plans.id));
    return rows.map(({ row, accounts }) => recordOf(row, accounts));
  });

const fault = (field: string) =>
  new ApiError('invalid_input', { errors: [{ field, code: 'invalid', message: t('validation.invalid') }] });

async function planValues(tx: Tx, { credits, flags, ...rest }: PlanInput) {
  if (rest.modelId !== null) {
    const [model] = await tx.select({ id: models.id }).from(models).where(eq(models.id, rest.modelId));
    if (!model) throw fault('modelId');
  }
  return { ...rest, credits: Math.round(credits * 1_000), flags: PLAN_FLAGS.filter((flag) => flags.includes(flag)) };
}

/** `Plano Ouro` → `plano-ouro`, with marks of its own when that is taken. */
async function freeId(name: string, isTaken: (id: string) => Promise<boolean>): Promise<string> {
  const id =
    fold(name)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'plano';
  return (await isTaken(id)) ? `${id}-${randomInt(36 ** 4).toString(36)}` : id;
}

/** @throws ApiError `invalid_input` for a model that is none. */
export const createPlan = (db: Db, trace: AuditContext, input: PlanInput): Promise<PlanRecord> =>
  withPlatform(db, async (tx) => {
    const id = await freeId(input.name, async (one) => (await tx.$count(plans, eq(plans.id, one))) > 0);
    const [row] = await tx
      .insert(plans)
      .values({ id, ...(await planValues(tx, input)) })
      .returning();
    await writeAudit(tx, trace, 'plans_edited', { subject: input.name, detail: { before: null, after: input } });
    return recordOf(row!, 0);
  });

/**
 * Edits a plan. Who pays for it goes on at the price that he agreed to until he changes plans; limits, flags and model
 * hold at once, credits from the next period on. A plan is never deleted: it is no longer offered.
 * @throws ApiError `not_found`, `invalid_input` for a model that is none, or when no plan would be left that costs nothing.
 */
export const editPlan = (db: Db, trace: AuditContext, id: string, input: PlanInput): Promise<PlanRecord> =>
  withPlatform(db, async (tx) => {
    const [before] = await tx.select().from(plans).where(eq(plans.id, id)).for('update');
    if (!before) throw notFound();
    const [row] = await tx
      .update(plans)
      .set(await planValues(tx, input))
      .where(eq(plans.id, id))
      .returning();
    if ((await tx.$count(plans, eq(plans.monthlyPrice, 0))) === 0) throw fault('monthlyPrice');
    await writeAudit(tx, trace, 'plans_edited', { subject: input.name, detail: { before, after: input } });
    return recordOf(row!, await accountsOn(tx, id));
  });

const packRecordOf = (row: PackRow): PackRecord => ({ ...packView(row), isOffered: row.isOffered });

/** Every pack, offered or not. */
export const listPacks = (db: Db): Promise<PackRecord[]> =>
  withPlatform(db, async (tx) =>
    (await tx.select().from(creditPacks).orderBy(asc(creditPacks.price))).map(packRecordOf),
  );

const packValues = ({ credits, ...rest }: PackInput) => ({ ...rest, credits: Math.round(credits * 1_000) });

export const createPack = (db: Db, trace: AuditContext, input: PackInput): Promise<PackRecord> =>
  withPlatform(db, async (tx) => {
    const id = await freeId(input.name, async (one) => (await tx.$count(creditPacks, eq(creditPacks.id, one))) > 0);
    const [row] = await tx
      .insert(creditPacks)
      .values({ id, ...packValues(input) })
      .returning();
    await writeAudit(tx, trace, 'plans_edited', { subject: input.name, detail: { before: null, after: input } });
    return packRecordOf(row!);
  });

/** @throws ApiError `not_found` */
export const editPack = (db: Db, trace: AuditContext, id: string, input: PackInput): Promise<PackRecord> =>
  withPlatform(db, async (tx) => {
    const [before] = await tx.select().from(creditPacks).where(eq(creditPacks.id, id)).for('update');
    if (!before) throw notFound();
    const [row] = await tx.update(creditPacks).set(packValues(input)).where(eq(creditPacks.id, id)).returning();
    await writeAudit(tx, trace, 'plans_edited', { subject: input.name, detail: { before, after: input } });
    return packRecordOf(row!);
  });
