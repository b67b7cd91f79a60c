import { z } from 'zod';

/** Credits a period of the plan; null: no limit of its own. */
const limit = z.number().positive().max(2_000_000).nullable();

/** A context in the tree of credits. Credits in whole and decimal credits. */
export const creditBranch = z.object({
  id: z.uuid(),
  name: z.string(),
  parentId: z.uuid().nullable(),
  /** Ids from the root down to it, joined by dots. */
  inheritance: z.string(),
  /** For it and all below it. */
  limit: z.number().nullable(),
  /** By it and all below it, in the running period. */
  used: z.number(),
});
export type CreditBranch = z.infer<typeof creditBranch>;

/** GET /credit-limits: the contexts that one sees, parents before children. */
export const creditLimits = z.object({
  /** Of what was read: a change of an older one is refused (409 `stale`, with the newer as `current`). */
  version: z.string(),
  /** Of the account: those of the running period with what is used of them, and what is left of those that last. */
  credits: z.object({ granted: z.number(), used: z.number(), lasting: z.number() }),
  data: z.array(creditBranch),
});
export type CreditLimits = z.infer<typeof creditLimits>;

/** PUT /credit-limits: the contexts whose limits change. */
export const creditLimitsInput = z.object({
  version: z.string().max(100),
  limits: z.array(z.object({ contextId: z.uuid(), limit })).max(1_000),
});
export type CreditLimitsInput = z.infer<typeof creditLimitsInput>;

type Limited = Pick<CreditBranch, 'id' | 'inheritance' | 'limit'>;

/** The nearest context above that has a limit; null: none has, the account's credits are all there is. */
function holderOf({ inheritance }: Limited, byId: ReadonlyMap<string, Limited>): string | null {
  const above = inheritance.split('.').slice(0, -1);
  return above.findLast((id) => byId.get(id)?.limit != null) ?? null;
}

/**
 * What of each limit is spread among contexts below it, by the holder's id; `null` holds what is spread of the account's
 * credits. A context without a limit hands on what is above it.
 */
export function spreadOf(contexts: readonly Limited[]): Map<string | null, number> {
  const byId = new Map(contexts.map((context) => [context.id, context]));
  const spread = new Map<string | null, number>();
  for (const context of contexts) {
    if (context.limit === null) continue;
    const holder = holderOf(context, byId);
    // In thousandths: 0.1 + 0.2 is more than 0.3 to the machine.
    spread.set(holder, Math.round((spread.get(holder) ?? 0) * 1_000 + context.limit * 1_000) / 1_000);
  }
  return spread;
}

/** Those whose limits add up to more than the limit above them, with that limit. `all`: what the account has. */
export function overspread(contexts: readonly Limited[], all: number): { id: string; above: string | null }[] {
  const byId = new Map(contexts.map((context) => [context.id, context]));
  const spread = spreadOf(contexts);
  return contexts.flatMap((context) => {
    if (context.limit === null) return [];
    const above = holderOf(context, byId);
    const most = above === null ? all : (byId.get(above)?.limit ?? 0);
    return (spread.get(above) ?? 0) > most ? [{ id: context.id, above }] : [];
  });
}
