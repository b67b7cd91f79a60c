import type { Hit, SearchResult } from './search.ts';

/** Longest answer quoted from passages, in characters; a FAQ's own answer is given whole. */
export const ANSWER_MAX = 420;

/**
 * Answers with the base's own words: a FAQ's own answer, or up to three of the best passage's sentences in their order.
 * `used` are the hits quoted. Null when there is nothing to quote.
 */
export function extractAnswer(result: SearchResult, _question: string): { text: string; used: Hit[] } | null {
  const best = result.hits[0];
  if (best === undefined) return null;
  if (best.passage.answer !== null && best.passage.answer.trim() !== '')
    return { text: best.passage.answer.trim(), used: [best] };
  const chosen: string[] = [];
  let length = 0;
  for (const { text } of best.sentences) {
    if (chosen.length >= 2) break;
    if (chosen.length > 0 && length + text.length + 1 > ANSWER_MAX) continue;
    chosen.push(text);
    length += text.length + 1;
  }
  if (chosen.length === 0) return null;
  const { text } = best.passage;
  return { text: chosen.sort((a, b) => text.indexOf(a) - text.indexOf(b)).join(' '), used: [best] };
}
