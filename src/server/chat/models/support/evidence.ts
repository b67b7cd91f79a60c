import { rootOf } from '../../../../search/roots.ts';
import { STOPWORDS } from '../../../../search/stopwords.ts';
import { wordsOf } from '../../../../search/words.ts';
import type { Claim } from './claim.ts';
import { widerPages } from './links.ts';
import { foldText, readable } from './plain-letters.ts';
import { readFigures } from './read-claims.ts';
import { FREE } from './word-claims.ts';

const ALIASES: Record<string, string> = {
  zap: 'whatsapp',
  zapzap: 'whatsapp',
  whats: 'whatsapp',
  wpp: 'whatsapp',
  whatsap: 'whatsapp',
  wa: 'whatsapp',
  insta: 'instagram',
  ig: 'instagram',
  face: 'facebook',
  fb: 'facebook',
};
/** A run of so many digits is never equal to another one by chance. */
const DIGITS_MIN = 8;

export interface Evidence {
  supports(claim: Claim): boolean;
  wordsShared(sentence: string): number;
}

/** What the visitor asked cannot make anything free of charge. Indexes are built on first use: most words need none. */
export function gatherEvidence(texts: readonly string[], asked: readonly string[] = []): Evidence {
  const known = memoize(() => [...texts, ...asked].map(readable));
  const figures = memoize(() => readKnownFigures(known(), texts.length));
  const words = memoize(() => readKnownWords(known()));
  const stems = memoize(() => new Set([...words()].map(rootOf)));
  const isNamed = (name: string) => wordsOf(name).every(({ word }) => words().has(word) || stems().has(rootOf(word)));
  return {
    supports: (claim) => (claim.kind === 'name' ? isNamed(claim.text) : supports(figures(), claim)),
    wordsShared: (sentence) => new Set(contentOf(sentence).filter((one) => stems().has(one))).size,
  };
}

function memoize<Value>(read: () => Value): () => Value {
  let value: { is: Value } | null = null;
  return () => (value ??= { is: read() }).is;
}

interface Figures {
  keys: Set<string>;
  /** They support any unit, because a table states it in its header. */
  bare: Set<number>;
  numbers: Set<number>;
  digits: string[];
  flat: string;
}

const contentOf = (text: string) =>
  wordsOf(text)
    .map(({ word }) => word)
    .filter((word) => !STOPWORDS.has(word) && word.length > 2)
    .map(rootOf);

function readKnownWords(texts: readonly string[]): Set<string> {
  const words = new Set(texts.flatMap((text) => wordsOf(text).map(({ word }) => word)));
  for (const word of words) if (ALIASES[word]) words.add(ALIASES[word]);
  return words;
}

function readKnownFigures(texts: readonly string[], own: number): Figures {
  const figures: Figures = {
    keys: new Set(),
    bare: new Set(),
    numbers: new Set(),
    digits: texts.flatMap((text) => text.split('\n').map((line) => line.replace(/\D/g, ''))),
    flat: foldText(texts.join('\n')),
  };
  for (const [at, text] of texts.entries())
    for (const claim of readFigures(text).claims) if (at < own || !isFree(claim)) addClaim(figures, claim);
  return figures;
}

const isFree = ({ readings }: Claim) => readings.some(({ key }) => key === FREE);

function addClaim({ keys, bare, numbers }: Figures, { readings, implied = [] }: Claim): void {
  for (const { key, value } of [...readings, ...implied]) {
    keys.add(key);
    if (key.startsWith('page:')) for (const wider of widerPages(key)) keys.add(wider);
    if (value === null) continue;
    numbers.add(value);
    if (key.startsWith(':')) bare.add(value);
  }
}

function supports(figures: Figures, claim: Claim): boolean {
  const isRead = claim.readings.some(({ key, value }) => {
    if (figures.keys.has(key)) return true;
    if (key.startsWith('id:')) return hasDigits(figures, key.slice('id:'.length));
    if (value === null) return false;
    return key.startsWith(':') ? figures.numbers.has(value) : figures.bare.has(value);
  });
  // The word alone may be negated.
  const isLiteral = claim.kind !== 'link' && !isFree(claim);
  return isRead || (isLiteral && standsIn(figures.flat, foldText(claim.text)));
}

const hasDigits = ({ digits }: Figures, wanted: string) =>
  wanted.length >= DIGITS_MIN && digits.some((line) => line.includes(wanted));

function standsIn(flat: string, claimed: string): boolean {
  for (let at = flat.indexOf(claimed); at >= 0; at = flat.indexOf(claimed, at + 1)) {
    const before = flat.slice(Math.max(0, at - 2), at);
    const after = flat.slice(at + claimed.length, at + claimed.length + 2);
    if (!/[a-z\d]$|\d[.,/:-]$/.test(before) && !/^[a-z\d]|^[.,/:-]\d/.test(after)) return true;
  }
  return false;
}
