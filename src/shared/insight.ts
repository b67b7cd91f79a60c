import { z } from 'zod';
import { CHAT_TYPES, VISITOR_TYPES } from './chat-types.ts';
import { listParam } from './query-params.ts';

export const PERIOD_MAX_DAYS = 366;

/** Tests are excluded unless their types are requested. */
export const insightQuery = z.object({
  days: z.union([z.literal('today'), z.coerce.number().int().min(1).max(PERIOD_MAX_DAYS)]).default(30),
  contextId: listParam(z.uuid()).optional(),
  types: listParam(z.enum(CHAT_TYPES)).default([...VISITOR_TYPES]),
});

/** Days (YYYY-MM-DD), inclusive. `before`: the preceding period of the same length. */
const period = z.object({
  from: z.string(),
  to: z.string(),
  days: z.int(),
  before: z.object({ from: z.string(), to: z.string() }),
});
export type Period = z.infer<typeof period>;

/** Credits are decimal numbers. */
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

/** What visitors' calls for a person came to. */
const callFigures = z.object({
  /** Calls by visitors, and talks that a person joined uncalled. */
  called: z.int(),
  joined: z.int(),
  /** Of the calls: those that a person took, and those that nobody took in time. The visitor gave up the rest. */
  taken: z.int(),
  missed: z.int(),
  /** The median time from a call to the person's first word; null without one. */
  firstWordSeconds: z.int().nullable(),
});
export type CallFigures = z.infer<typeof callFigures>;

const attendance = z.object({
  /** How many visitors wait now. */
  waiting: z.int(),
  figures: callFigures,
  before: callFigures,
  byDay: z.array(callFigures.extend({ day: z.string() })),
  /** The 24 hours of the day (America/Sao_Paulo), over the whole period. */
  byHour: z.array(callFigures.extend({ hour: z.int() })),
});
export type Attendance = z.infer<typeof attendance>;

/** GET /dashboard */
export const dashboard = z.object({
  period,
  counts: z.object({
    /** Active: in the last 30 days its widget was loaded or it answered a visitor. */
    contexts: z.object({ active: z.int(), pending: z.int() }),
    invitations: z.object({ pending: z.int(), expired: z.int(), accepted: z.int() }).nullable(),
    links: z.int(),
    /** By their status, sitemaps left out. `failed`: in use, and their training or last reading failed, as in the to-do. */
    contents: z.object({ done: z.int(), pending: z.int(), working: z.int(), error: z.int(), failed: z.int() }),
  }),
  /** Today so far, the whole of yesterday. */
  today: figures,
  yesterday: figures,
  figures,
  before: figures,
  /** Includes days without messages. `before`: the interactions on the same day of the previous period. */
  byDay: z.array(figures.extend({ day: z.string(), before: z.int() })),
  /** Most interactions first. */
  byContext: z.array(figures.extend({ contextId: z.uuid(), name: z.string(), before: z.int() })),
  /** Of the types requested. */
  byChannel: z.array(figures.extend({ type: z.enum(CHAT_TYPES), before: z.int() })),
  /** Null if visitors cannot call a person and never did. */
  attendance: attendance.nullable(),
  /** No question was ever asked in these contexts, including tests. */
  isEmpty: z.boolean(),
});
export type Dashboard = z.infer<typeof dashboard>;

const labelCounts = z.object({
  goal: z.object({ praise: z.int(), information: z.int(), complaint: z.int(), other: z.int() }),
  sentiment: z.object({ positive: z.int(), neutral: z.int(), negative: z.int() }),
  wantedHuman: z.object({ yes: z.int(), no: z.int() }),
  satisfied: z.object({ yes: z.int(), no: z.int() }).nullable(),
  ratings: z.object({ up: z.int(), down: z.int() }).nullable(),
  conversations: z.int(),
  helped: z.int(),
  shown: z.int(),
  unanswered: z.int(),
  /** Estimated by our own classifier. */
  labelled: z.int(),
  estimated: z.int(),
});
export type LabelCounts = z.infer<typeof labelCounts>;

/** Conversations with a question that are resolved, or the first reason why they are not (`docs/resolution.mjs`). */
const resolution = z.object({
  resolved: z.int(),
  person: z.int().describe('The visitor wanted a person.'),
  down: z.int().describe('The visitor rated an answer as bad.'),
  again: z.int().describe('The visitor asked the same again within 72 hours.'),
  unanswered: z.int().describe('A question had no answer, or one that was only shown.'),
});
export type Resolution = z.infer<typeof resolution>;

export const monitoring = z.object({
  period,
  resolution,
  labels: labelCounts,
  before: labelCounts,
  byDay: z.array(labelCounts.extend({ day: z.string() })),
  byContext: z.array(labelCounts.extend({ contextId: z.uuid(), name: z.string() })),
  /** When the next conversation without labels will be labelled; null if none waits. */
  nextLabelsAt: z.string().nullable(),
  /** Visitors who got no answer because a chat had stopped, by the reason of the stop, if it began in the period. */
  refused: z.array(
    z.object({ limit: z.enum(['daily', 'monthly', 'credits', 'plan', 'deactivated']), visitors: z.int() }),
  ),
  /** Pages with an SEO evaluation: the mean of their newest scores (0 to 100), and the worst pages. */
  seo: z.object({
    score: z.number().nullable(),
    pages: z.int(),
    worst: z.array(z.object({ contentId: z.uuid(), title: z.string(), url: z.string().nullable(), score: z.int() })),
  }),
});
export type Monitoring = z.infer<typeof monitoring>;

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
