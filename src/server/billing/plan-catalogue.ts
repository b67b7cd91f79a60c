import { randomInt } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Resource } from '../../../resources/kit/resource.ts';
import { packCatalogue } from '../../../resources/pack-catalogue.ts';
import { planCatalogue } from '../../../resources/plan-catalogue.ts';
import { fold } from '../../shared/fold.ts';
import type {
  CreditPack,
  PackChange,
  PackInput,
  PackRecord,
  PlanChange,
  PlanInput,
  PlanOffer,
  PlanRecord,
} from '../../shared/plans.ts';
import { PLAN_FLAGS } from '../../shared/roles.ts';
import { type AuditContext, writeAudit } from '../audit/write-audit.ts';
import { creditPacks, plans, subscriptions } from '../db/schema/billing.ts';
import { models } from '../db/schema/platform.ts';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { queueHelp } from '../jobs/queue-help.ts';
import { editableValues, mergeChange, withVersion } from '../resource/versions.ts';
import { ApiError, notFound } from '../runtime/api-error.ts';
import { t } from '../runtime/translate.ts';
import { type PlanRow, planView } from './subscription-row.ts';

type PackRow = typeof creditPacks.$inferSelect;

const packView = ({ id, name, price, credits }: PackRow): CreditPack => ({ id, name, price, credits: credits / 1_000 });

export const offerIn = async (tx: Tx): Promise<PlanOffer> => ({
  plans: (
    await tx.select().from(plans).where(eq(plans.isOffered, true)).orderBy(asc(plans.rank), asc(plans.monthlyPrice))
  ).map(planView),
  packs: (
    await tx.select().from(creditPacks).where(eq(creditPacks.isOffered, true)).orderBy(asc(creditPacks.price))
  ).map(packView),
});

export const readOffer = (db: Db): Promise<PlanOffer> => withPlatform(db, offerIn);

/** On offer, or the account's own. Throws `ApiError` `not_found`. */
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

async function merged<R extends { id: string }, C extends object>(
  tx: Tx,
  { accountId }: AuditContext,
  resource: Resource,
  row: R,
  change: C,
) {
  const before = editableValues(resource, row) as Omit<C, 'version'>;
  const edited = { accountId, id: row.id, actions: ['plans_edited'], values: before, row };
  return { before, after: { ...before, ...(await mergeChange(tx, edited, change)) } as Required<Omit<C, 'version'>> };
}

const toPlanRecord = (row: PlanRow, accounts: number): PlanRecord =>
  withVersion(planCatalogue, { ...planView(row), modelId: row.modelId, isOffered: row.isOffered, accounts });

/** The platform's own accounts have plans, too. */
const customers = sql`subscriptions s join accounts a on a.id = s.account_id and not a.is_staff`;

async function accountsOn(tx: Tx, id: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from ${customers} where s.plan_id = ${id}`,
  );
  return rows[0]!.count;
}

export const listPlans = (db: Db): Promise<PlanRecord[]> =>
  withPlatform(db, async (tx) => {
    const rows = await tx
      .select({
        row: plans,
        accounts: sql<number>`(select count(*)::int from ${customers} where s.plan_id = plans.id)`,
      })
      .from(plans)
      .orderBy(asc(plans.rank), asc(plans.id));
    return rows.map(({ row, accounts }) => toPlanRecord(row, accounts));
  });

/** Throws `ApiError` `not_found`. */
export const showPlan = (db: Db, id: string): Promise<PlanRecord> =>
  withPlatform(db, async (tx) => {
    const [row] = await tx.select().from(plans).where(eq(plans.id, id));
    if (!row) throw notFound();
    return toPlanRecord(row, await accountsOn(tx, id));
  });

const invalidField = (field: string, code = 'invalid') =>
  new ApiError('invalid_input', { errors: [{ field, code, message: t(`validation.${code}`) }] });

async function planValues(tx: Tx, { credits, flags, ...rest }: PlanInput) {
  if (rest.modelId !== null) {
    const [model] = await tx.select({ id: models.id }).from(models).where(eq(models.id, rest.modelId));
    if (!model) throw invalidField('modelId');
  }
  return { ...rest, credits: Math.round(credits * 1_000), flags: PLAN_FLAGS.filter((flag) => flags.includes(flag)) };
}

/** `Plano Ouro` → `plano-ouro`, with a random suffix if that id is taken. */
async function uniqueId(name: string, isTaken: (id: string) => Promise<boolean>): Promise<string> {
  const id =
    fold(name)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'plano';
  return (await isTaken(id)) ? `${id}-${randomInt(36 ** 4).toString(36)}` : id;
}

/** Throws `ApiError` `invalid_input` for an unknown model. */
export const createPlan = (db: Db, auditContext: AuditContext, input: PlanInput): Promise<PlanRecord> =>
  withPlatform(db, async (tx) => {
    const id = await uniqueId(input.name, async (one) => (await tx.$count(plans, eq(plans.id, one))) > 0);
    const [row] = await tx
      .insert(plans)
      .values({ id, ...(await planValues(tx, input)) })
      .returning();
    await queueHelp(tx);
    await writeAudit(tx, auditContext, 'plans_edited', { subject: input.name, detail: { before: null, after: input } });
    return toPlanRecord(row!, 0);
  });

/**
 * Subscribers keep their price until they change plans; limits, flags and model apply at once, credits from the next
 * period on. Plans are never deleted, only taken off offer. Throws `ApiError` `not_found`, `changed_meanwhile`;
 * `invalid_input` for an unknown model, or when no free plan would be left.
 */
export const editPlan = (db: Db, auditContext: AuditContext, id: string, change: PlanChange): Promise<PlanRecord> =>
  withPlatform(db, async (tx) => {
    const [known] = await tx.select().from(plans).where(eq(plans.id, id)).for('update');
    if (!known) throw notFound();
    const accounts = await accountsOn(tx, id);
    const { before, after: input } = await merged(
      tx,
      auditContext,
      planCatalogue,
      toPlanRecord(known, accounts),
      change,
    );
    const [row] = await tx
      .update(plans)
      .set(await planValues(tx, input))
      .where(eq(plans.id, id))
      .returning();
    if ((await tx.$count(plans, eq(plans.monthlyPrice, 0))) === 0) throw invalidField('monthlyPrice', 'free_plan');
    await queueHelp(tx);
    await writeAudit(tx, auditContext, 'plans_edited', { subject: input.name, detail: { id, before, after: input } });
    return toPlanRecord(row!, accounts);
  });

const toPackRecord = (row: PackRow): PackRecord =>
  withVersion(packCatalogue, { ...packView(row), isOffered: row.isOffered });

/** All packs, including those no longer on offer. */
export const listPacks = (db: Db): Promise<PackRecord[]> =>
  withPlatform(db, async (tx) =>
    (await tx.select().from(creditPacks).orderBy(asc(creditPacks.price))).map(toPackRecord),
  );

/** Throws `ApiError` `not_found`. */
export const showPack = (db: Db, id: string): Promise<PackRecord> =>
  withPlatform(db, async (tx) => {
    const [row] = await tx.select().from(creditPacks).where(eq(creditPacks.id, id));
    if (!row) throw notFound();
    return toPackRecord(row);
  });

const packValues = ({ credits, ...rest }: PackInput) => ({ ...rest, credits: Math.round(credits * 1_000) });

export const createPack = (db: Db, auditContext: AuditContext, input: PackInput): Promise<PackRecord> =>
  withPlatform(db, async (tx) => {
    const id = await uniqueId(input.name, async (one) => (await tx.$count(creditPacks, eq(creditPacks.id, one))) > 0);
    const [row] = await tx
      .insert(creditPacks)
      .values({ id, ...packValues(input) })
      .returning();
    await queueHelp(tx);
    await writeAudit(tx, auditContext, 'plans_edited', { subject: input.name, detail: { before: null, after: input } });
    return toPackRecord(row!);
  });

/** Throws `ApiError` `not_found`, `changed_meanwhile`. */
export const editPack = (db: Db, auditContext: AuditContext, id: string, change: PackChange): Promise<PackRecord> =>
  withPlatform(db, async (tx) => {
    const [known] = await tx.select().from(creditPacks).where(eq(creditPacks.id, id)).for('update');
    if (!known) throw notFound();
    const { before, after: input } = await merged(tx, auditContext, packCatalogue, toPackRecord(known), change);
    const [row] = await tx.update(creditPacks).set(packValues(input)).where(eq(creditPacks.id, id)).returning();
    await queueHelp(tx);
    await writeAudit(tx, auditContext, 'plans_edited', { subject: input.name, detail: { id, before, after: input } });
    return toPackRecord(row!);
  });
