import { readFileSync } from 'node:fs';
import { resources } from '../../../../resources/index.ts';
import {
  defaultGuide,
  fillIn,
  type GuidedTexts,
  type GuideQuestion,
  type Guides,
  hasDefaultGuide,
  HELP_CONTEXT_ID,
  isOfStaff,
  openAddress,
  STAFF_HELP_CONTEXT_ID,
  withLimits,
  withListQuestions,
} from '../../../shared/help.ts';
import { hasTexts } from '../../runtime/translate.ts';

export interface HelpFile {
  base: {
    name: string;
    staffName: string;
    company: string;
    welcome: string;
    placeholder: string;
    declined: string;
    purpose: string;
    suggestions: string[];
  };
  defaults: GuideQuestion[];
  lists: Record<'views' | 'import', GuideQuestion>;
  screens: Guides;
  facts: (GuideQuestion & { opens?: string })[];
  support: GuideQuestion & { withEmail: string };
  offer: {
    plan: GuideQuestion;
    plans: GuideQuestion;
    packs: GuideQuestion;
    freeAlso: string[];
    parts: Record<'paid' | 'free' | 'flags' | 'plan' | 'freePlan' | 'pack', string>;
  };
}

export interface HelpText {
  contextId: string;
  question: string;
  answer: string;
  also: readonly string[];
  path: string;
}

const readLocale = (name: string): unknown =>
  JSON.parse(withLimits(readFileSync(new URL(`../../../../locales/pt-BR/${name}.json`, import.meta.url), 'utf8')));

function readHelp(): HelpFile {
  const help = readLocale('guides') as HelpFile;
  const guides = resources
    // The start names the file of texts that is missing.
    .filter((resource) => hasDefaultGuide(resource) && !(resource.path in help.screens) && hasTexts(resource.name))
    .map(({ name, path }) => [path, defaultGuide(readLocale(name) as GuidedTexts, help.defaults)]);
  const screens: Guides = { ...help.screens, ...Object.fromEntries(guides) };
  const lists = resources.flatMap((resource) => {
    const guide = screens[resource.path];
    return guide ? [[resource.path, withListQuestions(guide, resource, help.lists)]] : [];
  });
  return { ...help, screens: { ...screens, ...Object.fromEntries(lists) } };
}

export const shippedHelp = readHelp();

export const textOf = ({ q, a, also = [] }: GuideQuestion) => ({ question: q, answer: a, also });

/** For the context of the people who may open the screen. */
export function helpTexts({ base, screens, facts }: HelpFile): HelpText[] {
  const ofScreens = Object.entries(screens).flatMap(([pattern, guide]) => {
    const location = {
      path: openAddress(screens, pattern),
      contextId: isOfStaff(pattern) ? STAFF_HELP_CONTEXT_ID : HELP_CONTEXT_ID,
    };
    const purpose: GuideQuestion = { q: fillIn(base.purpose, { title: guide.title }), a: guide.for };
    return [purpose, ...guide.questions].map((one) => ({ ...location, ...textOf(one) }));
  });
  const known = facts.map(({ opens = '/', ...fact }) => ({
    contextId: HELP_CONTEXT_ID,
    path: opens,
    ...textOf(fact),
  }));
  return [...ofScreens, ...known];
}

export function supportText({ withEmail, ...support }: HelpFile['support'], email: string): HelpText {
  const a = email === '' ? support.a : fillIn(withEmail, { email });
  return { contextId: HELP_CONTEXT_ID, path: '/', ...textOf({ ...support, a }) };
}
