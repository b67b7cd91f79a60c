import { z } from 'zod';
import { momentInput } from '../../resources/kit/schema.ts';
import { personContact } from './appearance.ts';
import { FACT_KINDS } from './constants.ts';
import { startedFrom } from './rules.ts';

/** The limits that can block a question; each has a message for the visitor. */
export const LIMIT_KINDS = ['minute', 'daily', 'monthly', 'credits', 'deactivated'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
/** Limits with a quota, for which notices are sent at 60 %, 90 % and 100 %. */
export const NOTICED_LIMITS = ['daily', 'monthly', 'credits'] as const;
export type NoticedLimit = (typeof NOTICED_LIMITS)[number];

/**
 * What is still answered without credits: answers and suggestions of the knowledge base, or only the contact with a
 * person.
 */
export const WITHOUT_CREDITS = ['faq', 'person'] as const;

const sentence = z.string().trim().max(500);
const count = z.int().min(1).max(10_000_000).nullable();

/** The limits of a context. Null means no limit, an empty message the default one. */
export const limitsInput = z.object({
  /** Interactions per minute from one address. */
  perMinute: z.int().min(1).max(600),
  /** Interactions per day and month, in America/Sao_Paulo. */
  daily: count,
  monthly: count,
  /** Credits per billing period. Stored in thousandths, so more than two million would overflow. */
  credits: z.number().positive().max(2_000_000).nullable(),
  /** Shown when the knowledge base has no answer, with the contact. */
  defaultMessage: sentence,
  person: personContact,
  /** Visitors may leave a message for a person. */
  takesMessages: z.boolean(),
  messages: z.object({
    minute: sentence,
    daily: sentence,
    monthly: sentence,
    credits: sentence,
    deactivated: sentence,
  }),
  /** Send emails at 60 %, at 90 % and when the chat stopped. */
  notify: z.boolean(),
  withoutCredits: z.enum(WITHOUT_CREDITS),
  /** The chat does not answer until then. */
  deactivatedUntil: momentInput().nullable(),
});
export type LimitsInput = z.infer<typeof limitsInput>;

/** PUT /sessions/me/limits: absent values stay. */
export const limitsChange = limitsInput
  .extend({ person: personContact.partial(), messages: limitsInput.shape.messages.partial() })
  .partial()
  .extend(startedFrom.shape);
export type LimitsChange = z.infer<typeof limitsChange>;

const use = z.object({ used: z.number(), limit: z.number().nullable() });
/** The limits of a context with their usage in the current day, month and billing period. */
export const limitsRecord = limitsInput.extend({
  contextId: z.uuid(),
  version: z.string(),
  use: z.object({ daily: use, monthly: use, credits: use }),
});
export type LimitsRecord = z.infer<typeof limitsRecord>;

/** What keeps a chat from answering: a used limit, the account's own credits (`plan`), or a pause. */
export type StopLimit = NoticedLimit | 'plan' | 'deactivated';

/** Usage in percent at which the owner is notified: alert, critical, and the chat has stopped. */
export const NOTICE_LEVELS = [60, 90, 100] as const;
export type NoticeLevel = (typeof NOTICE_LEVELS)[number];
export const notice = z.object({
  id: z.uuid(),
  /** Null for `plan`, the account's own credits, and `webhooks`. */
  contextId: z.uuid().nullable(),
  contextName: z.string().nullable(),
  /**
   * What the notice is about: a limit, a consequence of changed contents (contradictory `facts`, lost `answers`), or
   * failed deliveries of webhooks.
   */
  limit: z.enum([...NOTICED_LIMITS, 'plan', 'deactivated', 'facts', 'answers', 'webhooks', 'messages']),
  level: z.literal(NOTICE_LEVELS),
  /** The day, month or period that it refers to. */
  period: z.string(),
  /** Two contents with contradictory facts: the preferred one and the other. Of two prices, none is preferred. */
  fact: z
    .object({
      kind: z.enum([...FACT_KINDS, 'price']),
      believed: z.string(),
      other: z.string(),
      /** What has two prices. */
      name: z.string().optional(),
    })
    .optional(),
  /** Questions that were answered before. */
  questions: z.array(z.object({ conversationId: z.uuid(), question: z.string() })).optional(),
  /** The webhook whose deliveries failed. */
  webhook: z.object({ id: z.uuid(), name: z.string() }).optional(),
  /** With level 100: the number of visitors who got no answer since then. */
  visitors: z.int().optional(),
  /** Only notices with level 100 are listed when dismissed: the chat has still stopped. */
  dismissed: z.boolean(),
  createdAt: z.string(),
});
export type Notice = z.infer<typeof notice>;
