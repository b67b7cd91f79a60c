import type { ChatEvent } from '../../../shared/chat-protocol.ts';
import type { Reservation } from '../limits/admit.ts';
import type { AfterReply } from './after-reply.ts';
import type { AnswerContext, Reply } from './answer-context.ts';

/*
 * The states of an answer: decided → reserved → streaming → stored or refunded. A state is never changed; each step
 * returns the next one.
 */

/** The reply is chosen. Nothing is reserved or sent yet. */
export interface DecidedAnswer {
  readonly state: 'decided';
  readonly context: AnswerContext;
  readonly reply: Reply;
  /** The question in the owner's limits; null for a question that is not counted. */
  readonly interaction: Reservation | null;
}

/** The credits that the reply may cost are reserved. Without credits, the reply is a free one. */
export interface ReservedAnswer {
  readonly state: 'reserved';
  readonly context: AnswerContext;
  readonly reply: Reply;
  readonly interaction: Reservation | null;
  readonly hasCredits: boolean;
}

/** The reply is being sent. */
export interface StreamingAnswer {
  readonly state: 'streaming';
  readonly reserved: ReservedAnswer;
  /** The reply as it is by now: its model may have declined, or been replaced. */
  readonly reply: Reply;
  /** The text that the visitor has read so far. */
  readonly text: string;
  /** Whether text was taken back. */
  readonly isCorrected: boolean;
}

/** The exchange is stored and charged. */
export interface StoredReply {
  readonly state: 'stored';
  readonly streamed: StreamingAnswer;
  readonly after: AfterReply;
}

/** The credits and the count of the question were given back. */
export interface RefundedAnswer {
  readonly state: 'refunded';
}

/** One step of a stream: the reply as it is from now on, and the event to send, if there is one. */
export interface ReplyStep {
  readonly reply: Reply;
  readonly event?: ChatEvent;
}

export const startStreaming = (reserved: ReservedAnswer): StreamingAnswer => ({
  state: 'streaming',
  reserved,
  reply: reserved.reply,
  text: '',
  isCorrected: false,
});

export function advance(answer: StreamingAnswer, { reply, event }: ReplyStep): StreamingAnswer {
  if (event?.event === 'restart') return { ...answer, reply, text: '', isCorrected: true };
  if (event?.event === 'delta') return { ...answer, reply, text: answer.text + event.data.text };
  return { ...answer, reply };
}

/** Why a stream ended early: the visitor left, or the model or the database failed. */
export type EarlyEnd = 'disconnected' | 'failed';

/** What becomes of an answer that was broken off: its next state, and the outcome to store, if any. */
type Ending = { state: 'stored'; outcome: 'cut' } | { state: 'refunded'; outcome: 'failed' | null };

/**
 * Decides what becomes of an answer that was broken off. What the visitor has read is charged. A failed answer is
 * free, but stored, so that the owner sees which questions failed.
 */
export function endingOf({ text }: StreamingAnswer, reason: EarlyEnd): Ending {
  if (reason === 'failed') return { state: 'refunded', outcome: 'failed' };
  return text === '' ? { state: 'refunded', outcome: null } : { state: 'stored', outcome: 'cut' };
}
