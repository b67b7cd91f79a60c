import type { SearchResult } from '../../../search/search.ts';

export interface RetrievalResult {
  result: SearchResult;
  /** With the topic of an earlier question, if it follows up. */
  resolved: string;
}
