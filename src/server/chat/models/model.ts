import type { Hit, SearchResult } from '../../../search/search.ts';
import type { AnswerProfile } from '../../../shared/appearance.ts';
import type { HeldBack } from '../../../shared/chat-protocol.ts';
import type { CheckedPiece } from './support/check-support.ts';

export interface Turn {
  question: string;
  answer: string;
}

/** The identity and the style of the assistant. */
export interface Voice {
  botName: string;
  companyName: string;
  answerProfile: AnswerProfile;
  exampleQuestion: string;
  exampleAnswer: string;
  /** Written out: `sábado, 21 de novembro de 2026`. */
  today: string;
}

export interface AnswerInput {
  /** The question as typed. */
  question: string;
  /** The question completed with the earlier topic, as it was searched for. */
  resolved: string;
  result: SearchResult;
  /** The passages for a generative model, the best first. If the knowledge base is short, all of its passages. */
  reading: readonly Hit[];
  /** The earlier exchanges, the oldest first. */
  history: readonly Turn[];
  voice: Voice;
}

/** An answer that is being made. */
export interface Answering {
  /** The passages that it is based on, known before the stream starts. */
  used: Hit[];
  /** The whole text, if it is known before the stream. The stream then only sets the reading pace. */
  text?: string;
  /** The model's instructions; undefined for the embedded model. */
  system?: string;
  /**
   * Streams the text in pieces. Ends early when `signal` is aborted. Throws `ProviderError`, possibly after a part
   * of the text.
   */
  stream(signal: AbortSignal): AsyncIterable<CheckedPiece>;
  /** Read it after the stream. `cost` is in thousandths of a credit. */
  spent(): { inputTokens: number; outputTokens: number; cost: number };
  /** When the model's first text arrived, as `performance.now()`; null before. Visitors may see it later. */
  firstTextAt?(): number | null;
  /** The kind of answer: provisional during the stream, final at its end. */
  verdict(): Verdict;
  /** Returns the sentences that were held back as unsupported. The embedded model, which only quotes, has none. */
  heldBack?(): readonly HeldBack[];
}

/**
 * The kind of a model's answer: an answer (with suggestions for further questions), a question back, lines that may
 * answer (with suggestions besides), or suggestions.
 * `declined`: the passages contain no answer, or the model repeated its instructions. `unsupported`: everything of
 * substance was held back.
 */
export type Verdict =
  | { kind: 'answered'; suggestions?: readonly Hit[] }
  | { kind: 'asked_back' }
  | { kind: 'shown'; suggestions: readonly Hit[] }
  | { kind: 'suggested'; suggestions: readonly Hit[] }
  | { kind: 'declined' }
  | { kind: 'unsupported' };

/** Makes answers from passages. */
export interface AnswerModel {
  id: string;
  name: string;
  /** Returns the maximum cost of an answer, in thousandths of a credit. */
  estimate(input: AnswerInput): number;
  /** Returns null if the passages contain no answer. */
  answer(input: AnswerInput): Answering | null;
}
