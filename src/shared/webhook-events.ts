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

/** `person`: who has the conversation, or had it last; null while nobody has. */
interface TalkEventData {
  conversation_id: string;
  protocol: string;
  person: string | null;
}

/** Stored and sent. Receivers depend on these names, too. */
export interface WebhookEventData {
  'conversation.ended': {
    conversation_id: string;
    first_question: string;
    interactions: number;
    started_at: string;
    last_at: string;
    sentiment: string | null;
    goal: string | null;
    satisfied: boolean | null;
    human_wanted: boolean | null;
  };
  'conversation.human_wanted': {
    conversation_id: string;
    /** Null when it became known only at the end of the conversation. */
    question: string | null;
  };
  'conversation.waiting': TalkEventData;
  'conversation.taken': TalkEventData;
  'conversation.returned': TalkEventData;
  'conversation.closed': TalkEventData;
  'question.unanswered': { conversation_id: string; message_id: string; question: string };
  /** `answer`: the lines shown, with their introduction. */
  'question.shown': { conversation_id: string; message_id: string; question: string; answer: string };
  /** `conversation_id` is null without a conversation. */
  'message.left': {
    message_id: string;
    conversation_id: string | null;
    name: string;
    email: string | null;
    whatsapp: string | null;
    message: string;
  };
  'gap.opened': { gap_id: string; question: string; reopened: boolean };
  'content.failed': { content_id: string; title: string; type: string; address: string | null; reason: string };
  /** Of the plan in the current period; `lasting` were bought in addition. */
  'credits.low': { percent: number; used: number; granted: number; lasting: number };
  'payment.failed': { plan: string };
}

/** How the body is written: the event as JSON, or a message with one line of text. */
export const WEBHOOK_FORMATS = ['json', 'slack', 'google-chat'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** `gone`: the address answered 410. */
export const WEBHOOK_STATES = ['active', 'paused', 'gone'] as const;

/** `parked`: failed for a day, or its webhook is off; a person can replay it. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'parked'] as const;

/** Without an answer, `status` is null and `error` has a code. */
export interface DeliveryAttempt {
  at: string;
  ms: number;
  status: number | null;
  answer: string;
  error: string | null;
}

export const isDelivered = ({ status }: Pick<DeliveryAttempt, 'status'>) =>
  status !== null && status >= 200 && status < 300;

export const SIGNATURE_HEADER = 'prosa-signature';
/** Events are also signed with the previous secret after a rotation. */
export const SECRET_OVERLAP_HOURS = 24;
export const WEBHOOKS_MAX = 20;
export const DELIVERY_DAYS = 30;
