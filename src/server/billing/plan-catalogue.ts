import { and, asc, eq, sql } from 'drizzle-orm';
import type { Resource } from '../../../resources/kit/resource.ts';
import { packCatalogue } from '../../../resources/pack-catalogue.ts';
import { planCatalogue } from '../../../resources/plan-catalogue.ts';
import type { CreditPack, PlanOffer } from '../../shared/plans.ts';
import { PLAN_FLAGS } from '../../shared/roles.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { creditPacks, plans, subscriptions } from '../db/schema/billing.ts';
import { models } from '../db/schema/platform.ts';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { queueHelp } from '../jobs/queue-help.ts';
import type { Behaviour, RouteExtras, RowChange } from '../resource/behaviour.ts';
import { defineSource } from '../resource/source.ts';
import { editableValues } from '../resource/versions.ts';
import { notFound } from '../runtime/api-error.ts';
import { invalidValue } from '../runtime/field-errors.ts';
import { planView } from './subscription-row.ts';

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

const recorded: RouteExtras = { tags: ['staff'], config: { record: 'own' } };
const inThousandths = (credits?: number) => (credits === undefined ? {} : { credits: Math.round(credits * 1_000) });

/** Prosa's own help names what is sold, so it learns again. */
async function recordEdit(tx: Tx, resource: Resource, { id, before, after, by }: RowChange): Promise<void> {
  await queueHelp(tx);
  const values = editableValues(resource, after);
  const detail = before
    ? { id, before: editableValues(resource, before), after: values }
    : { before: null, after: values };
  await writeAudit(tx, by, 'plans_edited', { subject: String(values.name), detail });
}

/**
 * Subscribers keep their price until they change plans; limits, flags and model apply at once, credits from the next
 * period on. Plans are never deleted, only taken off offer.
 */
export const planBehaviour: Behaviour<typeof planCatalogue> = {
  source: defineSource(planCatalogue, {
    table: plans,
    fields: {
      credits: sql`${plans.credits} / 1000.0`,
      yearlySaving: sql`greatest(0, ${plans.monthlyPrice} * 12 - ${plans.yearlyPrice})`,
      // The platform's own accounts have plans, too.
      accounts: sql`(select count(*)::int from subscriptions s join accounts a on a.id = s.account_id and not a.is_staff
        where s.plan_id = ${plans.id})`,
    },
  }),
  beforeWrite: async (tx, _, { values: { modelId, credits, flags } }) => {
    if (modelId && (await tx.$count(models, eq(models.id, modelId))) === 0) throw invalidValue('modelId');
    return { ...inThousandths(credits), ...(flags && { flags: PLAN_FLAGS.filter((flag) => flags.includes(flag)) }) };
  },
  afterWrite: async (tx, _, change) => {
    if ((await tx.$count(plans, eq(plans.monthlyPrice, 0))) === 0) throw invalidValue('monthlyPrice', 'free_plan');
    await recordEdit(tx, planCatalogue, change as RowChange);
  },
  routes: {
    list: { tags: ['staff'], operationId: 'listPlans' },
    show: { tags: ['staff'], operationId: 'showCataloguePlan' },
    create: { ...recorded, operationId: 'createPlan' },
    edit: { ...recorded, operationId: 'editPlan' },
  },
};

export const packBehaviour: Behaviour<typeof packCatalogue> = {
  source: defineSource(packCatalogue, {
    table: creditPacks,
    fields: { credits: sql`${creditPacks.credits} / 1000.0` },
  }),
  beforeWrite: (_tx, _tenant, { values: { credits } }) => inThousandths(credits),
  afterWrite: (tx, _, change) => recordEdit(tx, packCatalogue, change as RowChange),
  routes: {
    list: { tags: ['staff'], operationId: 'listPacks' },
    show: { tags: ['staff'], operationId: 'showCataloguePack' },
    create: { ...recorded, operationId: 'createPack' },
    edit: { ...recorded, operationId: 'editPack' },
  },
};
