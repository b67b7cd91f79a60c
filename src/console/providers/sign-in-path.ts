import type { ScreenTable } from './screens.ts';

/** Returns the address of the sign-in page, from which the user returns to `from`. Omits the home page, the default. */
export function loginAddress(from: string): string {
  return from === '/' ? '/login' : `/login?to=${encodeURIComponent(from)}`;
}

/** Returns the address to open after the sign-in: `to` when it is a screen for signed-in users, else the first page. */
export function ownAddress(to: string, { needsSession }: ScreenTable): string {
  // Browsers read "//host" and "/\host" as another site.
  return /^\/(?![/\\])/.test(to) && needsSession(to.split(/[?#]/)[0] ?? '') ? to : '/';
}

/** Returns the address to open after the sign-in, from the query of the sign-in page. */
export const returnPlace = (search: string, table: ScreenTable): string =>
  ownAddress(new URLSearchParams(search).get('to') ?? '/', table);
