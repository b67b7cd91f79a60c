import { questionSimilarity, SAME_QUESTION } from '../../../search/question-similarity.ts';
import type { SearchResult } from '../../../search/search.ts';
import type { ThreadExchange } from '../thread.ts';

export function isRepeated(question: string, last: ThreadExchange | undefined): last is ThreadExchange {
  if (!last || last.chosen || !['shown', 'suggested', 'unknown'].includes(last.outcome)) return false;
  return questionSimilarity(question, last.question) >= SAME_QUESTION;
}

/** If it does not answer: never the same reply twice. */
export function withoutRepeats(result: SearchResult, { sources, suggestions }: ThreadExchange): SearchResult {
  if (result.outcome === 'answered') return result;
  const seen = new Set([...sources, ...suggestions].map(({ contentId }) => contentId));
  const hits = result.hits.filter(({ passage }) => !seen.has(passage.contentId));
  const others = result.outcome === 'unknown' ? [] : hits.filter(({ score }) => score > 0).slice(0, 1);
  return { ...result, hits, suggestions: others, outcome: others.length > 0 ? 'suggested' : 'unknown' };
}
