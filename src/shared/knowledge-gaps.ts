import { z } from 'zod';
import { PERIOD_MAX_DAYS } from './insight.ts';
import { pageOf } from './page.ts';
import { listParam } from './query-params.ts';
import { faqBody } from './rules.ts';

/** `waiting`: an answer was written, and the questions are asked again once it is trained. */
export const GAP_STATES = ['open', 'waiting', 'resolved', 'dismissed'] as const;
export type GapState = (typeof GAP_STATES)[number];

/** Maximum number of a gap's questions to ask again, and to list. */
export const ASKED_AGAIN_MAX = 30;
export const GAP_QUESTIONS_MAX = 100;

export const gapsQuery = z.object({
  state: z.enum(GAP_STATES).default('open'),
  days: z.union([z.literal('today'), z.coerce.number().int().min(1).max(PERIOD_MAX_DAYS)]).default(30),
  contextId: listParam(z.uuid()).optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
export type GapsQuery = z.infer<typeof gapsQuery>;

const gap = z.object({
  id: z.uuid(),
  question: z.string(),
  count: z.int(),
  badlyRated: z.int(),
  firstAt: z.string(),
  lastAt: z.string(),
  credits: z.number(),
  contextIds: z.array(z.uuid()),
  again: z.object({ waiting: z.int(), asked: z.int(), answered: z.int() }).nullable(),
});
export type Gap = z.infer<typeof gap>;

/** `subject`: a word that the gap shares with others; null if it stands alone. Gaps of one subject follow each other. */
const listedGap = gap.extend({
  subject: z.object({ word: z.string(), gaps: z.int(), questions: z.int() }).nullable(),
});
export type ListedGap = z.infer<typeof listedGap>;

export const gapList = pageOf(listedGap).extend({ isGathering: z.boolean() });
export type GapList = z.infer<typeof gapList>;

const gapQuestion = z.object({
  question: z.string(),
  count: z.int(),
  lastAt: z.string(),
  conversationId: z.uuid(),
  messageId: z.uuid(),
  isBadlyRated: z.boolean(),
  answerBefore: z.string(),
  again: z
    .object({ state: z.enum(['waiting', 'asked', 'failed']), answered: z.boolean(), answer: z.string() })
    .nullable(),
});
export type GapQuestion = z.infer<typeof gapQuestion>;

/** What a person answered when a visitor of the gap was handed to them, and when. */
const personAnswer = z.object({ answer: z.string(), person: z.string(), at: z.string(), conversationId: z.uuid() });
export type PersonAnswer = z.infer<typeof personAnswer>;

/** GET /knowledge-gaps/{id}: over all time. `questions` has no duplicates, most frequent first. */
export const gapDetail = gap.extend({
  state: z.enum(GAP_STATES),
  /** The answer proposed from a talk with a person; null if none was given. */
  proposed: personAnswer.nullable(),
  contentId: z.uuid().nullable(),
  questions: z.array(gapQuestion),
});
export type GapDetail = z.infer<typeof gapDetail>;

/** `model` uses credits; otherwise quoted from the knowledge base for free. */
export const draftBody = z.object({ by: z.enum(['base', 'model']).default('base') }).nullish();

/**
 * A proposed answer. `by` is its author; `person`: what a person answered, see `said`; `none` if no passage matches. `cost` is the number of credits charged;
 * `most` is the maximum that the plan's model would use, null without a paid model or without matching passages.
 */
export const gapDraft = z.object({
  cost: z.number(),
  most: z.number().nullable(),
  question: z.string(),
  answer: z.string(),
  /** Other words in which visitors asked it, without personal data. */
  phrasings: z.array(z.string()),
  contextId: z.uuid(),
  by: z.enum(['person', 'embedded', 'model', 'none']),
  said: personAnswer.nullable(),
  sources: z.array(z.object({ contentId: z.string(), title: z.string(), excerpt: z.string() })),
  /** One per content, whether it answers or not; `title` is the content's. */
  nearest: z.array(z.object({ contentId: z.string(), title: z.string(), label: z.string(), excerpt: z.string() })),
});
export type GapDraft = z.infer<typeof gapDraft>;

export const writtenAnswer = faqBody.omit({ phrasings: true });
export type WrittenAnswer = z.infer<typeof writtenAnswer>;
/** POST /knowledge-gaps/{id}/answer. */
export const gapAnswer = faqBody.omit({ externalId: true });
export type GapAnswer = z.infer<typeof gapAnswer>;

/** POST /knowledge-gaps/judge. */
export const judgedGaps = z.object({
  ids: z.array(z.uuid()).min(1).max(100),
  state: z.enum(['open', 'dismissed']),
});

export const improvement = z.object({
  contentId: z.uuid(),
  state: z.enum(['waiting', 'asked', 'failed']),
  answered: z.boolean(),
  answer: z.string(),
});
export type Improvement = z.infer<typeof improvement>;
