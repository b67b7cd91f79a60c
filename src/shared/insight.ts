import { z } from 'zod';
import { CHAT_TYPES, VISITOR_TYPES } from './chat-types.ts';
import { listParam } from './query-params.ts';

/** The longest period of a report, in days. */
export const PERIOD_MAX_DAYS = 366;

/**
 * Filter of a report: the last `days` days or `today`, in some contexts or all that the user may see. Test
 * conversations are excluded unless their types are requested.
 */
export const insightQuery = z.object({
  days: z.union([z.literal('today'), z.coerce.number().int().min(1).max(PERIOD_MAX_DAYS)]).default(30),
  contextId: listParam(z.uuid()).optional(),
  types: listParam(z.enum(CHAT_TYPES)).default([...VISITOR_TYPES]),
});

/** `from` and `to` are days (YYYY-MM-DD), both inclusive. `before` is the preceding period of the same length. */
const period = z.object({
  from: z.string(),
  to: z.string(),
  days: z.int(),
  before: z.object({ from: z.string(), to: z.string() }),
});

/** Totals. Credits are decimal numbers. */
export const figures = z.object({
  conversations: z.int(),
  interactions: z.int(),
  /** Answered, a suggestion was chosen, or the visitor rated what was shown as good. */
  helped: z.int(),
  /** Lines that may answer were shown, and the visitor did not say that they helped. */
  shown: z.int(),
  /** Nothing matched, or no suggestion was chosen. The rest is small talk and the like. */
  declined: z.int(),
  credits: z.number(),
});
export type Figures = z.infer<typeof figures>;

/** GET /dashboard */
export const dashboard = z.object({
  period,
  counts: z.object({
    /** Active: in the last 30 days its widget was loaded or it answered a visitor. */
    contexts: z.object({ active: z.int(), pending: z.int() }),
    /** Null for users who may not see the account's users. */
    invitations: z.object({ pending: z.int(), expired: z.int(), accepted: z.int() }).nullable(),
    links: z.int(),
    contents: z.object({ done: z.int(), pending: z.int(), working: z.int(), error: z.int() }),
  }),
  /** Today so far, and the whole of yesterday. */
  today: figures,
  yesterday: figures,
  figures,
  before: figures,
  /**
   * Each day of the period, including days without messages. `before`: the interactions on the same day of the previous
   * period.
   */
  byDay: z.array(figures.extend({ day: z.string(), before: z.int() })),
  /** Most interactions first; contexts without any come last. */
  byContext: z.array(figures.extend({ contextId: z.uuid(), name: z.string(), before: z.int() })),
  /** No question was ever asked in these contexts, including tests. */
  isEmpty: z.boolean(),
});
export type Dashboard = z.infer<typeof dashboard>;

/** Number of conversations per label. `satisfied` is null if the plan has no feedback. */
const labelCounts = z.object({
  goal: z.object({ praise: z.int(), information: z.int(), complaint: z.int(), other: z.int() }),
  sentiment: z.object({ positive: z.int(), neutral: z.int(), negative: z.int() }),
  wantedHuman: z.object({ yes: z.int(), no: z.int() }),
  satisfied: z.object({ yes: z.int(), no: z.int() }).nullable(),
  ratings: z.object({ up: z.int(), down: z.int() }).nullable(),
  conversations: z.int(),
  /** Questions that were helped, only shown something, or unanswered, as in the dashboard's figures. */
  helped: z.int(),
  shown: z.int(),
  unanswered: z.int(),
  /** Labelled conversations, and those with labels estimated by our own classifier. */
  labelled: z.int(),
  estimated: z.int(),
});
export type LabelCounts = z.infer<typeof labelCounts>;

/** GET /interaction-monitoring */
export const monitoring = z.object({
  period,
  labels: labelCounts,
  before: labelCounts,
  byDay: z.array(labelCounts.extend({ day: z.string() })),
  byContext: z.array(labelCounts.extend({ contextId: z.uuid(), name: z.string() })),
  /** Pages with an SEO evaluation: the mean of their newest scores (0 to 100), and the worst pages. */
  seo: z.object({
    score: z.number().nullable(),
    pages: z.int(),
    worst: z.array(z.object({ contentId: z.uuid(), title: z.string(), url: z.string().nullable(), score: z.int() })),
  }),
});
export type Monitoring = z.infer<typeof monitoring>;

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
