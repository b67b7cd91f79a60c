import type { SearchResult } from '../search.ts';
import { daysIn } from './opening-hours.ts';

/** If it speaks of days, but of none asked about. Facts, records and phrasings have considered the days already. */
export function withoutOtherDays(question: string, result: SearchResult): SearchResult {
  const asked = daysIn(question);
  const [best] = result.hits;
  if (result.outcome !== 'answered' || result.fact || !best || best.isPhrased || asked.length === 0) return result;
  const { heading, question: passageQuestion, text } = best.passage;
  const stated = daysIn([heading, passageQuestion, text].join('\n'));
  if (stated.length === 0 || stated.some((day) => asked.includes(day))) return result;
  return { ...result, outcome: 'shown', isAnswerable: false };
}
