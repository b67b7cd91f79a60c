/** Receivers depend on the names: never rename one. */
export const WEBHOOK_EVENTS = [
  'conversation.ended',
  'conversation.human_wanted',
  'conversation.waiting',
  'conversation.taken',
  'conversation.returned',
  'conversation.closed',
  'question.unanswered',
  'question.shown',
  'message.left',
  'gap.opened',
  'content.failed',
  'credits.low',
  'payment.failed',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/** How the body is written: the event as JSON, or a message with one line of text. */
export const WEBHOOK_FORMATS = ['json', 'slack', 'google-chat'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** `gone`: the address answered 410. */
export const WEBHOOK_STATES = ['active', 'paused', 'gone'] as const;

/** `parked`: failed for a day, or its webhook is off; a person can replay it. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'parked'] as const;

export const isDelivered = ({ status }: { status: number | null }) => status !== null && status >= 200 && status < 300;

export const SIGNATURE_HEADER = 'prosa-signature';
/** Events are also signed with the previous secret after a rotation. */
export const SECRET_OVERLAP_HOURS = 24;
export const WEBHOOKS_MAX = 20;
export const DELIVERY_DAYS = 30;
