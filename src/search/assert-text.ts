import type { Hit, SearchResult } from './search.ts';

/** Minimum confidence of what was read as the exact thing asked for. */
const SURE = 0.9;

/** Asserts a text. `used`: what it comes from, best first, with its quotes. */
export const assertText = (result: SearchResult, text: string, used: Hit[]): SearchResult => ({
  ...result,
  hits: [...used, ...result.hits.filter(({ passage }) => !used.some((one) => one.passage === passage))],
  confidence: Math.max(result.confidence, SURE),
  isAnswerable: true,
  outcome: 'answered',
  fact: { text, used },
});
