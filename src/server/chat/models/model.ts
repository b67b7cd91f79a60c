import type { AnswerManner } from '../../../shared/appearance.ts';
import type { Hit, SearchResult } from '../../knowledge/search/search.ts';

export interface Turn {
  question: string;
  answer: string;
}

/** In whose name an answer is given, and how. */
export interface Voice {
  botName: string;
  companyName: string;
  manner: AnswerManner;
  exampleQuestion: string;
  exampleAnswer: string;
  /** In words: `sábado, 21 de novembro de 2026`. */
  today: string;
}

export interface AnswerInput {
  /** As it was typed. */
  question: string;
  /** With what it goes on from filled in, as it was searched for. */
  resolved: string;
  result: SearchResult;
  /** What was said before, the oldest first. */
  history: readonly Turn[];
  voice: Voice;
}

/** One answer under way. */
export interface Answering {
  /** The passages that it rests on, known before the first word. */
  used: Hit[];
  /** What the model is told before the question; the embedded one is told nothing. */
  system?: string;
  /** The text, piece by piece; ends early when nobody waits any more. @throws ProviderError after nothing or a part. */
  stream(signal: AbortSignal): AsyncIterable<string>;
  /** Asked after the stream. `cost` in thousandths of a credit. */
  spent(): { inputTokens: number; outputTokens: number; cost: number };
  /** Whether the model gave no answer: it said that the passages hold none, or repeated what it was told. */
  declined(): boolean;
}

/** What turns passages into an answer. */
export interface AnswerModel {
  id: string;
  name: string;
  /** The most that an answer may cost, in thousandths of a credit. */
  estimate(input: AnswerInput): number;
  /** Null: these passages give no answer. */
  answer(input: AnswerInput): Answering | null;
}
