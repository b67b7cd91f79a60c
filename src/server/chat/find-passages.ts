import { embedQuestion } from '../knowledge/embeddings/embed-question.ts';
import { withFacts } from '../knowledge/facts/answer-with-facts.ts';
import { search, type SearchOutcome, type SearchResult } from '../knowledge/search/search.ts';
import type { Segment } from '../knowledge/search/segment.ts';
import type { Services } from '../runtime/services.ts';
import { type EarlierQuestion, leaningOf, readingsOf } from './follow-up.ts';

export interface Retrieved {
  result: SearchResult;
  /** The text that was searched for: the question, or the question with the topic of an earlier one. */
  resolved: string;
}

/** Searches a knowledge base for a question that is complete in itself. */
export type RetrieveOne = (question: string) => Promise<Retrieved>;

export function searchIn(services: Services, base: readonly Segment[], signal: AbortSignal): RetrieveOne {
  return async (resolved) => {
    const vectors = await embedQuestion(services, base, resolved, signal);
    return { result: withFacts(base, resolved, search(base, resolved, { vectors })), resolved };
  };
}

/**
 * Minimum gain in confidence from the topic of the previous question, for a question whose form does not show that
 * it is a follow-up.
 */
const CLEAR_GAIN = 0.1;

const RANKS: Record<SearchOutcome, number> = { unknown: 0, suggested: 1, answered: 2 };
/** Returns the rank of an outcome; higher is better. */
export const rankOf = ({ result }: Retrieved) => RANKS[result.outcome];

/** Reduces an answer to a suggestion, because the question's topic is not in the knowledge base. */
const notAsserted = ({ result, resolved }: Retrieved): Retrieved =>
  result.outcome === 'answered'
    ? { result: { ...result, outcome: 'suggested', isAnswerable: false, fact: undefined }, resolved }
    : { result, resolved };

/**
 * Searches for a question that may be a follow-up (`e quanto custa?`): alone and with the topic of the earlier
 * question. The form of the question decides which result counts.
 */
export async function findPassages(
  find: RetrieveOne,
  question: string,
  topic: EarlierQuestion | undefined,
): Promise<Retrieved> {
  const leaning = leaningOf(question);
  const readings = leaning === 'no' ? [] : readingsOf(question, topic);
  const alone = await find(question);
  const found = await Promise.all(readings.map(find));
  const [whole] = found.sort((a, b) => b.result.confidence - a.result.confidence);
  if (!whole) return alone;
  const gain = whole.result.confidence - alone.result.confidence;
  switch (leaning) {
    case 'bare':
      return rankOf(whole) > 0 ? whole : notAsserted(alone);
    case 'another':
    case 'bare-place':
      return rankOf(whole) >= rankOf(alone) ? whole : alone;
    case 'goes-on':
      return gain > 0 || !alone.result.isAnswerable ? whole : alone;
    default:
      return whole.result.isAnswerable && !alone.result.isAnswerable && gain > CLEAR_GAIN ? whole : alone;
  }
}
