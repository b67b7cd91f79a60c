/**
 * The first steps of the workspace's addresses. Known here by name, without routes.tsx, so that a visitor who is not
 * signed in is told "not found" or asked to sign in before any of the workspace is loaded. A test holds the two together.
 */
const WORKSPACE = [
  '',
  'audit-log',
  'interaction-monitoring',
  'knowledge-gaps',
  'test-questions',
  'limits',
  'contexts',
  'knowledge-base',
  'chat',
  'conversations',
  'users',
  'invoices',
  'plan',
  'choose-plan',
  'checkout',
  'settings',
  'admin',
  'preferences',
  'seo-evaluation',
];

export const isWorkspace = (pathname: string) => WORKSPACE.includes(pathname.split('/')[1] ?? '');

/** Where the sign-in leads back to; the home page needs no saying. */
export function loginAddress(from: string): string {
  return from === '/' ? '/login' : `/login?to=${encodeURIComponent(from)}`;
}

/** The place that a sign-in was asked to lead to, when it is one of ours. */
export function returnPlace(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? '/';
  // "//host" and "/\host" would leave for another site.
  return /^\/(?![/\\])/.test(to) && isWorkspace(to.split(/[?#]/)[0] ?? '') ? to : '/';
}
