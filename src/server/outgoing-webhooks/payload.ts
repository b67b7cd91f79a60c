import type { WebhookEventType } from '../../shared/webhook-events.ts';
import type { EventPayload, WebhookEventData } from '../../shared/webhook-payloads.ts';
import { openPersonalData } from '../personal-data/hide-personal-data.ts';

/** With the current names of account and context. */
export interface StoredEvent {
  eventId: string;
  event: WebhookEventType;
  createdAt: Date;
  account: { id: string; name: string };
  context: { id: string; name: string } | null;
  data: WebhookEventData[WebhookEventType];
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

/** Fields that a visitor has written. */
const WRITTEN = new Set(['name', 'email', 'whatsapp', 'message', 'question', 'first_question']);

function withMarks<T extends object>(data: T): T {
  const { name } = data as { name?: string };
  const { hide } = openPersonalData(name === undefined ? [] : [name]);
  const marked = Object.entries(data).map(([key, value]) => [
    key,
    WRITTEN.has(key) && typeof value === 'string' ? hide(value) : (value as unknown),
  ]);
  return Object.fromEntries(marked) as T;
}

/** `hidesPersonalData`: marks stand for what identifies a visitor. */
export function payloadOf(
  stored: StoredEvent,
  publicUrl: string,
  { hidesPersonalData }: { hidesPersonalData: boolean },
): EventPayload {
  const { eventId: id, event: type, createdAt, account, context } = stored;
  const data = hidesPersonalData ? withMarks(stored.data) : stored.data;
  const url = `${publicUrl}${pageOf(type, data as never)}`;
  return { id, type, created_at: createdAt.toISOString(), account, context, data, url };
}
