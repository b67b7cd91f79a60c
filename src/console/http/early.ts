import { accessToken } from '../state/store.ts';

/** The answers that index.html has requested before the program, and the token it used; null for failures. */
export interface EarlyAnswers {
  token: string;
  byPath: Record<string, Promise<unknown>>;
  /** The first rows of the list at the page's address, with the path and query of the call; null elsewhere. */
  rows: Promise<{ address: string; answer: Promise<unknown> } | null>;
}

/** Returns the early answer to a call (its path below /api, and its query), at its first use. Null without one, or for another token. */
export async function takeEarly<T>(address: string): Promise<T | null> {
  const { early } = window as { early?: EarlyAnswers };
  if (early?.token !== accessToken()) return null;
  const { [address]: answer, ...others } = early.byPath;
  early.byPath = others;
  if (answer) return (await answer) as T | null;
  const rows = await early.rows;
  if (rows?.address !== address) return null;
  early.rows = Promise.resolve(null);
  return (await rows.answer) as T | null;
}
