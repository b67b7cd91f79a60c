import type { ChatEvent } from '../../../shared/chat-protocol.ts';
import type { Reservation } from '../limits/admit.ts';
import type { AfterReply } from './after-reply.ts';
import type { AnswerContext, Reply } from './answer-context.ts';

/* Decided → reserved → streaming → stored or refunded. States are immutable: each step returns the next one. */

export interface DecidedAnswer {
  readonly state: 'decided';
  readonly context: AnswerContext;
  readonly reply: Reply;
  readonly interaction: Reservation | null;
}

/** Without credits, the reply is a free one. */
export interface ReservedAnswer {
  readonly state: 'reserved';
  readonly context: AnswerContext;
  readonly reply: Reply;
  readonly interaction: Reservation | null;
  readonly hasCredits: boolean;
}

export interface StreamingAnswer {
  readonly state: 'streaming';
  readonly reserved: ReservedAnswer;
  readonly reply: Reply;
  readonly text: string;
  readonly isCorrected: boolean;
}

export interface StoredReply {
  readonly state: 'stored';
  readonly streamed: StreamingAnswer;
  readonly after: AfterReply;
}

export interface RefundedAnswer {
  readonly state: 'refunded';
}

/** The reply from now on, and the event to send, if any. */
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

/** The visitor left, or the model or the database failed. */
export type EarlyEnd = 'disconnected' | 'failed';

type Ending = { state: 'stored'; outcome: 'cut' } | { state: 'refunded'; outcome: 'failed' | null };

/** What the visitor has read is charged. A failed answer is free, but stored for the owner to see. */
export function endingOf({ text }: StreamingAnswer, reason: EarlyEnd): Ending {
  if (reason === 'failed') return { state: 'refunded', outcome: 'failed' };
  return text === '' ? { state: 'refunded', outcome: null } : { state: 'stored', outcome: 'cut' };
}
