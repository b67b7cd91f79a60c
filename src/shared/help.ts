/** Built-in help: guides for the screens, and the knowledge base made from them. */

/** The hidden account with our own help and its two contexts: one for everybody and, below it, one for staff. */
export const HELP_ACCOUNT_ID = '00000000-0000-7000-8000-0000000000a0';
export const HELP_CONTEXT_ID = '00000000-0000-7000-8000-0000000000a1';
export const STAFF_HELP_CONTEXT_ID = '00000000-0000-7000-8000-0000000000a2';

/** A question about a screen, with its answer. */
export interface GuideQuestion {
  q: string;
  a: string;
}

/** The short guide of a screen. `for` is the screen's purpose in one sentence; `related` are paths of other screens. */
export interface Guide {
  title: string;
  for: string;
  questions: GuideQuestion[];
  related: string[];
  /** Path from which the screen is reached, if its own path contains an id. */
  opens?: string;
}

/** Guides by the route pattern of their screen (`/conversations/:conversationId`). */
export type Guides = Readonly<Record<string, Guide>>;

/** What a default guide needs to know of a resource. */
interface GuidedResource {
  path: string;
  actions: readonly string[];
}

/** The texts of a resource's locale file that its default guide shows. */
export interface GuidedTexts {
  title: string;
  intro: string;
  new: string;
}

/** Returns whether the default guide's questions fit a resource. Others need a guide of their own. */
export const hasDefaultGuide = ({ path, actions }: GuidedResource): boolean =>
  path !== '' && ['create', 'edit', 'delete'].every((action) => actions.includes(action));

/** Returns the guide of a resource without its own: its intro, and the template questions with `{{…}}` filled in. */
export function defaultGuide(texts: GuidedTexts, templates: readonly GuideQuestion[]): Guide {
  const fill = (template: string) =>
    template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => texts[name as keyof GuidedTexts]);
  const questions = templates.map(({ q, a }) => ({ q: fill(q), a: fill(a) }));
  return { title: texts.title, for: texts.intro, questions, related: [] };
}

/** Returns whether a path belongs to the operator console. */
export const isOfStaff = (path: string): boolean => path === '/admin' || path.startsWith('/admin/');

const partsOf = (path: string) => path.split('/').filter(Boolean);

/** Returns whether a path matches a route pattern. */
function isAt(pattern: string, pathname: string): boolean {
  const [wanted, given] = [partsOf(pattern), partsOf(pathname)];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at]);
}

const isFixed = (pattern: string) => !pattern.includes(':');

/**
 * Returns the pattern of the guide for a path: that of its screen, or of the nearest screen above (`/users` for
 * `/users/new`).
 */
export function guideAt(guides: Guides, pathname: string): string | undefined {
  const parts = partsOf(pathname);
  for (let length = parts.length; length > 0; length--) {
    const prefix = `/${parts.slice(0, length).join('/')}`;
    const found = Object.keys(guides).filter((pattern) => isAt(pattern, prefix));
    if (found.length > 0) return found.find(isFixed) ?? found[0];
  }
  return '/' in guides ? '/' : undefined;
}

/** Returns a path without ids that leads to a screen: its own, or that of the nearest screen above. */
export function openAddress(guides: Guides, pattern: string): string {
  const opens = guides[pattern]?.opens;
  if (opens) return opens;
  const parts = partsOf(pattern);
  for (let length = parts.length; length > 0; length--) {
    const prefix = `/${parts.slice(0, length).join('/')}`;
    if (isFixed(prefix) && prefix in guides) return prefix;
  }
  return '/';
}
