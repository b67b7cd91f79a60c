import { accessToken } from '../state/store.ts';

/** The answers that index.html has requested before the program, by path, and the token it used; null for failures. */
export interface EarlyAnswers {
  token: string;
  byPath: Record<string, Promise<unknown>>;
}

/** Returns the early answer to a call, at its first use. Null without one, or for another token. */
export async function takeEarly<T>(path: string): Promise<T | null> {
  const { early } = window as { early?: EarlyAnswers };
  const answer = early?.token === accessToken() ? early?.byPath[path] : undefined;
  if (early) delete early.byPath[path];
  return ((await answer) as T | undefined) ?? null;
}
