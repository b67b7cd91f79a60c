import { needsSession } from '../screen-at.ts';

/** Where the sign-in leads back to; the home page needs no saying. */
export function loginAddress(from: string): string {
  return from === '/' ? '/login' : `/login?to=${encodeURIComponent(from)}`;
}

/** The place that a sign-in was asked to lead to, when it is one of ours. */
export function returnPlace(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? '/';
  // "//host" and "/\host" would leave for another site.
  return /^\/(?![/\\])/.test(to) && needsSession(to.split(/[?#]/)[0] ?? '') ? to : '/';
}
