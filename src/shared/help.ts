/** What the product says of itself: guides of the screens, and the base of knowledge that is made of them. */

/** The hidden account that owns our own help, and its two contexts: everybody's, and staff's below it. */
export const HELP_ACCOUNT_ID = '00000000-0000-7000-8000-0000000000a0';
export const HELP_CONTEXT_ID = '00000000-0000-7000-8000-0000000000a1';
export const STAFF_HELP_CONTEXT_ID = '00000000-0000-7000-8000-0000000000a2';

/** A question about a screen, with its answer. */
export interface GuideQuestion {
  q: string;
  a: string;
}

/** The short guide of one screen. `for` says in a sentence what the screen is for; `related` are addresses of others. */
export interface Guide {
  title: string;
  for: string;
  questions: GuideQuestion[];
  related: string[];
  /** Where the screen is found from, when its own address holds an id. */
  opens?: string;
}

/** Guides by the address of their screen, as the routes write it (`/conversations/:conversationId`). */
export type Guides = Readonly<Record<string, Guide>>;

/** Whether an address is of the operator console. */
export const isOfStaff = (path: string): boolean => path === '/admin' || path.startsWith('/admin/');

const partsOf = (path: string) => path.split('/').filter(Boolean);

/** Whether an address is that of a screen, whose `:parts` stand for anything. */
function isAt(pattern: string, pathname: string): boolean {
  const [wanted, given] = [partsOf(pattern), partsOf(pathname)];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at]);
}

const isFixed = (pattern: string) => !pattern.includes(':');

/** The address of the guide for a place: its own screen's, else that of the screen it lies over (`/users/new`: `/users`). */
export function guideAt(guides: Guides, pathname: string): string | undefined {
  const parts = partsOf(pathname);
  for (let length = parts.length; length > 0; length--) {
    const place = `/${parts.slice(0, length).join('/')}`;
    const found = Object.keys(guides).filter((pattern) => isAt(pattern, place));
    if (found.length > 0) return found.find(isFixed) ?? found[0];
  }
  return '/' in guides ? '/' : undefined;
}

/** An address that anybody can open, for a screen whose own holds an id: that of the nearest screen above it. */
export function openAddress(guides: Guides, pattern: string): string {
  const told = guides[pattern]?.opens;
  if (told) return told;
  const parts = partsOf(pattern);
  for (let length = parts.length; length > 0; length--) {
    const place = `/${parts.slice(0, length).join('/')}`;
    if (isFixed(place) && place in guides) return place;
  }
  return '/';
}
