import { v7 as uuidv7 } from 'uuid';
import type { WebhookEventType } from '../../shared/webhook-events.ts';
import type { WebhookEventData } from '../../shared/webhook-payloads.ts';
import type { StoredEvent } from './payload.ts';

const ID = '01940000-0000-7000-8000-000000000000';

/** For the test button; docs/webhooks.md shows the same. */
export const SAMPLES: { [T in WebhookEventType]: WebhookEventData[T] } = {
  'conversation.ended': {
    conversation_id: ID,
    first_question: 'Vocês entregam em Recife?',
    interactions: 3,
    started_at: '2026-01-15T13:02:11.000Z',
    last_at: '2026-01-15T13:06:40.000Z',
    sentiment: 'positive',
    goal: 'information',
    satisfied: true,
    human_wanted: false,
  },
  'conversation.human_wanted': { conversation_id: ID, question: 'Posso falar com um atendente?' },
  'conversation.waiting': { conversation_id: ID, protocol: '20260115-0007', person: null },
  'conversation.taken': { conversation_id: ID, protocol: '20260115-0007', person: 'Ana Lima' },
  'conversation.returned': { conversation_id: ID, protocol: '20260115-0007', person: 'Ana Lima' },
  'conversation.closed': { conversation_id: ID, protocol: '20260115-0007', person: 'Ana Lima' },
  'question.unanswered': { conversation_id: ID, message_id: ID, question: 'Vocês alugam toalhas?' },
  'question.shown': {
    conversation_id: ID,
    message_id: ID,
    question: 'Vocês alugam toalhas?',
    answer: 'Encontrei isto, veja se responde:\n\nO enxoval da festa pode ser alugado por R$ 80.',
  },
  'message.left': {
    message_id: ID,
    conversation_id: ID,
    name: 'Rita Souza',
    email: 'rita@exemplo.com.br',
    whatsapp: '5581999990000',
    message: 'Quero 40 toalhas com bordado. Quanto fica?',
  },
  'gap.opened': { gap_id: ID, question: 'Vocês alugam toalhas?', reopened: false },
  'content.failed': {
    content_id: ID,
    title: 'Política de trocas',
    type: 'LINK',
    address: 'https://www.suaempresa.com.br/trocas',
    reason: 'A página não existe mais.',
  },
  'credits.low': { percent: 90, used: 451.2, granted: 500, lasting: 0 },
  'payment.failed': { plan: 'Profissional' },
};

const OF_ACCOUNT: readonly WebhookEventType[] = ['credits.low', 'payment.failed'];

export const sampleOf = (event: WebhookEventType, account: StoredEvent['account']): StoredEvent => ({
  eventId: uuidv7(),
  event,
  createdAt: new Date(),
  account,
  context: OF_ACCOUNT.includes(event) ? null : { id: ID, name: 'Loja' },
  data: SAMPLES[event],
});
