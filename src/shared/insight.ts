import { z } from 'zod';

/** Where a conversation was held: on a site, or in a trial (preview, demo). */
export const CHAT_TYPES = ['widget', 'preview', 'demo'] as const;
export type ChatType = (typeof CHAT_TYPES)[number];

/** The longest period that is summed up, in days. */
export const PERIOD_MAX_DAYS = 366;

const many = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item).max(200));

/**
 * What is summed up: `days` that end with today, or `today` alone; of some contexts or of all that one may see. Trials
 * are left out unless their types are asked for.
 */
export const insightQuery = z.object({
  days: z.union([z.literal('today'), z.coerce.number().int().min(1).max(PERIOD_MAX_DAYS)]).default(30),
  contextId: many(z.uuid()).optional(),
  types: many(z.enum(CHAT_TYPES)).default(['widget']),
});

/** `from` and `to` are days, YYYY-MM-DD, and count themselves. `before` is the period of the same length ahead of it. */
const period = z.object({
  from: z.string(),
  to: z.string(),
  days: z.int(),
  before: z.object({ from: z.string(), to: z.string() }),
});

/** Sums. Credits in whole and decimal credits. */
export const figures = z.object({
  conversations: z.int(),
  interactions: z.int(),
  /** Answered, or a suggestion was taken. */
  helped: z.int(),
  /** Nothing was near, or no suggestion was taken. The rest are courtesies and the like. */
  declined: z.int(),
  credits: z.number(),
});
export type Figures = z.infer<typeof figures>;

/** GET /dashboard */
export const dashboard = z.object({
  period,
  counts: z.object({
    /** Active: its widget was seen, or it answered a visitor, in the last 30 days. */
    contexts: z.object({ active: z.int(), pending: z.int() }),
    /** Null for who may not see the people of the account. */
    invitations: z.object({ pending: z.int(), expired: z.int(), accepted: z.int() }).nullable(),
    links: z.int(),
    contents: z.object({ done: z.int(), pending: z.int(), working: z.int(), error: z.int() }),
  }),
  /** Today, and yesterday as a whole. */
  today: figures,
  yesterday: figures,
  figures,
  before: figures,
  /** Each day of the period, those without a word among them; `before`: the interactions of that day of the period before. */
  byDay: z.array(figures.extend({ day: z.string(), before: z.int() })),
  /** Those with most interactions first; contexts that were silent come last. */
  byContext: z.array(figures.extend({ contextId: z.uuid(), name: z.string(), before: z.int() })),
  /** Nobody ever asked anything in these contexts, trials included. */
  isEmpty: z.boolean(),
});
export type Dashboard = z.infer<typeof dashboard>;

/** How many conversations bear each label. `satisfied` is null where the plan does not ask visitors. */
export const labelCounts = z.object({
  goal: z.object({ praise: z.int(), information: z.int(), complaint: z.int(), other: z.int() }),
  sentiment: z.object({ positive: z.int(), neutral: z.int(), negative: z.int() }),
  wantedHuman: z.object({ yes: z.int(), no: z.int() }),
  satisfied: z.object({ yes: z.int(), no: z.int() }).nullable(),
  ratings: z.object({ up: z.int(), down: z.int() }).nullable(),
  conversations: z.int(),
  /** Of the questions: those that were answered or whose suggestion was taken, and those that had no answer. */
  helped: z.int(),
  unanswered: z.int(),
  /** Those that bear labels, and those of them whose labels are estimates of our own classifier. */
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
  /** The pages whose SEO was evaluated: the mean of their newest scores, 0 to 100, and the worst of them. */
  seo: z.object({
    score: z.number().nullable(),
    pages: z.int(),
    worst: z.array(z.object({ contentId: z.uuid(), title: z.string(), url: z.string().nullable(), score: z.int() })),
  }),
});
export type Monitoring = z.infer<typeof monitoring>;

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
