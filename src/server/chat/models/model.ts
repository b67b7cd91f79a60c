import type { Hit, SearchResult } from '../../../search/search.ts';
import type { AnswerProfile } from '../../../shared/appearance.ts';
import type { HeldBack } from '../../../shared/chat-protocol.ts';
import type { CheckedPiece } from './support/check-support.ts';

export interface Turn {
  question: string;
  answer: string;
}

export interface Voice {
  botName: string;
  companyName: string;
  answerProfile: AnswerProfile;
  exampleQuestion: string;
  exampleAnswer: string;
  /** `sábado, 21 de novembro de 2026` */
  today: string;
}

export interface AnswerInput {
  question: string;
  /** With the earlier topic, as it was searched for. */
  resolved: string;
  result: SearchResult;
  /** Best first; all of them if the base is short. */
  reading: readonly Hit[];
  history: readonly Turn[];
  voice: Voice;
  /** From a model of a provider. */
  hidesPersonalData: boolean;
  /** Of the visitor, as far as known. */
  names: readonly string[];
}

export interface Answering {
  used: Hit[];
  /** If known before; the stream then only sets the reading pace. */
  text?: string;
  system?: string;
  /** Ends early when aborted. Throws `ProviderError`, possibly after a part of the text. */
  stream(signal: AbortSignal): AsyncIterable<CheckedPiece>;
  /** After the stream. `cost` in thousandths of a credit. */
  spent(): { inputTokens: number; outputTokens: number; cost: number };
  /** As `performance.now()`; visitors may see it later. */
  firstTextAt?(): number | null;
  verdict(): Verdict;
  /** The embedded model only quotes, so it has none. */
  heldBack?(): readonly HeldBack[];
}

/** `declined`: no answer in the passages, or repeated instructions. `unsupported`: all of substance was held back. */
export type Verdict =
  | { kind: 'answered'; suggestions?: readonly Hit[] }
  | { kind: 'asked_back' }
  | { kind: 'shown'; suggestions: readonly Hit[] }
  | { kind: 'suggested'; suggestions: readonly Hit[] }
  | { kind: 'declined' }
  | { kind: 'unsupported' };

export interface AnswerModel {
  id: string;
  name: string;
  /** At most, in thousandths of a credit. */
  estimate(input: AnswerInput): number;
  /** Null if the passages contain no answer. */
  answer(input: AnswerInput): Answering | null;
}
