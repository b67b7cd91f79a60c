import type { AnswerProfile } from '../../../shared/appearance.ts';
import type { HeldBack } from '../../../shared/chat-protocol.ts';
import type { Hit, SearchResult } from '../../knowledge/search/search.ts';
import type { CheckedPiece } from './support/check-support.ts';

export interface Turn {
  question: string;
  answer: string;
}

/** In whose name an answer is given, and how. */
export interface Voice {
  botName: string;
  companyName: string;
  manner: AnswerProfile;
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
  /** The passages for a model to read, the best first: more than the hits where the whole base is short. */
  reading: readonly Hit[];
  /** What was said before, the oldest first. */
  history: readonly Turn[];
  voice: Voice;
}

/** One answer under way. */
export interface Answering {
  /** The passages that it rests on, known before the first word. */
  used: Hit[];
  /** The whole text, where it is known before the stream, whose pace is for readers. */
  text?: string;
  /** What the model is told before the question; the embedded one is told nothing. */
  system?: string;
  /** The text, piece by piece; ends early when nobody waits any more. @throws ProviderError after nothing or a part. */
  stream(signal: AbortSignal): AsyncIterable<CheckedPiece>;
  /** Asked after the stream. `cost` in thousandths of a credit. */
  spent(): { inputTokens: number; outputTokens: number; cost: number };
  /** What it is: known as far as the stream has come, for certain at its end. */
  verdict(): Verdict;
  /** What it would have said and nothing supports. The embedded model says nothing of its own. */
  heldBack?(): readonly HeldBack[];
}

/**
 * What a model gives: an answer (and what is near to a further question), a question back, passages to choose from, or
 * none: it said that the passages hold none, or repeated what it was told. `unsupported`: what it said, or all of it that
 * told anything, was held back.
 */
export type Verdict =
  | { kind: 'answered'; suggestions?: readonly Hit[] }
  | { kind: 'asked_back' }
  | { kind: 'suggested'; suggestions: readonly Hit[] }
  | { kind: 'declined' }
  | { kind: 'unsupported' };

/** What turns passages into an answer. */
export interface AnswerModel {
  id: string;
  name: string;
  /** The most that an answer may cost, in thousandths of a credit. */
  estimate(input: AnswerInput): number;
  /** Null: these passages give no answer. */
  answer(input: AnswerInput): Answering | null;
}
