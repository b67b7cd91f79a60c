import type { ModelInput } from '../../../../shared/models.ts';

const MILLION = 1_000_000;
/** A quotient of prices without the dust that binary fractions leave. */
const clean = (amount: number) => Number(amount.toPrecision(12));

/** What one credit brings in, in reais (100 for 500 credits: 0.2); null while it cannot be told. */
export function creditPrice({ amount, credits }: Partial<ModelInput['conversion']>): number | null {
  return amount && credits ? clean(amount / credits) : null;
}

/** Tokens that a credit buys when they are sold at their cost (`price`: reais a million); null when they cost nothing. */
export function tokensAtCost(credit: number | null, price: number | null): number | null {
  return credit && price ? Math.floor(clean((credit / price) * MILLION)) : null;
}

/** Share of a credit's price that is left when it was spent on `tokens`; below zero when it costs more than it brings. */
export function marginOf(credit: number | null, price: number | null, tokens: number | null): number | null {
  return credit && price !== null && tokens ? clean(1 - (tokens * price) / MILLION / credit) : null;
}
