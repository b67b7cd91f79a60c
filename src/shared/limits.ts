import { z } from 'zod';
import { momentInput } from '../../resources/kit/schema.ts';
import { wayToPerson } from './appearance.ts';

/** What may stop a question, each with the sentence that its visitor reads. */
export const LIMIT_KINDS = ['minute', 'daily', 'monthly', 'credits', 'deactivated'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
/** Those that are counted against a whole, and noticed at 60 % and 90 %. */
export const NOTICED_LIMITS = ['daily', 'monthly', 'credits'] as const;
export type NoticedLimit = (typeof NOTICED_LIMITS)[number];

/** What is still said when the credits are used up: what the base itself answers and suggests, or the way to a person alone. */
export const WITHOUT_CREDITS = ['faq', 'person'] as const;

const sentence = z.string().trim().max(500);
const count = z.int().min(1).max(10_000_000).nullable();

/** The limits of one context (spec 3, Limits). Null: no limit. Empty sentence: Prosa's own. */
export const limitsInput = z.object({
  /** Interactions a minute from one address. */
  perMinute: z.int().min(1).max(600),
  /** Interactions a day and a month, counted in America/Sao_Paulo. */
  daily: count,
  monthly: count,
  /** Credits a period of the plan; more than two million would not fit where thousandths of them are counted. */
  credits: z.number().positive().max(2_000_000).nullable(),
  /** Said when the base does not know, and the way to a person that is offered with it. Left out, the way stays. */
  defaultMessage: sentence,
  person: wayToPerson.optional(),
  messages: z.object({
    minute: sentence,
    daily: sentence,
    monthly: sentence,
    credits: sentence,
    deactivated: sentence,
  }),
  /** Mails at 60 % and 90 %. */
  notify: z.boolean(),
  /** Left out, it stays. */
  withoutCredits: z.enum(WITHOUT_CREDITS).optional(),
  /** Until then the chat does not answer. */
  deactivatedUntil: momentInput().nullable(),
});
export type LimitsInput = z.infer<typeof limitsInput>;

const use = z.object({ used: z.number(), limit: z.number().nullable() });
/** The limits of a context, and what is used of them in the running day, month and period. */
export const limitsRecord = limitsInput.extend({
  contextId: z.uuid(),
  person: wayToPerson,
  withoutCredits: z.enum(WITHOUT_CREDITS),
  use: z.object({ daily: use, monthly: use, credits: use }),
});
export type LimitsRecord = z.infer<typeof limitsRecord>;

/** Shares of a limit at which its owner is told: alert and critical (spec 9). */
export const NOTICE_LEVELS = [60, 90] as const;
/** What a base may state exactly. */
export const FACT_KINDS = ['phone', 'whatsapp', 'email', 'cnpj', 'address', 'hours'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

export const notice = z.object({
  id: z.uuid(),
  /** Null: the account's own credits, `plan`. */
  contextId: z.uuid().nullable(),
  contextName: z.string().nullable(),
  /** Or what changed contents brought with them: `facts` that they state differently, `answers` that were lost. */
  limit: z.enum([...NOTICED_LIMITS, 'plan', 'facts', 'answers']),
  level: z.union([z.literal(60), z.literal(90)]),
  /** The day, month or period that it is about. */
  period: z.string(),
  /** Two contents that state a fact differently: the one that is believed, and the other. */
  fact: z.object({ kind: z.enum(FACT_KINDS), believed: z.string(), other: z.string() }).optional(),
  /** Questions that had an answer before. */
  questions: z.array(z.object({ conversationId: z.uuid(), question: z.string() })).optional(),
  createdAt: z.string(),
});
export type Notice = z.infer<typeof notice>;
