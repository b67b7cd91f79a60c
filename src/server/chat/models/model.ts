import type { Hit, SearchResult } from '../../knowledge/search/search.ts';

/** One answer under way. */
export interface Answering {
  /** The passages that it rests on. */
  used: Hit[];
  /** The text, piece by piece; ends early when the signal says that nobody waits any more. */
  stream(signal: AbortSignal): AsyncIterable<string>;
  /** Asked after the stream: tokens used, and the cost in thousandths of a credit. */
  spent(): { tokens: number; cost: number };
}

/** What turns passages into an answer. Null: these passages give none. */
export interface AnswerModel {
  name: string;
  answer(input: { question: string; result: SearchResult }): Answering | null;
}
