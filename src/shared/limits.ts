import { z } from 'zod';
import { momentInput } from '../../resources/kit/schema.ts';
import { personContact } from './appearance.ts';
import { FACT_KINDS } from './constants.ts';
import { startedFrom } from './rules.ts';

/** Those that can block a question; each has a message for the visitor. */
export const LIMIT_KINDS = ['minute', 'daily', 'monthly', 'credits', 'deactivated'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
export const NOTICED_LIMITS = ['daily', 'monthly', 'credits'] as const;
export type NoticedLimit = (typeof NOTICED_LIMITS)[number];

/** `person`: only the contact with a person. */
export const WITHOUT_CREDITS = ['faq', 'person'] as const;

const sentence = z.string().trim().max(500);
const count = z.int().min(1).max(10_000_000).nullable();

/** Null means no limit, an empty message the default one. */
export const limitsInput = z.object({
  perMinute: z.int().min(1).max(600),
  daily: count,
  monthly: count,
  /** Per billing period. Stored in thousandths, so more than two million would overflow. */
  credits: z.number().positive().max(2_000_000).nullable(),
  /** Shown, with the contact, when the base has no answer. */
  defaultMessage: sentence,
  person: personContact,
  /** Offer the contact that the contents state, unless `person` has one. */
  offersFoundContact: z.boolean(),
  takesMessages: z.boolean(),
  messages: z.object({
    minute: sentence,
    daily: sentence,
    monthly: sentence,
    credits: sentence,
    deactivated: sentence,
  }),
  /** At 60 %, at 90 % and when the chat stopped. */
  notify: z.boolean(),
  withoutCredits: z.enum(WITHOUT_CREDITS),
  deactivatedUntil: momentInput().nullable(),
});
export type LimitsInput = z.infer<typeof limitsInput>;

/** Absent values stay. */
export const limitsChange = limitsInput
  .extend({ person: personContact.partial(), messages: limitsInput.shape.messages.partial() })
  .partial()
  .extend(startedFrom.shape);
export type LimitsChange = z.infer<typeof limitsChange>;

const use = z.object({ used: z.number(), limit: z.number().nullable() });
export const limitsRecord = limitsInput.extend({
  contextId: z.uuid(),
  version: z.string(),
  use: z.object({ daily: use, monthly: use, credits: use }),
});
export type LimitsRecord = z.infer<typeof limitsRecord>;

/** Where the contents state it. `contentId` is null for a content that the caller may not see. */
const foundValue = z.object({
  value: z.string().describe('WhatsApp: with country and area, digits only.'),
  contentId: z.uuid().nullable(),
  title: z.string(),
  quote: z.string(),
});
/** GET /contexts/{id}/found-contact: null is what the contents do not state. */
export const foundContact = z.object({ whatsapp: foundValue.nullable(), email: foundValue.nullable() });
export type FoundContact = z.infer<typeof foundContact>;

/** `plan`: the account's own credits. */
export type StopLimit = NoticedLimit | 'plan' | 'deactivated';

/** Percent: alert, critical, and the chat has stopped. */
export const NOTICE_LEVELS = [60, 90, 100] as const;
export type NoticeLevel = (typeof NOTICE_LEVELS)[number];
export const notice = z.object({
  id: z.uuid(),
  /** Null for `plan` and `webhooks`. */
  contextId: z.uuid().nullable(),
  contextName: z.string().nullable(),
  /** A limit, a consequence of changed contents (contradictory `facts`, lost `answers`), or failed deliveries. */
  limit: z.enum([...NOTICED_LIMITS, 'plan', 'deactivated', 'facts', 'answers', 'webhooks', 'messages']),
  level: z.literal(NOTICE_LEVELS),
  /** Day, month or billing period. */
  period: z.string(),
  /** Contradictory facts. Of two prices, none is preferred. */
  fact: z
    .object({
      kind: z.enum([...FACT_KINDS, 'price']),
      believed: z.string(),
      other: z.string(),
      name: z.string().optional(),
    })
    .optional(),
  questions: z.array(z.object({ conversationId: z.uuid(), question: z.string() })).optional(),
  webhook: z.object({ id: z.uuid(), name: z.string() }).optional(),
  /** With level 100: visitors without an answer since then. */
  visitors: z.int().optional(),
  /** Only those with level 100 are listed when dismissed: the chat has still stopped. */
  dismissed: z.boolean(),
  createdAt: z.string(),
});
export type Notice = z.infer<typeof notice>;
