import { z } from 'zod';
import { PERIOD_MAX_DAYS } from './insight.ts';
import { faqBody } from './rules.ts';

export const GAP_STATES = ['open', 'resolved', 'dismissed'] as const;
export type GapState = (typeof GAP_STATES)[number];

/** Questions of a gap that are asked again once an answer was written, and that are told at most. */
export const ASKED_AGAIN_MAX = 30;
export const GAP_QUESTIONS_MAX = 100;

const many = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item).max(200));

/** GET /knowledge-gaps: of the days that end with today, of some contexts or of all that one may see. */
export const gapsQuery = z.object({
  state: z.enum(GAP_STATES).default('open'),
  days: z.union([z.literal('today'), z.coerce.number().int().min(1).max(PERIOD_MAX_DAYS)]).default(30),
  contextId: many(z.uuid()).optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
export type GapsQuery = z.infer<typeof gapsQuery>;

/** How often is counted in the period; since when, and the last time, in it too. Credits in whole and decimal credits. */
export const gap = z.object({
  id: z.uuid(),
  question: z.string(),
  count: z.int(),
  /** Of them those that were answered and rated badly. */
  badlyRated: z.int(),
  firstAt: z.string(),
  lastAt: z.string(),
  credits: z.number(),
  contextIds: z.array(z.uuid()),
  /** What became of the questions that were asked again; null where none was. */
  again: z.object({ waiting: z.int(), asked: z.int(), answered: z.int() }).nullable(),
});
export type Gap = z.infer<typeof gap>;

export const gapList = z.object({
  data: z.array(gap),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  /** Questions that are not in any gap yet: they are seen to in the background. */
  isGathering: z.boolean(),
});
export type GapList = z.infer<typeof gapList>;

export const gapQuestion = z.object({
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

/** GET /knowledge-gaps/{id}: of all time. `questions` are told once each, those asked most first. */
export const gapDetail = gap.extend({
  state: z.enum(GAP_STATES),
  contentId: z.uuid().nullable(),
  questions: z.array(gapQuestion),
});
export type GapDetail = z.infer<typeof gapDetail>;

/** POST /knowledge-gaps/{id}/draft. `model`: the plan's model writes it, which takes credits; else it is quoted, for nothing. */
export const draftBody = z.object({ by: z.enum(['base', 'model']).default('base') }).nullish();

/**
 * What is offered for an answer. `by`: whose words; `none` when no passage comes near. Credits: `cost` was charged; `most` is
 * what the plan's model takes at most for writing it, null where there is no model that costs, or nothing to write from.
 */
export const gapDraft = z.object({
  cost: z.number(),
  most: z.number().nullable(),
  question: z.string(),
  answer: z.string(),
  contextId: z.uuid(),
  by: z.enum(['embedded', 'model', 'none']),
  sources: z.array(z.object({ contentId: z.string(), title: z.string(), excerpt: z.string() })),
});
export type GapDraft = z.infer<typeof gapDraft>;

/** A question and answer of a context: what is written for a gap, or in the place of an answer. */
export const writtenAnswer = faqBody.omit({ phrasings: true });
export type WrittenAnswer = z.infer<typeof writtenAnswer>;

/** GET /conversations/{id}/messages/{messageId}/improvement. Null: nothing was written in that answer's place. */
export const improvement = z.object({
  contentId: z.uuid(),
  state: z.enum(['waiting', 'asked', 'failed']),
  answered: z.boolean(),
  answer: z.string(),
});
export type Improvement = z.infer<typeof improvement>;
