import { fold, wordsOf } from '../../../knowledge/search/words.ts';
import { stem } from '../../../knowledge/search/stem.ts';
import { STOPWORDS } from '../../../knowledge/search/stopwords.ts';
import type { Claim } from './claim.ts';
import { hostOfPage } from './links.ts';
import { flatten, readable } from './plain-letters.ts';
import { readClaims } from './read-claims.ts';

/** Names that people write shorter. */
const ALIASES: Record<string, string> = {
  ...{ zap: 'whatsapp', zapzap: 'whatsapp', whats: 'whatsapp', wpp: 'whatsapp', whatsap: 'whatsapp', wa: 'whatsapp' },
  ...{ insta: 'instagram', ig: 'instagram', face: 'facebook', fb: 'facebook' },
};
/** So many digits in a row are nobody's by chance. */
const DIGITS_MIN = 8;

/** What is known: everything that a model was given to answer from, ready to be looked up. */
export interface Evidence {
  supports(claim: Claim): boolean;
  /** How many words of a sentence, those that say nothing aside, stand in what is known. */
  wordsShared(sentence: string): number;
}

/** Reads what a model was given. Nothing is read before the first question to it: most words of an answer ask none. */
export function gatherEvidence(texts: readonly string[]): Evidence {
  let known: Known | null = null;
  const read = () => (known ??= readKnown(texts.map(readable)));
  return {
    supports: (claim) => supports(read(), claim),
    wordsShared: (sentence) => {
      const stems = contentOf(sentence).filter((one) => read().stems.has(one));
      return new Set(stems).size;
    },
  };
}

interface Known {
  keys: Set<string>;
  /** Numbers without a unit, which may be of any: a table tells it in its head. */
  bare: Set<number>;
  /** Numbers of every kind. */
  numbers: Set<number>;
  words: Set<string>;
  stems: Set<string>;
  /** The digits of each line. */
  digits: string[];
  flat: string;
}

const contentOf = (text: string) =>
  wordsOf(text)
    .map(({ word }) => word)
    .filter((word) => !STOPWORDS.has(word) && word.length > 2)
    .map(stem);

function readKnown(texts: readonly string[]): Known {
  const known: Known = {
    ...{ keys: new Set(), bare: new Set(), numbers: new Set(), words: new Set(), stems: new Set() },
    ...{ digits: [], flat: flatten(texts.join('\n')) },
  };
  for (const text of texts) {
    for (const claim of readClaims(text)) addClaim(known, claim);
    for (const { word } of wordsOf(text)) {
      known.words.add(word);
      known.stems.add(stem(word));
      if (ALIASES[word]) known.words.add(ALIASES[word]);
    }
    for (const line of text.split('\n')) known.digits.push(line.replace(/\D/g, ''));
  }
  return known;
}

function addClaim({ keys, bare, numbers }: Known, { readings, implied = [] }: Claim): void {
  for (const { key, value } of [...readings, ...implied]) {
    keys.add(key);
    if (key.startsWith('page:')) keys.add(hostOfPage(key));
    if (value === null) continue;
    numbers.add(value);
    if (key.startsWith(':')) bare.add(value);
  }
}

function supports(known: Known, claim: Claim): boolean {
  if (claim.kind === 'name') return isNameKnown(known, fold(claim.text));
  const isRead = claim.readings.some(({ key, value }) => {
    if (known.keys.has(key)) return true;
    if (key.startsWith('id:')) return hasDigits(known, key.slice('id:'.length));
    if (value === null) return false;
    return key.startsWith(':') ? known.numbers.has(value) : known.bare.has(value);
  });
  return isRead || (claim.kind !== 'link' && standsIn(known.flat, flatten(claim.text)));
}

const hasDigits = ({ digits }: Known, wanted: string) =>
  wanted.length >= DIGITS_MIN && digits.some((line) => line.includes(wanted));

const isNameKnown = ({ words, stems }: Known, name: string) =>
  wordsOf(name).every(({ word }) => words.has(word) || stems.has(stem(word)));

/** Whether what is claimed stands there to the letter, and is no part of a longer number or word. */
function standsIn(flat: string, claimed: string): boolean {
  for (let at = flat.indexOf(claimed); at >= 0; at = flat.indexOf(claimed, at + 1)) {
    const before = flat.slice(Math.max(0, at - 2), at);
    const after = flat.slice(at + claimed.length, at + claimed.length + 2);
    if (!/[a-z\d]$|\d[.,/:-]$/.test(before) && !/^[a-z\d]|^[.,/:-]\d/.test(after)) return true;
  }
  return false;
}
