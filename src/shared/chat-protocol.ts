import { z } from 'zod';
/** What is said on the wire between a chat panel and the server (server-sent events over a POST). */

/** Where an answer comes from. `page` counts from 1. */
export interface Source {
  contentId: string;
  title: string;
  url?: string;
  page?: number;
  heading?: string;
  excerpt: string;
}

/** A word that becomes a link: first occurrence in the answer only, in text only (spec 5). */
export interface LinkRule {
  word: string;
  link: string;
  caseSensitive: boolean;
}

/**
 * What became of a message. `answered`: it has an answer, maybe with contents to choose from for a further question that it
 * asks; courtesies, the way to a person where one was asked for and a
 * question back are answers too, with `grounded` false: they rest on no content. `suggested`: contents to choose from
 * come in its place. `unknown`: nothing was near, or no credits were left.
 */
export const ANSWER_OUTCOMES = ['answered', 'suggested', 'unknown'] as const;
export type AnswerOutcome = (typeof ANSWER_OUTCOMES)[number];

/** A passage that may hold the answer, to choose; `label` is a FAQ's question, a heading, or first words in quotation marks. */
export interface Suggestion {
  contentId: string;
  ordinal: number;
  label: string;
  excerpt: string;
}

/** Most suggestions of one exchange. */
export const SUGGESTIONS_MAX = 3;

/** The suggestion that a visitor took, with what it answered. */
export interface ChosenSuggestion {
  contentId: string;
  ordinal: number;
  answer: string;
  sources: Source[];
  links: LinkRule[];
}

/** The ways to a person that a context has; shown at most once a conversation, or when one is asked for. */
export interface PersonContact {
  email?: string;
  whatsapp?: string;
}

/**
 * The events of one answer, in this order; `sources`, `delta` and `suggestions` may be missing, `error` ends it early.
 * `restart` makes void what was told of this answer so far, its sources included: its model failed midway and another one
 * begins again, or asserted something that no content says, and what stands of it is told anew.
 */
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
    /** There was a `restart`: text that had been told was taken back. */
    corrected?: true;
    person?: PersonContact;
  };
  error: { code: string; message: string };
}
export type ChatEventName = keyof ChatEvents;
export type ChatEvent = { [K in ChatEventName]: { event: K; data: ChatEvents[K] } }[ChatEventName];

/** The body of POST /widgets/{contextId}/messages. */
export interface AskBody {
  /** May be left out where a suggestion is chosen. */
  question?: string;
  /** The conversation to go on with; absent for the first question. */
  conversationId?: string;
  /** Made by the client (UUIDv7 or v4): asking again with the same id is one question, charged once. */
  messageId?: string;
  /**
   * A suggestion of the exchange `messageId`, or of the newest that offered it, in this conversation. Its answer belongs
   * to that exchange: it is neither counted nor charged again, and taking it twice is taking it once.
   */
  chosen?: Pick<Suggestion, 'contentId' | 'ordinal'> | null;
  /** Proves that the asker is the visitor of the conversation; made by the client, kept on its device. */
  visitorToken?: string;
  /** The token of a demo link, on /preview/{id}. */
  demo?: string;
}

/** One exchange of a conversation, as it is told again later. */
export interface Exchange {
  id: string;
  question: string;
  answer: string;
  outcome: AnswerOutcome;
  grounded: boolean;
  sources: Source[];
  links: LinkRule[];
  /** What was offered to choose from; `chosen` is what was taken of it last. */
  suggestions: Suggestion[];
  chosen: ChosenSuggestion | null;
  /** What its visitor said of the answer; told to him alone. */
  rating?: 'up' | 'down' | null;
  createdAt: string;
}

/** GET /widgets/{contextId}/conversations/{id}: a conversation told again to its visitor. */
export interface ToldConversation {
  id: string;
  /** Whether it helped, as its visitor said; null: not asked, or not answered. */
  satisfied: boolean | null;
  exchanges: Exchange[];
}

/** What a sentence of a model may assert that is looked up in the passages. */
export const CLAIM_KINDS = ['price', 'number', 'date', 'name', 'link'] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/** A sentence that a model wrote and no visitor reads, with what nothing supports in it. */
const heldBackSentence = z.object({
  sentence: z.string(),
  claims: z.array(z.object({ kind: z.enum(CLAIM_KINDS), text: z.string() })),
});
export type HeldBack = z.infer<typeof heldBackSentence>;

/** Why an answer is as it is: what the search found and how it weighed, which limits counted, what a model was told. */
export const answerReasons = z.object({
  /** From 0 to 1: how sure the search was that the base knows. */
  confidence: z.number(),
  passages: z.array(
    z.object({
      contentId: z.uuid(),
      title: z.string(),
      heading: z.string().nullable(),
      page: z.int().nullable(),
      excerpt: z.string(),
      score: z.number(),
      /** Whether the answer was made from it. */
      used: z.boolean(),
    }),
  ),
  /** What is used of each limit that counted. */
  limits: z.array(z.object({ limit: z.string(), used: z.number(), of: z.number() })),
  /** What a model was told before the question; empty for the embedded one. */
  system: z.string(),
  /** Absent where nothing was held back. */
  heldBack: z.array(heldBackSentence).optional(),
});
export type AnswerReasons = z.infer<typeof answerReasons>;
