import { z } from 'zod';
import { WEBHOOK_EVENTS, type WebhookEventType } from './webhook-events.ts';

const conversation = { conversation_id: z.uuid() };
/** `person`: who has the conversation, or had it last; null while nobody has. */
const talk = z.object({ ...conversation, protocol: z.string(), person: z.string().nullable() });
const at = z.iso.datetime();

/** Stored and sent. Receivers depend on these names, too. */
const DATA = {
  'conversation.ended': z.object({
    ...conversation,
    first_question: z.string(),
    interactions: z.int(),
    started_at: at,
    last_at: at,
    sentiment: z.string().nullable(),
    goal: z.string().nullable(),
    satisfied: z.boolean().nullable(),
    human_wanted: z.boolean().nullable(),
  }),
  /** `question` is null when it became known only at the end of the conversation. */
  'conversation.human_wanted': z.object({ ...conversation, question: z.string().nullable() }),
  'conversation.waiting': talk,
  'conversation.taken': talk,
  'conversation.returned': talk,
  'conversation.closed': talk,
  'question.unanswered': z.object({ ...conversation, message_id: z.uuid(), question: z.string() }),
  /** `answer`: the lines shown, with their introduction. */
  'question.shown': z.object({ ...conversation, message_id: z.uuid(), question: z.string(), answer: z.string() }),
  /** `conversation_id` is null without a conversation. */
  'message.left': z.object({
    message_id: z.uuid(),
    conversation_id: z.uuid().nullable(),
    name: z.string(),
    email: z.string().nullable(),
    whatsapp: z.string().nullable(),
    message: z.string(),
  }),
  'gap.opened': z.object({ gap_id: z.uuid(), question: z.string(), reopened: z.boolean() }),
  'content.failed': z.object({
    content_id: z.uuid(),
    title: z.string(),
    type: z.string(),
    address: z.string().nullable(),
    reason: z.string(),
  }),
  /** Of the plan in the current period; `lasting` were bought in addition. */
  'credits.low': z.object({ percent: z.number(), used: z.number(), granted: z.number(), lasting: z.number() }),
  'payment.failed': z.object({ plan: z.string() }),
} satisfies Record<WebhookEventType, z.ZodObject>;
export type WebhookEventData = { [T in WebhookEventType]: z.infer<(typeof DATA)[T]> };

const named = z.object({ id: z.uuid(), name: z.string() });

const titleOf = (type: WebhookEventType) =>
  type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const webhookPayloads = WEBHOOK_EVENTS.map((type) => ({
  type,
  body: z
    .object({
      id: z.uuid().describe('The same in every repetition of the event.'),
      type: z.literal(type),
      created_at: at,
      account: named,
      context: named.nullable(),
      data: DATA[type],
      url: z.url(),
      test: z.literal(true).optional().describe('A sample of the test button.'),
    })
    .meta({ title: `${titleOf(type)}Event` }),
}));
/** Documented in docs/webhooks.md; receivers depend on it. */
export type EventPayload = z.infer<(typeof webhookPayloads)[number]['body']>;

/** Without an answer, `status` is null and `error` has a code. */
export const deliveryAttempt = z.object({
  at: z.string(),
  ms: z.int(),
  status: z.int().nullable(),
  answer: z.string(),
  error: z.string().nullable(),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;
