import { z } from 'zod';
import { personContact as wholeContact } from './appearance.ts';
import { QUESTION_MAX } from './constants.ts';
import { HANDOVER_OFFERS, visitorTalk } from './handover.ts';
import { visitData, visitorIdentity, visitorToken } from './visitor-identity.ts';

/** `page` starts at 1. */
export const source = z
  .object({
    contentId: z.string(),
    title: z.string(),
    url: z.string().optional(),
    page: z.int().optional(),
    heading: z.string().optional(),
    excerpt: z.string(),
  })
  .meta({ title: 'Source' });
export type Source = z.infer<typeof source>;

/** Only the first occurrence in the answer is linked, and only in text. */
export const linkRule = z
  .object({ word: z.string(), link: z.string(), caseSensitive: z.boolean() })
  .meta({ title: 'LinkedWord' });
export type LinkRule = z.infer<typeof linkRule>;

/** `answered`: also small talk, not `grounded`. `shown`: lines that may answer. `unknown`: also without credits. */
export const ANSWER_OUTCOMES = ['answered', 'shown', 'suggested', 'unknown'] as const;
export type AnswerOutcome = (typeof ANSWER_OUTCOMES)[number];

/** `label`: a FAQ's question, a heading or a title; `excerpt`: the line that fits best. */
export const suggestion = z
  .object({ contentId: z.string(), ordinal: z.int(), label: z.string(), excerpt: z.string() })
  .meta({ title: 'Suggestion' });
export type Suggestion = z.infer<typeof suggestion>;

export const SUGGESTIONS_MAX = 3;

const chosenSuggestion = suggestion
  .pick({ contentId: true, ordinal: true })
  .extend({ answer: z.string(), sources: z.array(source), links: z.array(linkRule) });
export type ChosenSuggestion = z.infer<typeof chosenSuggestion>;

/** Shown at most once per conversation, or on request. */
export const personContact = wholeContact.partial();
export type PersonContact = z.infer<typeof personContact>;

/** Digits only in `whatsapp`. */
const leftContact = z.object({
  name: z.string().optional(),
  email: z.string().optional(),
  whatsapp: z.string().optional(),
});
export type LeftContact = z.infer<typeof leftContact>;

export const answerEnd = z.object({
  handover: z
    .enum(HANDOVER_OFFERS)
    .optional()
    .describe('`offered`: a person can be called; `join`: call one now, or read what the one who is there writes.'),
  messageId: z.uuid(),
  outcome: z.enum(ANSWER_OUTCOMES),
  grounded: z.boolean(),
  links: z.array(linkRule),
  corrected: z.literal(true).optional().describe('There was a `restart`, so text was withdrawn.'),
  person: personContact.optional(),
  contact: leftContact.optional().describe('The contact that the visitor left, to fill in the form for a message.'),
});

const event = <Name extends string, Data extends z.ZodType>(name: Name, data: Data) =>
  z.object({ event: z.literal(name), data }).meta({ title: `${name.charAt(0).toUpperCase()}${name.slice(1)}Event` });

/** In this order; some may be missing. */
export const chatEvent = z
  .discriminatedUnion('event', [
    event('conversation', z.object({ id: z.uuid() })),
    event('sources', z.array(source)),
    event('delta', z.object({ text: z.string() })),
    event('restart', z.strictObject({}).describe('Discards everything sent so far, including the sources.')),
    event('suggestions', z.array(suggestion)),
    event('done', answerEnd),
    event('error', z.object({ code: z.string(), message: z.string() }).describe('Ends the answer early.')),
  ])
  .meta({ title: 'ChatEvent' });
export type ChatEvent = z.infer<typeof chatEvent>;
export type ChatEventName = ChatEvent['event'];
export type ChatEvents = { [E in ChatEvent as E['event']]: E['data'] };

/** Strict: callers cannot send a history, a role or a system message. */
export const askBody = z
  .strictObject({
    question: z.string().trim().min(1).max(QUESTION_MAX).optional(),
    conversationId: z.uuid().optional(),
    /** UUIDv7 or v4. A retry with the same id is the same question and is charged once. */
    messageId: z.uuid().optional(),
    /** Of the exchange `messageId`, or the newest that offered it. Not charged again; repeatable. */
    chosen: z
      .strictObject({ contentId: z.uuid(), ordinal: z.int().min(0) })
      .nullable()
      .default(null),
    visitorToken: visitorToken.optional(),
    demo: z.uuid().optional(),
    identity: visitorIdentity.optional(),
    data: visitData.optional(),
  })
  .superRefine(({ question, chosen }, context) => {
    if (question !== undefined || chosen) return;
    context.addIssue({ code: 'custom', message: 'required', path: ['question'] });
  });
export type AskBody = Partial<z.infer<typeof askBody>>;

export const RATINGS = ['up', 'down'] as const;

/** What everybody who may read a conversation sees of a question and its answer. */
export const exchange = z.object({
  id: z.uuid(),
  question: z.string(),
  answer: z.string(),
  outcome: z.enum(ANSWER_OUTCOMES),
  grounded: z.boolean(),
  sources: z.array(source),
  links: z.array(linkRule),
  suggestions: z.array(suggestion),
  chosen: chosenSuggestion.nullable(),
  rating: z.enum(RATINGS).nullable(),
  createdAt: z.string(),
});

const visitorExchange = exchange.extend({
  person: personContact.optional(),
  handover: z.literal('offered').optional().describe('A person can be called now.'),
  /** The visitor left before the end. Asking again with the same id completes the answer. */
  interrupted: z.boolean().optional(),
});
export type Exchange = z.infer<typeof visitorExchange>;

export const visitorConversation = z.object({
  id: z.uuid(),
  satisfied: z.boolean().nullable(),
  talk: visitorTalk.nullable().describe('What was said with a person; null if none was called.'),
  exchanges: z.array(visitorExchange),
});
export type ConversationHistory = z.infer<typeof visitorConversation>;

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

/**
 * `asked_back`: the model asked for clarification. `cut`: the visitor left; the same id is answered anew. `unpaid`:
 * without credits. `failed`: the same id is answered anew, and until then it does not count as an interaction.
 */
export const EXCHANGE_OUTCOMES = [
  ...ANSWER_OUTCOMES,
  ...(['asked_back', 'small_talk', 'cut', 'unpaid', 'failed'] as const),
] as const;
export type ExchangeOutcome = (typeof EXCHANGE_OUTCOMES)[number];
