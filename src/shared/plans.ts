import { z } from 'zod';
import { IN_CENTAVOS } from '../../resources/kit/field.ts';
import { PLAN_FLAGS } from './roles.ts';
import { startedFrom } from './rules.ts';

const name = z.string().trim().min(1).max(60);
/** At most ten million reais, so that sums stay in range. */
const centavos = z.int().min(0, IN_CENTAVOS).max(1_000_000_000, IN_CENTAVOS);
/** Decimal, stored in thousandths. */
const credits = z.number().min(0).max(2_000_000).multipleOf(0.001);
const maximum = z.int().min(1).max(1_000_000);

export const plan = z.object({
  id: z.string(),
  name: z.string(),
  /** Among the plans, smallest first. */
  rank: z.int(),
  monthlyPrice: z.int(),
  yearlyPrice: z.int(),
  /** By paying yearly; 0 if nothing. */
  yearlySaving: z.int(),
  credits: z.number(),
  itemLimit: z.int(),
  contextLimit: z.int(),
  userLimit: z.int(),
  flags: z.array(z.enum(PLAN_FLAGS)),
});
export type Plan = z.infer<typeof plan>;

const creditPack = z.object({
  id: z.string(),
  name: z.string(),
  price: z.int(),
  credits: z.number(),
});
export type CreditPack = z.infer<typeof creditPack>;

/** Cheapest first. */
export const planOffer = z.object({ plans: z.array(plan), packs: z.array(creditPack) });
export type PlanOffer = z.infer<typeof planOffer>;

export const planInput = z.object({
  name,
  rank: z.int().min(0).max(1_000),
  monthlyPrice: centavos,
  yearlyPrice: centavos,
  credits,
  itemLimit: maximum,
  contextLimit: maximum,
  userLimit: maximum,
  flags: z.array(z.enum(PLAN_FLAGS)).max(PLAN_FLAGS.length),
  modelId: z.uuid().nullable(),
  isOffered: z.boolean(),
});
export type PlanInput = z.infer<typeof planInput>;
export const planChange = planInput.partial().extend(startedFrom.shape);
export type PlanChange = z.infer<typeof planChange>;

/** Includes plans not on offer. */
export const planRecord = plan.extend({
  modelId: z.uuid().nullable(),
  isOffered: z.boolean(),
  accounts: z.int(),
  version: z.string(),
});
export type PlanRecord = z.infer<typeof planRecord>;

export const packInput = z.object({
  name,
  price: centavos.min(50, IN_CENTAVOS),
  credits: credits.min(0.001),
  isOffered: z.boolean(),
});
export type PackInput = z.infer<typeof packInput>;
export const packChange = packInput.partial().extend(startedFrom.shape);
export type PackChange = z.infer<typeof packChange>;
export const packRecord = creditPack.extend({ isOffered: z.boolean(), version: z.string() });
export type PackRecord = z.infer<typeof packRecord>;
