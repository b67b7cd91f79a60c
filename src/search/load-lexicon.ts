import { meaningOf } from './chat-words.ts';
import { STOPWORDS } from './stopwords.ts';
import { tableLines, textFiles } from './text-lines.ts';
import { fold } from './words.ts';

/**
 * `kinds`: `words` are general, `kinds` are kinds of it, not synonyms of each other. `remedies`: `words` name a problem
 * and `kinds` its solutions (`chegou quebrado` → `troca`, `garantia`).
 */
type Relation = 'synonyms' | 'kinds' | 'remedies';

/** Words are folded and not stemmed; those of an expression are separated by spaces. */
export interface LexiconGroup {
  /** Name of its file, for example `payment`. */
  section: string;
  isGeneral: boolean;
  relation: Relation;
  words: readonly string[];
  kinds: readonly string[];
}

interface LexiconFile {
  groups: readonly LexiconGroup[];
  /** Kinds of the areas that include them. Not among `groups`: places are not similar to each other. */
  places: readonly LexiconGroup[];
  roots: ReadonlyMap<string, string>;
}

const FOLDER = new URL('lexicon/', import.meta.url);
const ROOTS = 'roots';
const CHAT_TABLE = 'chat-words';
const PLACES = 'places';

/** Sections that apply to every kind of business. All others are about one kind. */
const GENERAL: ReadonlySet<string> = new Set([
  ...['payment', 'prices', 'opening-times', 'place', 'contact', 'delivery', 'exchange-and-warranty'],
  ...['product-and-stock', 'booking', 'documents-and-registration', 'people-and-staff', 'generic-verbs', 'colloquial'],
]);

const RELATIONS: readonly (readonly [string, Relation])[] = [
  [' => ', 'remedies'],
  [' > ', 'kinds'],
];

/** Does not validate the syntax: a test of the lexicon files does. */
export function readGroup(line: string, section: string): LexiconGroup {
  const folded = fold(line);
  const isGeneral = GENERAL.has(section);
  for (const [sign, relation] of RELATIONS) {
    const [words, kinds] = folded.split(sign);
    if (words !== undefined && kinds !== undefined)
      return { section, isGeneral, relation, words: wordsIn(words), kinds: wordsIn(kinds) };
  }
  return { section, isGeneral, relation: 'synonyms', words: wordsIn(folded), kinds: [] };
}

/** As contents write it and as a normalised question writes it: `ta quanto` and `esta quanto`. */
function wordsIn(folded: string): string[] {
  const words = folded.trim().replaceAll(' ', '|').replaceAll('_', ' ').split('|');
  return [...new Set(words.flatMap((word) => (isNoName(word) ? [word] : [word, meant(word)])))];
}

/** In messages, `pro` is `para o` and no plan, and `pf` is `por favor` and no dish. */
const isNoName = (word: string): boolean =>
  !word.includes(' ') &&
  meant(word)
    .split(' ')
    .every((one, _, all) => all.length > 1 && STOPWORDS.has(one));

function meant(expression: string): string {
  const words = expression.split(' ');
  return words.map((word, at) => meaningOf(word, { previous: words[at - 1], next: words[at + 1] })).join(' ');
}

const linesIn = (name: string) => tableLines(new URL(`${name}.txt`, FOLDER));

/** `root = form form`, or roots alone; includes the roots themselves. */
function readRoots(): Map<string, string> {
  const roots = new Map<string, string>();
  for (const line of linesIn(ROOTS)) {
    const [words = '', forms] = fold(line).split(' = ');
    for (const root of words.split(' ')) for (const form of [root, ...(forms?.split(' ') ?? [])]) roots.set(form, root);
  }
  return roots;
}

const groupsIn = (section: string) => linesIn(section).map((line) => readGroup(line, section));

function readGroups(): LexiconGroup[] {
  return textFiles(FOLDER)
    .filter((name) => name !== ROOTS && name !== CHAT_TABLE && name !== PLACES)
    .flatMap(groupsIn);
}

export const LEXICON: LexiconFile = { groups: readGroups(), places: groupsIn(PLACES), roots: readRoots() };
