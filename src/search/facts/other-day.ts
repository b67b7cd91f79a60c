import type { Hit, SearchResult } from '../search.ts';
import { daysIn } from './opening-hours.ts';

/**
 * Shows what speaks of days, but of none asked about, instead of asserting it; else leaves out the lines about other days. Facts, records
 * and phrasings have considered the days already.
 */
export function withoutOtherDays(question: string, result: SearchResult): SearchResult {
  const asked = daysIn(question);
  const [best] = result.hits;
  if (result.outcome !== 'answered' || result.fact || !best || best.isPhrased || asked.length === 0) return result;
  const isAsked = (day: number) => asked.includes(day);
  const { heading, question: passageQuestion, text } = best.passage;
  const stated = daysIn([heading, passageQuestion, text].join('\n'));
  if (stated.length === 0) return result;
  // `Lanchonete (sex a dom)` says more of the snack bar on a Wednesday than `Domingo a quinta: R$ 55`.
  const naming = best.sentences.filter(({ holds }) => holds.some((share) => share > 0)).map(({ text }) => daysIn(text));
  const isOfOthers = naming[0] !== undefined && naming.every((days) => days.length > 0 && !days.some(isAsked));
  if (stated.some(isAsked) && !isOfOthers) return { ...result, hits: result.hits.map((hit) => ofDays(hit, asked)) };
  return { ...result, outcome: 'shown', isAnswerable: false };
}

function ofDays(hit: Hit, asked: readonly number[]): Hit {
  const days = hit.sentences.map(({ text }) => daysIn(text));
  const isAsked = (stated: readonly number[]) => stated.some((day) => asked.includes(day));
  if (!days.some(isAsked)) return hit;
  return { ...hit, sentences: hit.sentences.filter((_, at) => days[at]!.length === 0 || isAsked(days[at]!)) };
}
