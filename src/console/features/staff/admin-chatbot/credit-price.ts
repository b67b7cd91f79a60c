const MILLION = 1_000_000;
/** Rounds to 12 significant digits, to remove floating-point errors. */
const clean = (amount: number) => Number(amount.toPrecision(12));

/** Returns the price of one credit in reais (R$ 100 for 500 credits: 0.2); null if a value is missing or zero. */
export function creditPrice(amount: number | null, credits: number | null): number | null {
  return amount && credits ? clean(amount / credits) : null;
}

/**
 * Returns the number of tokens that cost as much as one credit. `credit`: the price of a credit in reais; `price`:
 * reais per million tokens. Returns null if either is missing or zero.
 */
export function tokensAtCost(credit: number | null, price: number | null): number | null {
  return credit && price ? Math.floor(clean((credit / price) * MILLION)) : null;
}

/**
 * Returns the margin when one credit buys `tokens`, as a share of the credit's price (1 is all of it); negative when
 * the tokens cost more than the credit. Returns null if a value is missing. `price`: reais per million tokens.
 */
export function marginOf(credit: number | null, price: number | null, tokens: number | null): number | null {
  return credit && price !== null && tokens ? clean(1 - (tokens * price) / MILLION / credit) : null;
}
