import { meaningOf } from './chat-words.ts';
import { tableLines, textFiles } from './text-lines.ts';
import { fold } from './words.ts';

/**
 * How the words of a group belong together.
 * - `synonyms`: each may stand for each other.
 * - `kinds`: `words` name something general, `kinds` are kinds of it; the kinds are no synonyms of each other.
 * - `remedies`: `words` are a problem, `kinds` are what it leads to (`chegou quebrado` → `troca`, `garantia`).
 */
export type Relation = 'synonyms' | 'kinds' | 'remedies';

/** A line of the lexicon. Words are folded and not stemmed; an expression has a space between its words. */
export interface LexiconGroup {
  /** The file that holds it: `payment`. */
  section: string;
  /** Whether its section concerns businesses of every kind. */
  isGeneral: boolean;
  relation: Relation;
  words: readonly string[];
  /** Empty for synonyms. */
  kinds: readonly string[];
}

export interface LexiconFile {
  groups: readonly LexiconGroup[];
  /** Folded forms whose root is not to be computed → their root, as it is. */
  roots: ReadonlyMap<string, string>;
}

const FOLDER = new URL('lexicon/', import.meta.url);
const ROOTS = 'roots';
const CHAT_TABLE = 'chat-words';

/** Sections that concern businesses of every kind; all others are about one kind of business. */
const GENERAL: ReadonlySet<string> = new Set([
  ...['payment', 'prices', 'opening-times', 'place', 'contact', 'delivery', 'exchange-and-warranty'],
  ...['product-and-stock', 'booking', 'documents-and-registration', 'people-and-staff', 'generic-verbs', 'colloquial'],
]);

const RELATIONS: readonly (readonly [string, Relation])[] = [
  [' => ', 'remedies'],
  [' > ', 'kinds'],
];

/** One line as a group; an unknown syntax is found by the lint test, not here. */
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

/** Each word as contents write it, and as a normalised question does: `ta quanto` is `esta quanto` too. */
function wordsIn(folded: string): string[] {
  const words = folded.trim().replaceAll(' ', '|').replaceAll('_', ' ').split('|');
  return [...new Set(words.flatMap((word) => [word, meant(word)]))];
}

function meant(expression: string): string {
  const words = expression.split(' ');
  return words.map((word, at) => meaningOf(word, { previous: words[at - 1], next: words[at + 1] })).join(' ');
}

const linesIn = (name: string) => tableLines(new URL(`${name}.txt`, FOLDER));

/** `root = form form`: each form, and the root itself, → the root. */
function readRoots(): Map<string, string> {
  const roots = new Map<string, string>();
  for (const line of linesIn(ROOTS)) {
    const [root = '', forms = ''] = fold(line).split(' = ');
    for (const form of [root, ...forms.trim().split(' ')]) roots.set(form, root);
  }
  return roots;
}

function readGroups(): LexiconGroup[] {
  const sections = textFiles(FOLDER).filter((name) => name !== ROOTS && name !== CHAT_TABLE);
  return sections.flatMap((section) => linesIn(section).map((line) => readGroup(line, section)));
}

/** The Portuguese that visitors and businesses write, read once. */
export const LEXICON: LexiconFile = { groups: readGroups(), roots: readRoots() };
