import { z } from 'zod';
import type { HandoverOffer, VisitorTalk } from './handover.ts';
import type { VisitData, VisitorIdentity } from './visitor-identity.ts';

/** `page` starts at 1. */
export interface Source {
  contentId: string;
  title: string;
  url?: string;
  page?: number;
  heading?: string;
  excerpt: string;
}

/** Only the first occurrence in the answer is linked, and only in text. */
export interface LinkRule {
  word: string;
  link: string;
  caseSensitive: boolean;
}

/** `answered`: also small talk, not `grounded`. `shown`: lines that may answer. `unknown`: also without credits. */
export const ANSWER_OUTCOMES = ['answered', 'shown', 'suggested', 'unknown'] as const;
export type AnswerOutcome = (typeof ANSWER_OUTCOMES)[number];

/** `label`: a FAQ's question, a heading or a title; `excerpt`: the line that fits best. */
export interface Suggestion {
  contentId: string;
  ordinal: number;
  label: string;
  excerpt: string;
}

export const SUGGESTIONS_MAX = 3;

export interface ChosenSuggestion {
  contentId: string;
  ordinal: number;
  answer: string;
  sources: Source[];
  links: LinkRule[];
}

/** Shown at most once per conversation, or on request. */
export interface PersonContact {
  email?: string;
  whatsapp?: string;
}

/** Digits only in `whatsapp`. */
export interface LeftContact {
  name?: string;
  email?: string;
  whatsapp?: string;
}

/** In this order; some may be missing, `error` ends early. `restart` discards everything sent so far, also sources. */
export interface ChatEvents {
  conversation: { id: string };
  sources: Source[];
  delta: { text: string };
  restart: Record<string, never>;
  suggestions: Suggestion[];
  done: {
    messageId: string;
    outcome: AnswerOutcome;
    grounded: boolean;
    links: LinkRule[];
    /** There was a `restart`. */
    corrected?: true;
    person?: PersonContact;
    contact?: LeftContact;
    handover?: HandoverOffer;
  };
  error: { code: string; message: string };
}
export type ChatEventName = keyof ChatEvents;
export type ChatEvent = { [K in ChatEventName]: { event: K; data: ChatEvents[K] } }[ChatEventName];

export interface AskBody {
  question?: string;
  conversationId?: string;
  /** UUIDv7 or v4. A retry with the same id is the same question and is charged once. */
  messageId?: string;
  /** Of the exchange `messageId`, or the newest that offered it. Not charged again; repeatable. */
  chosen?: Pick<Suggestion, 'contentId' | 'ordinal'> | null;
  /** Proves that the client is the conversation's visitor; generated and stored by the client. */
  visitorToken?: string;
  demo?: string;
  identity?: VisitorIdentity;
  data?: VisitData;
}

export interface Exchange {
  id: string;
  question: string;
  answer: string;
  outcome: AnswerOutcome;
  grounded: boolean;
  sources: Source[];
  links: LinkRule[];
  suggestions: Suggestion[];
  chosen: ChosenSuggestion | null;
  rating?: 'up' | 'down' | null;
  person?: PersonContact;
  /** The visitor left before the end. Asking again with the same id completes the answer. */
  interrupted?: boolean;
  createdAt: string;
}

export interface ConversationHistory {
  id: string;
  satisfied: boolean | null;
  talk?: VisitorTalk | null;
  exchanges: Exchange[];
}

const CLAIM_KINDS = ['price', 'number', 'date', 'name', 'link'] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

const heldBackSentence = z.object({
  sentence: z.string(),
  claims: z.array(z.object({ kind: z.enum(CLAIM_KINDS), text: z.string() })),
});
export type HeldBack = z.infer<typeof heldBackSentence>;

export const answerReasons = z.object({
  /** From 0 to 1: how certain it was that the base has the answer. */
  confidence: z.number(),
  passages: z.array(
    z.object({
      contentId: z.uuid(),
      title: z.string(),
      heading: z.string().nullable(),
      page: z.int().nullable(),
      excerpt: z.string(),
      score: z.number(),
      used: z.boolean(),
    }),
  ),
  limits: z.array(z.object({ limit: z.string(), used: z.number(), of: z.number() })),
  system: z.string(),
  /** Absent if nothing was withheld. */
  heldBack: z.array(heldBackSentence).optional(),
});
export type AnswerReasons = z.infer<typeof answerReasons>;
