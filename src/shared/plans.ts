import { z } from 'zod';
import { PLAN_FLAGS } from './roles.ts';

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

/** As staff edit them, with those not on offer. */
export type PlanRecord = Plan & { modelId: string | null; isOffered: boolean; accounts: number; version: string };
