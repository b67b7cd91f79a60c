import type { WebhookEventData, WebhookEventType } from '../../shared/webhook-events.ts';

/** With the current names of account and context. */
export interface StoredEvent {
  eventId: string;
  event: WebhookEventType;
  createdAt: Date;
  account: { id: string; name: string };
  context: { id: string; name: string } | null;
  data: WebhookEventData[WebhookEventType];
}

/** Documented in docs/webhooks.md; receivers depend on it. */
export interface EventPayload {
  id: string;
  type: WebhookEventType;
  created_at: string;
  account: { id: string; name: string };
  context: { id: string; name: string } | null;
  data: WebhookEventData[WebhookEventType];
  url: string;
  test?: true;
}

const conversation = ({ conversation_id: id }: { conversation_id: string }) => `/conversations/${id}`;

const inbox = ({ conversation_id: id }: { conversation_id: string }) => `/inbox?conversation=${id}`;

const PAGES: { [T in WebhookEventType]: (data: WebhookEventData[T]) => string } = {
  'conversation.ended': conversation,
  'conversation.human_wanted': conversation,
  'conversation.waiting': inbox,
  'conversation.taken': inbox,
  'conversation.returned': conversation,
  'conversation.closed': conversation,
  'question.unanswered': conversation,
  'question.shown': conversation,
  'message.left': ({ message_id: id }) => `/visitor-messages/${id}`,
  'gap.opened': ({ gap_id: id }) => `/knowledge-gaps/${id}`,
  'content.failed': ({ content_id: id }) => `/knowledge-base/content/edit/${id}`,
  'credits.low': () => '/settings/usage',
  'payment.failed': () => '/plan',
};

const pageOf = <T extends WebhookEventType>(type: T, data: WebhookEventData[T]) => PAGES[type](data);

export function payloadOf(stored: StoredEvent, publicUrl: string): EventPayload {
  const { eventId: id, event: type, createdAt, account, context, data } = stored;
  const url = `${publicUrl}${pageOf(type, data as never)}`;
  return { id, type, created_at: createdAt.toISOString(), account, context, data, url };
}
