import { meaningOf } from '../../../search/chat-words.ts';
import { wordsOf } from '../../../search/words.ts';
import type { Tone } from './lexicon.ts';
import { MEANINGS_IN_TALK, tonesOf } from './lexicon.ts';
import { addPairs } from './pairs.ts';
import { marksIn, phrasesIn } from './signs.ts';

export interface MessageReading {
  /** Abbreviations expanded, drawn-out letters reduced. */
  words: string[];
  /** Tones, phrases, marks, length, and combinations. */
  signs: Set<string>;
}

/** In words: `nao foi nada bom`. */
const NEGATION_REACH = 4;
const CLAUSE_END = /[.!?;:,\n…]/;
const DRAWN_OUT = /([a-z])\1{2,}/g;
/** Reversed by a negation. */
const GOOD: readonly Tone[] = ['praising', 'pleased'];
/** They do not count in an ironic message. */
const GLADNESS = [
  'goodAll',
  'goodAll 2',
  'goodAll 3',
  'praising',
  'praising 2',
  'praising 3',
  'pleased',
  'congrats',
  'howGood',
];
const BAD: readonly Tone[] = ['blaming', 'failing', 'upset'];

/** Above `maxLength` characters, only the beginning and the end. */
export function readMessage(message: string, maxLength = 700): MessageReading {
  const text =
    message.length <= maxLength ? message : `${message.slice(0, maxLength / 2)} ${message.slice(-maxLength / 2)}`;
  const clauses = clausesOf(text);
  const words = clauses.flat();
  const plain = clauses.map((clause) => clause.join(' ')).join(' | ');
  const signs = new Set<string>([...marksIn(text), ...phrasesIn(plain)]);
  addTones(clauses, signs);
  if (signs.has('ironic')) for (const sign of GLADNESS) signs.delete(sign);
  addLength(words.length, signs);
  addVerbs(words, signs);
  addPairs(signs);
  return { words, signs };
}

function clausesOf(text: string): string[][] {
  const clauses: string[][] = [[]];
  const typed = wordsOf(text).map((one) => ({ ...one, word: one.word.replace(DRAWN_OUT, '$1') }));
  typed.forEach(({ word, start }, at) => {
    const previous = typed[at - 1];
    const isNext = CLAUSE_END.test(text.slice(previous?.end ?? 0, start));
    if (isNext && clauses.at(-1)!.length > 0) clauses.push([]);
    const neighbours = { previous: previous?.word, next: typed[at + 1]?.word };
    clauses.at(-1)!.push(...(MEANINGS_IN_TALK.get(word) ?? meaningOf(word, neighbours)).split(' '));
  });
  return clauses;
}

function addTones(clauses: readonly string[][], signs: Set<string>): void {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const clause of clauses) {
    let negated = 0;
    let strong = 0;
    for (const word of clause) {
      const tones = tonesOf(word);
      for (const tone of tones) {
        const turns = negated > 0 && (GOOD.includes(tone) || BAD.includes(tone));
        count(turns ? `not ${tone}` : tone);
        if (GOOD.includes(tone)) count(turns ? 'badAll' : 'goodAll');
        else if (BAD.includes(tone) || tone === 'swearing' || tone === 'insulting') count(turns ? 'goodAll' : 'badAll');
        if (strong > 0 && (GOOD.includes(tone) || BAD.includes(tone))) count(`very ${tone}`);
      }
      negated = tones.includes('negating') ? NEGATION_REACH : negated - 1;
      strong = tones.includes('strengthening') ? 2 : strong - 1;
    }
  }
  for (const [name, times] of counts) {
    signs.add(name);
    if (times > 1) signs.add(`${name} 2`);
    if (times > 2) signs.add(`${name} 3`);
  }
}

function addLength(words: number, signs: Set<string>): void {
  const lengthClass = [0, 1, 2, 3, 5, 8, 12, 20, 35].find((size) => words <= size) ?? 'more';
  signs.add(`length ${lengthClass}`);
  if (words <= 4) signs.add('brief');
  if (words >= 15) signs.add('long');
}

/** Complaints and praise report events, questions do not. */
function addVerbs(words: readonly string[], signs: Set<string>): void {
  for (const word of words) {
    if (word.length > 4 && /(ei|ou|eu|iu)$/.test(word) && !/^(queria|estou|voceu)$/.test(word)) signs.add('told');
    if (
      /^(fiz|fui|paguei|comprei|pedi|marquei|liguei|cheguei|tive|esperei|solicitei|contratei|reservei|assinei)$/.test(
        word,
      )
    ) {
      signs.add('iDid');
    }
    if (/^(voces?|vossas|senhores|empresa|atendimento|servico)$/.test(word)) signs.add('you');
  }
}
