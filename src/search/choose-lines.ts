import { CONTINUES, REFERS } from './continues.ts';
import { daysIn } from './facts/opening-hours.ts';
import { isFooter, isQuotable } from './quotable.ts';
import { type HitSentence, namesLess, saysLess } from './quote.ts';
import { pricesIn } from './records/price-records.ts';
import { linesOf } from './records/read-records.ts';
import type { Hit } from './search.ts';
import { otherSections } from './sections.ts';
import { wordsOf } from './words.ts';

/** In characters; a FAQ's own answer is returned whole. */
export const ANSWER_MAX = 420;
const SENTENCES_MAX = 3;
/** For words of the question that no sentence chosen before contains; not for the first one of a small base. */
const NOVELTY_WEIGHT = 6;
/** Probability of containing the answer, per character, for adding another sentence. */
const MIN_LIKELIHOOD = 6e-5;
/** In small bases (reranking), whatever its length; less if it has so much of the question that no other has. */
const MIN_LIKELIHOOD_NEAR = 0.12;
const MIN_LIKELIHOOD_NEW = 0.02;
const NEW_SHARE = 0.3;
/** Away from the other lines, if it names less of what is asked for than the best. */
const MIN_LIKELIHOOD_AWAY = 0.2;
/** How far the first line below a label scores below it at most. */
const LABEL_GAP = 2;

/** Of a price's name: `Feriados prolongados e réveillon`. */
const DAY_WORDS_MAX = 4;

/** A sentence of the hit with that index. */
export interface Quote {
  hit: number;
  sentence: HitSentence;
}

/** The best, then greedily those that add most, while they fit and are likely enough to answer. */
export function chooseLines(hits: readonly Hit[], closeness: number): Quote[] {
  const all = hits.flatMap((hit, index) => underLabels(hit).map((sentence) => ({ hit: index, sentence })));
  const quotable = all.filter(({ hit, sentence }) => isQuotable(hits[hit]!.passage, sentence));
  const likelihood = likelihoods(quotable);
  const others = hits.map(otherSections);
  const ofSections = quotable.filter(({ hit, sentence }) => !others[hit]!.has(sentence.start));
  const left = ofSections.length > 0 ? ofSections : quotable;
  const chosen: Quote[] = [];
  const covered: number[] = [];
  let room = ANSWER_MAX;
  while (chosen.length < SENTENCES_MAX) {
    const novelty = chosen.length === 0 ? NOVELTY_WEIGHT * (1 - closeness) : NOVELTY_WEIGHT;
    let next: Quote | null = null;
    let bestValue = -Infinity;
    for (const quote of left) {
      if (quote.sentence.text.length > room || chosen.includes(quote)) continue;
      if (chosen.length > 0 && (isFooter(quote.sentence.text) || quote.sentence.isOfOtherAct)) continue;
      if (saysOther(hits, quote, chosen)) continue;
      const value = quote.sentence.score + novelty * noveltyOf(quote.sentence.holds, covered);
      if (value > bestValue) [next, bestValue] = [quote, value];
    }
    if (next === null) break;
    const { text } = next.sentence;
    const isNew = noveltyOf(next.sentence.holds, covered) >= NEW_SHARE;
    const near = isNew ? MIN_LIKELIHOOD_NEW : MIN_LIKELIHOOD_NEAR;
    const minLikelihood = closeness * near + (1 - closeness) * MIN_LIKELIHOOD * text.length;
    if (chosen.length > 0 && likelihood(next) < minLikelihood) break;
    chosen.push(next);
    next.sentence.holds.forEach((share, word) => (covered[word] = Math.max(covered[word] ?? 0, share)));
    room -= text.length + 1;
  }
  const kept = chosen.filter(
    (quote) =>
      (likelihood(quote) >= MIN_LIKELIHOOD_AWAY || !isStray(hits, chosen, quote)) &&
      !chosen.some((other) => isOtherEntry(quote, other)),
  );
  return withContinuations(hits, kept, all);
}

/** Besides lines about the subject, a further one that is not and stands elsewhere. */
function saysOther(hits: readonly Hit[], quote: Quote, chosen: readonly Quote[]): boolean {
  if (!chosen[0]?.sentence.isAbout || quote.sentence.isAbout !== false) return false;
  return !chosen.some((one) => isAdjacent(hits, one, quote) || isAdjacent(hits, quote, one));
}

/** One sentence follows the other in the same line. */
const isAdjacent = (hits: readonly Hit[], { hit, sentence }: Quote, next: Quote): boolean =>
  hit === next.hit &&
  /^ +$/.test(hits[hit]!.passage.text.slice(sentence.start + sentence.text.length, next.sentence.start));

/** The line below a label answers what the label names. */
function underLabels({ passage, sentences }: Hit): readonly HitSentence[] {
  return sentences.map((sentence) => {
    const label = sentences.find(
      (one) =>
        one.score - LABEL_GAP > sentence.score &&
        one.start < sentence.start &&
        /^[^\S\n]*\n[^\S\n]*$/.test(passage.text.slice(one.start + one.text.length, sentence.start)) &&
        !isQuotable(passage, one),
    );
    return label ? { ...sentence, score: label.score - LABEL_GAP } : sentence;
  });
}

/** `Com mais de 60 dias, devolvemos. Com menos, vira crédito.`: each is understood only with the other. */
function withContinuations(hits: readonly Hit[], chosen: readonly Quote[], all: readonly Quote[]): Quote[] {
  const endOf = ({ start, text }: HitSentence) => start + text.length;
  const isNext = (one: Quote, other: Quote) => isAdjacent(hits, one, other);
  const isBelow = (one: Quote, other: Quote) =>
    one.hit === other.hit &&
    /^ *\n$/.test(hits[one.hit]!.passage.text.slice(endOf(one.sentence), other.sentence.start));
  /** `Sexta e sábado: R$ 75` below `Domingo a quinta: R$ 55`. Of days asked for, only theirs are in `all`. */
  function otherDays(quote: Quote): Quote[] {
    const below = all.find((other) => isBelow(quote, other));
    return below && isPriceOfDays(quote) && isPriceOfDays(below) ? [below, ...otherDays(below)] : [];
  }
  return chosen.flatMap((quote, at) => {
    const next = all.find((other) => isNext(quote, other) && CONTINUES.test(other.sentence.text));
    const rest = [...(next ? [next] : []), ...otherDays(quote)].filter((other) => !chosen.includes(other));
    const before = all.find((other) => isNext(other, quote));
    if (!before || chosen.includes(before)) return [quote, ...rest];
    // A question names what it is about itself.
    const isCut = REFERS.test(quote.sentence.text) && before.sentence.isAbout === false;
    if (!isCut && !CONTINUES.test(quote.sentence.text)) return [quote, ...rest];
    return at === 0 ? [before, quote, ...rest] : [];
  });
}

/** Away from the other lines, and names less of what is asked for than the best. */
function isStray(hits: readonly Hit[], chosen: readonly Quote[], quote: Quote): boolean {
  const [best] = chosen;
  if (!best || quote === best || !saysLess(quote.sentence, best.sentence)) return false;
  return !chosen.some((one) => one !== quote && isBeside(hits, one, quote));
}

/** In one line or in the next one, in whichever order. */
function isBeside(hits: readonly Hit[], one: Quote, other: Quote): boolean {
  if (one.hit !== other.hit) return false;
  const [{ start, text }, next] =
    one.sentence.start < other.sentence.start ? [one.sentence, other.sentence] : [other.sentence, one.sentence];
  const between = hits[one.hit]!.passage.text.slice(start + text.length, next.start);
  return !between.includes('\n') || between.trim() === '';
}

/** Entries of a list of prices are told apart by what they name: `moto ... 20,00` for `caminhão ... 70,00`. */
function isOtherEntry({ sentence: one }: Quote, { sentence: other }: Quote): boolean {
  return hasNamedPrice(one.text) && hasNamedPrice(other.text) && namesLess(one.holds, other.holds);
}

const hasNamedPrice = (text: string) =>
  linesOf(text)
    .flatMap(pricesIn)
    .some(({ name }) => name !== '');

/** A price named by its days only. */
const isPriceOfDays = ({ sentence: { text } }: Quote): boolean =>
  linesOf(text)
    .flatMap(pricesIn)
    .some(({ name }) => daysIn(name).length > 0 && !/[:;]/.test(name) && wordsOf(name).length <= DAY_WORDS_MAX);

export function likelihoods(quotes: readonly Quote[]): (quote: Quote) => number {
  const max = quotes.reduce((max, { sentence }) => Math.max(max, sentence.score), -Infinity);
  const all = quotes.reduce((sum, { sentence }) => sum + Math.exp(sentence.score - max), 0);
  return ({ sentence }) => Math.exp(sentence.score - max) / all;
}

function noveltyOf(holds: readonly number[], covered: readonly number[]): number {
  return holds.reduce((sum, share, word) => sum + Math.max(0, share - (covered[word] ?? 0)), 0);
}
