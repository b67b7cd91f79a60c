import {
  DECISION_DAYS,
  DEMO_LINK_MS,
  EMBEDDED_ANSWER_COST,
  FILE_FORMATS,
  FILE_MAX_BYTES,
  IMPERSONATION_MINUTES,
  INVITATION_DAYS,
  PICTURES_MAX,
} from './constants.ts';
import { formatCount, formatList } from './format.ts';

/** The hidden account with our own help: one context for everybody and, below it, one for staff. */
export const HELP_ACCOUNT_ID = '00000000-0000-7000-8000-0000000000a0';
export const HELP_CONTEXT_ID = '00000000-0000-7000-8000-0000000000a1';
export const STAFF_HELP_CONTEXT_ID = '00000000-0000-7000-8000-0000000000a2';

/** `also`: other ways to ask it. */
export interface GuideQuestion {
  q: string;
  a: string;
  also?: string[];
}

/** `for` is the screen's purpose in one sentence; `related` are paths of other screens. */
export interface Guide {
  title: string;
  for: string;
  questions: GuideQuestion[];
  related: string[];
  opens?: string;
}

/** Guides by the route pattern of their screen (`/conversations/:conversationId`). */
export type Guides = Readonly<Record<string, Guide>>;

const limits: Readonly<Record<string, string>> = {
  answerCost: formatCount(EMBEDDED_ANSWER_COST / 1_000),
  answersPerCredit: String(1_000 / EMBEDDED_ANSWER_COST),
  decisionDays: String(DECISION_DAYS),
  demoHours: String(DEMO_LINK_MS / 3_600_000),
  fileFormats: formatList(FILE_FORMATS.map((format) => format.toUpperCase())),
  fileMb: String(FILE_MAX_BYTES / 1024 / 1024),
  impersonationMinutes: String(IMPERSONATION_MINUTES),
  invitationDays: String(INVITATION_DAYS),
  pictureMax: String(PICTURES_MAX),
};

/** Names without a value stay. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);

/** Returns the text with today's limits in place of `{{fileMb}}` and the like. */
export const withLimits = (text: string): string => fillIn(text, limits);

interface GuidedResource {
  path: string;
  actions: readonly string[];
}

export interface GuidedTexts {
  title: string;
  intro: string;
  new: string;
}

/** Other resources need a guide of their own. */
export const hasDefaultGuide = ({ path, actions }: GuidedResource): boolean =>
  path !== '' && ['create', 'edit', 'delete'].every((action) => actions.includes(action));

/** Returns the guide of a resource without its own: its intro, and the template questions with `{{…}}` filled in. */
export function defaultGuide(texts: GuidedTexts, templates: readonly GuideQuestion[]): Guide {
  const { title, intro, new: create } = texts;
  const values = { title, intro, new: create };
  const questions = templates.map(({ q, a }) => ({ q: fillIn(q, values), a: fillIn(a, values) }));
  return { title: texts.title, for: texts.intro, questions, related: [] };
}

const LIST_QUESTIONS = ['views', 'import'] as const;

/** Returns the guide of a list with the questions about what its resource declares, `{{title}}` filled in. */
export const withListQuestions = (
  guide: Guide,
  { list }: { list: { views?: object; import?: boolean } },
  templates: Readonly<Record<(typeof LIST_QUESTIONS)[number], GuideQuestion>>,
): Guide => ({
  ...guide,
  questions: [
    ...guide.questions,
    ...LIST_QUESTIONS.filter((name) => list[name]).map((name) => {
      const { q, a } = templates[name];
      return { q: fillIn(q, { title: guide.title }), a: fillIn(a, { title: guide.title }) };
    }),
  ],
});

export const isOfStaff = (path: string): boolean => path === '/admin' || path.startsWith('/admin/');

const partsOf = (path: string) => path.split('/').filter(Boolean);

function isAt(pattern: string, pathname: string): boolean {
  const [wanted, given] = [partsOf(pattern), partsOf(pathname)];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at]);
}

const isFixed = (pattern: string) => !pattern.includes(':');

/** Of the screen itself, or of the nearest screen above (`/users` for `/users/new`). */
export function guideAt(guides: Guides, pathname: string): string | undefined {
  const parts = partsOf(pathname);
  for (let length = parts.length; length > 0; length--) {
    const prefix = `/${parts.slice(0, length).join('/')}`;
    const found = Object.keys(guides).filter((pattern) => isAt(pattern, prefix));
    if (found.length > 0) return found.find(isFixed) ?? found[0];
  }
  return '/' in guides ? '/' : undefined;
}

/** A path without ids: the screen's own, or that of the nearest screen above. */
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
