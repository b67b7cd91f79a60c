import { rootOf } from '../roots.ts';
import { STOPWORDS } from '../stopwords.ts';
import { wordsOf } from '../words.ts';
import { isKnownAtLarge } from './background.ts';
import { currentLexicon, placesLexicon } from './lexicon-files.ts';
import { isLight } from './light-words.ts';
import type { RerankQuestion } from './rerank-question.ts';
import type { RerankSegment } from './rerank-segment.ts';
import { expressionsIn } from './units.ts';
import { namesWant } from './wants.ts';

/** The base contains a word if one is this similar. Siblings of a category are less similar. */
const SIMILAR = 0.3;
/** Longer numbers are those of orders, not of products or days. */
const DIGITS_MAX = 3;

/** A kind, place, number or name: a passage without it does not answer, however similar the rest is. */
export function missesDetail(chain: readonly RerankSegment[], question: RerankQuestion, text: string): boolean {
  const hasUnit = (unit: string) => chain.some(({ unitIds }) => unitIds.has(unit));
  return (
    missesKind(question, hasUnit) ||
    missesPlace(question, hasUnit) ||
    missesNumber(chain, question) ||
    missesName(chain, question, text)
  );
}

/** `mundo` is left out, because `todo mundo` means everybody. */
const ABROAD = () =>
  placesLexicon()
    .generalsOf('portugal')
    .filter((unit) => unit !== 'mundo');

type HasUnit = (unit: string) => boolean;

function missesKind({ units, want }: RerankQuestion, hasUnit: HasUnit): boolean {
  const lexicon = currentLexicon();
  // The base may contain the words of an expression apart: `entrega` and a price for `taxa de entrega`.
  const isSpelledOut = (unit: string) =>
    unit.includes('_') &&
    unit.split('_').every((root) => hasUnit(root) || STOPWORDS.has(root) || namesWant(root, want));
  return units.some(({ unit, nearest }) => {
    const generals = isLight(unit) || namesWant(unit, want) ? [] : lexicon.generalsOf(unit);
    if (generals.length === 0) return false;
    if (nearest < SIMILAR) return !isSpelledOut(unit);
    if (!lexicon.isKindIn(unit, 'payment')) return false;
    // A general word (`formas de pagamento`) does not imply one of its kinds, but `cartão` includes `débito`.
    const states = [...lexicon.stating(unit), ...generals.filter((general) => lexicon.isKindIn(general, 'payment'))];
    return !states.some(hasUnit);
  });
}

function missesPlace({ words }: RerankQuestion, hasUnit: HasUnit): boolean {
  const roots = words.map(({ root }) => root);
  const isStopword = new Set(words.flatMap((word) => (word.isStopword ? [word.root] : [])));
  const named = [...expressionsIn(placesLexicon(), roots).map(({ unit }) => unit), ...roots];
  const isStated = (unit: string) => unit.split('_').every((root) => STOPWORDS.has(root) || hasUnit(root));
  if (named.some((unit) => ABROAD().includes(unit) && !placesLexicon().stating(unit).some(isStated))) return true;
  return named.some((unit) => {
    const generals = placesLexicon().generalsOf(unit);
    const isThere = () => unit.split('_').every((root) => isStopword.has(root) || hasUnit(root));
    return generals.length > 0 && !isThere() && !generals.some(hasUnit);
  });
}

/** Only numbers after a noun and without a unit tell things apart: `aro 29`, `dia 25`, but not `10 km` or `3 pessoas`. */
function missesNumber(chain: readonly RerankSegment[], { words, units }: RerankQuestion): boolean {
  const isNoun = new Set(units.flatMap((one) => (one.isNoun ? [one.unit] : [])));
  return words.some(({ word, root }, at) => {
    if (!/^\d+$/.test(word) || word.length > DIGITS_MAX || !isNoun.has(root)) return false;
    const before = words[at - 1];
    const after = words[at + 1];
    const isNamed = before !== undefined && (isNoun.has(before.root) || before.word === 'dia');
    return isNamed && (after?.isStopword ?? true) && !chain.some(({ segment }) => segment.wordIds.has(word));
  });
}

/** Words with a capital letter within a sentence that neither the base nor general Portuguese has. */
function missesName(chain: readonly RerankSegment[], { words }: RerankQuestion, text: string): boolean {
  if (text === text.toUpperCase()) return false;
  const asTyped = new Set(words.flatMap((one) => (one.isStopword ? [] : [one.word])));
  return wordsOf(text).some(({ word, start }) => {
    if (!/\p{Lu}/u.test(text[start]!) || !asTyped.has(word)) return false;
    if (/(^|[.!?:;\n"“(])\s*$/.test(text.slice(0, start))) return false;
    const root = rootOf(word);
    const isKnown = [currentLexicon(), placesLexicon()].some((lexicon) => lexicon.has(root) || lexicon.words.has(word));
    return (
      !isKnown &&
      !isKnownAtLarge(root) &&
      !chain.some(({ segment, unitIds }) => segment.wordIds.has(word) || unitIds.has(root))
    );
  });
}
