import type { SearchOutcome, SearchResult } from '../../../search/search.ts';

export interface RetrievalResult {
  result: SearchResult;
  /** With the topic of an earlier question, if it follows up. */
  resolved: string;
}

export type SearchQuestion = (question: string) => Promise<RetrievalResult>;

const RANKS: Record<SearchOutcome, number> = { unknown: 0, suggested: 1, shown: 2, answered: 3 };
export const rankOf = ({ result }: RetrievalResult) => RANKS[result.outcome];

/** Lines are told, asserted or not. */
export const hasLines = (found: RetrievalResult): boolean => rankOf(found) >= RANKS.shown;

/** The question's topic is not in the knowledge base. */
export const notAsserted = ({ result, resolved }: RetrievalResult): RetrievalResult =>
  hasLines({ result, resolved })
    ? { result: { ...result, outcome: 'suggested', isAnswerable: false, fact: undefined }, resolved }
    : { result, resolved };

export const shown = ({ result, resolved }: RetrievalResult): RetrievalResult => ({
  result:
    result.outcome === 'answered' ? { ...result, outcome: 'shown', isAnswerable: false, fact: undefined } : result,
  resolved,
});

export const asserted = ({ result, resolved }: RetrievalResult): RetrievalResult => ({
  result: { ...result, outcome: 'answered', isAnswerable: true },
  resolved,
});
