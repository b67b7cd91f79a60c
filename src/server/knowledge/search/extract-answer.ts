import { askedOf } from './passage.ts';
import type { HitSentence } from './quote.ts';
import type { Passage } from './passage.ts';
import type { Hit, SearchResult } from './search.ts';
import { wholeAnswer } from './whole-answer.ts';

/** Longest answer quoted from passages, in characters; a FAQ's own answer is given whole. */
export const ANSWER_MAX = 420;
/** Up to so many characters, what stands below a heading that asks is its answer, whole. */
export const SECTION_MAX = 600;
const SENTENCES_MAX = 3;
/** Passages quoted from: the best, and the two behind it that score no further below. */
const HITS_MAX = 3;
const BEHIND_MAX = 3;
/** What it counts that a sentence holds words of the question that none chosen before holds. */
const NEWS = 6;
/** The least likelihood of holding the answer, per character, for which another sentence is worth reading. */
const WORTH = 6e-5;

/** A sentence and the hit that it is from. */
interface Quote {
  hit: number;
  sentence: HitSentence;
}

/**
 * Answers with the base's own words: a FAQ's own answer, what stands below a heading that asks (up to 600 characters), or
 * one to three sentences (420 characters at most) of the best passages, in their order. `used` are the hits quoted, the best first. Null when there is nothing to quote.
 */
export function extractAnswer(result: SearchResult, _question?: string): { text: string; used: Hit[] } | null {
  if (result.fact) return result.fact;
  const best = result.hits[0];
  if (best === undefined) return null;
  const own = best.isPhrased ? wholeAnswer(best.passage) : ownAnswer(best.passage);
  if (own !== '') return { text: own, used: [best] };
  const hits = result.hits
    .slice(0, best.passage.answer === null && askedOf(best.passage) !== null ? 1 : HITS_MAX)
    .filter(({ passage, score }) => passage.answer === null && best.score - score <= BEHIND_MAX);
  const chosen = choose(hits);
  if (chosen.length === 0) return null;
  const used = hits.filter((_, index) => chosen.some(({ hit }) => hit === index));
  return { text: quote(hits, chosen), used };
}

/** What a FAQ or a section below a question answers; empty when it must be quoted in part. */
function ownAnswer(passage: Passage): string {
  if (passage.answer !== null) return passage.answer.trim();
  const text = passage.text.trim();
  return askedOf(passage) !== null && text.length <= SECTION_MAX ? text : '';
}

/** Takes the best sentence, then those that add most to what is there, while they fit and are likely enough to answer. */
function choose(hits: readonly Hit[]): Quote[] {
  const left = hits.flatMap(({ sentences }, hit) => sentences.map((sentence) => ({ hit, sentence })));
  const likelihood = likelihoods(left);
  const chosen: Quote[] = [];
  const held: number[] = [];
  let room = ANSWER_MAX;
  while (chosen.length < SENTENCES_MAX) {
    let next: Quote | null = null;
    let most = -Infinity;
    for (const quote of left) {
      if (quote.sentence.text.length > room || chosen.includes(quote)) continue;
      const value = quote.sentence.score + NEWS * newsOf(quote.sentence.holds, held);
      if (value > most) [next, most] = [quote, value];
    }
    if (next === null) break;
    const { text } = next.sentence;
    if (chosen.length > 0 && likelihood(next) < WORTH * text.length) break;
    chosen.push(next);
    next.sentence.holds.forEach((share, word) => (held[word] = Math.max(held[word] ?? 0, share)));
    room -= text.length + 1;
  }
  return chosen;
}

/** How likely each quote is the one that holds the answer, of all of them. */
function likelihoods(quotes: readonly Quote[]): (quote: Quote) => number {
  const most = quotes.reduce((max, { sentence }) => Math.max(max, sentence.score), -Infinity);
  const all = quotes.reduce((sum, { sentence }) => sum + Math.exp(sentence.score - most), 0);
  return ({ sentence }) => Math.exp(sentence.score - most) / all;
}

function newsOf(holds: readonly number[], held: readonly number[]): number {
  return holds.reduce((sum, share, word) => sum + Math.max(0, share - (held[word] ?? 0)), 0);
}

/** The sentences hit by hit, in the order of their text; what stands between two neighbours there stays. */
function quote(hits: readonly Hit[], chosen: readonly Quote[]): string {
  const ordered = [...chosen].sort((a, b) => a.hit - b.hit || a.sentence.start - b.sentence.start);
  return ordered.reduce((text, { hit, sentence }, index) => {
    const before = ordered[index - 1];
    if (before === undefined) return sentence.text;
    const end = before.sentence.start + before.sentence.text.length;
    const between = hits[hit]!.passage.text.slice(end, sentence.start);
    const isNext = before.hit === hit && between.length === 1 && between.trim() === '';
    return `${text}${isNext ? between : ' '}${sentence.text}`;
  }, '');
}
