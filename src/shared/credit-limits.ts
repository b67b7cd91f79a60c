import { z } from 'zod';
import { startedFrom } from './rules.ts';

/** Credits per billing period; null for no limit. */
const limit = z.number().positive().max(2_000_000).nullable();

const creditBranch = z.object({
  id: z.uuid(),
  name: z.string(),
  parentId: z.uuid().nullable(),
  /** Ids from the root, separated by dots. */
  inheritance: z.string(),
  limit: z.number().nullable(),
  used: z.number(),
});
export type CreditBranch = z.infer<typeof creditBranch>;

export const creditLimits = z.object({
  version: z.string(),
  credits: z.object({ granted: z.number(), used: z.number(), lasting: z.number() }),
  data: z.array(creditBranch),
});
export type CreditLimits = z.infer<typeof creditLimits>;

/** Other limits stay. */
export const creditLimitsInput = startedFrom.extend({
  limits: z.array(z.object({ contextId: z.uuid(), limit })).max(1_000),
});
export type CreditLimitsInput = z.infer<typeof creditLimitsInput>;

type Limited = Pick<CreditBranch, 'id' | 'inheritance' | 'limit'>;

/** Null: only the account's credits apply. */
function holderOf({ inheritance }: Limited, byId: ReadonlyMap<string, Limited>): string | null {
  const above = inheritance.split('.').slice(0, -1);
  return above.findLast((id) => byId.get(id)?.limit != null) ?? null;
}

/** By the upper context's id; `null` stands for the account. Contexts without a limit are passed through. */
export function sumsBelowLimits(contexts: readonly Limited[]): Map<string | null, number> {
  const byId = new Map(contexts.map((context) => [context.id, context]));
  const spread = new Map<string | null, number>();
  for (const context of contexts) {
    if (context.limit === null) continue;
    const holder = holderOf(context, byId);
    // Rounded to thousandths because of floating-point errors (0.1 + 0.2 > 0.3).
    spread.set(holder, Math.round((spread.get(holder) ?? 0) * 1_000 + context.limit * 1_000) / 1_000);
  }
  return spread;
}

/** `all` is what the account has. */
export function overAllocatedLimits(contexts: readonly Limited[], all: number): { id: string; above: string | null }[] {
  const byId = new Map(contexts.map((context) => [context.id, context]));
  const spread = sumsBelowLimits(contexts);
  return contexts.flatMap((context) => {
    if (context.limit === null) return [];
    const above = holderOf(context, byId);
    const parentLimit = above === null ? all : (byId.get(above)?.limit ?? 0);
    return (spread.get(above) ?? 0) > parentLimit ? [{ id: context.id, above }] : [];
  });
}
