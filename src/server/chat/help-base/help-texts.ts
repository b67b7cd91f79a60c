import { readFileSync } from 'node:fs';
import { resources } from '../../../../resources/index.ts';
import {
  defaultGuide,
  type GuidedTexts,
  type GuideQuestion,
  type Guides,
  hasDefaultGuide,
  HELP_CONTEXT_ID,
  isOfStaff,
  openAddress,
  STAFF_HELP_CONTEXT_ID,
} from '../../../shared/help.ts';

interface HelpFile {
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
  screens: Guides;
  facts: (GuideQuestion & { opens?: string })[];
}

export interface HelpText {
  contextId: string;
  question: string;
  answer: string;
  path: string;
}

const readLocale = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../locales/pt-BR/${name}.json`, import.meta.url), 'utf8'));

function readHelp(): HelpFile {
  const help = readLocale('guides') as HelpFile;
  const guides = resources
    .filter((resource) => hasDefaultGuide(resource) && !(resource.path in help.screens))
    .map(({ name, path }) => [path, defaultGuide(readLocale(name) as GuidedTexts, help.defaults)]);
  return { ...help, screens: { ...help.screens, ...Object.fromEntries(guides) } };
}

export const shippedHelp = readHelp();

/** For the context of the people who may open the screen. */
export function helpTexts({ base, screens, facts }: HelpFile): HelpText[] {
  const ofScreens = Object.entries(screens).flatMap(([pattern, guide]) => {
    const location = {
      path: openAddress(screens, pattern),
      contextId: isOfStaff(pattern) ? STAFF_HELP_CONTEXT_ID : HELP_CONTEXT_ID,
    };
    const purpose = { q: base.purpose.replace('{{title}}', guide.title), a: guide.for };
    return [purpose, ...guide.questions].map(({ q, a }) => ({ ...location, question: q, answer: a }));
  });
  const known = facts.map(({ q, a, opens = '/' }) => ({
    contextId: HELP_CONTEXT_ID,
    question: q,
    answer: a,
    path: opens,
  }));
  return [...ofScreens, ...known];
}
