import { embedQuestion } from '../knowledge/embeddings/embed-question.ts';
import { withFacts } from '../knowledge/facts/answer-with-facts.ts';
import { search, type SearchResult } from '../knowledge/search/search.ts';
import type { Segment } from '../knowledge/search/segment.ts';
import type { Services } from '../services.ts';
import { type Asked, leansOnBefore, readingsOf } from './follow-up.ts';

export interface Found {
  result: SearchResult;
  /** What was searched for: the question, or the question with what it goes on from. */
  resolved: string;
}

/** How much surer a question that leans on nothing by its form must become to be read with the topic of the one before. */
const CLEAR_GAIN = 0.1;

/**
 * Searches for a question with the conversation so far: one that goes on from the last (`e quanto custa?`) is searched
 * for with its topic, when that finds more than the question alone.
 */
export async function findPassages(
  services: Services,
  base: readonly Segment[],
  question: string,
  history: readonly Asked[],
  signal: AbortSignal,
): Promise<Found> {
  const look = async (resolved: string): Promise<Found> => {
    const vectors = await embedQuestion(services, base, resolved, signal);
    return { result: withFacts(base, resolved, search(base, resolved, { vectors })), resolved };
  };
  const leans = leansOnBefore(question);
  const readings = leans === 'no' ? [] : readingsOf(question, history);
  const alone = await look(question);
  const looked = await Promise.all(readings.map(look));
  const [whole] = looked.sort((a, b) => b.result.confidence - a.result.confidence);
  if (!whole) return alone;
  const gain = whole.result.confidence - alone.result.confidence;
  if (leans === 'sure') return gain > 0 || !alone.result.isAnswerable ? whole : alone;
  const helps = whole.result.isAnswerable && !alone.result.isAnswerable && gain > CLEAR_GAIN;
  return helps ? whole : alone;
}
