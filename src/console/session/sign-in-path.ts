import { needsSession } from '../screen-at.ts';

/** Where the sign-in leads back to; the home page needs no saying. */
export function loginAddress(from: string): string {
  return from === '/' ? '/login' : `/login?to=${encodeURIComponent(from)}`;
}

/** An address to go on to after the sign-in: `to` when it is a screen of ours, else the first page. */
export function ownAddress(to: string): string {
  // "//host" and "/\host" would leave for another site.
  return /^\/(?![/\\])/.test(to) && needsSession(to.split(/[?#]/)[0] ?? '') ? to : '/';
}

/** The address that a sign-in with this query leads to. */
export const returnPlace = (search: string): string => ownAddress(new URLSearchParams(search).get('to') ?? '/');
