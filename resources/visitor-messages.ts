import { CHAT_TYPES } from '../src/shared/chat-types.ts';
import { choice, email, longText, moment, reference, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

export const visitorMessages = defineResource({
  name: 'visitor-messages',
  scope: 'context',
  title: 'name',
  path: '/visitor-messages',
  menu: { icon: 'send', order: 18 },
  fields: {
    question: longText({ readOnly: true }),
    name: text({ readOnly: true }),
    email: email({ readOnly: true, optional: true, guarded: true }),
    whatsapp: text({ readOnly: true, optional: true, guarded: true }),
    status: choice({ open: 'waiting', answered: 'good' }, { readOnly: true }),
    createdAt: moment({ readOnly: true }),
    type: choice(CHAT_TYPES, { readOnly: true }),
    answeredAt: moment({ readOnly: true, optional: true }),
    answeredBy: text({ readOnly: true, optional: true }),
    conversationId: reference('conversations', { readOnly: true, optional: true }),
    /** What the visitor agreed to, and when. */
    consentText: longText({ readOnly: true }),
    consentedAt: moment({ readOnly: true }),
  },
  list: {
    columns: ['question', 'name', 'email', 'whatsapp', 'status', 'createdAt'],
    wideColumns: ['email'],
    search: ['question', 'name', 'email', 'whatsapp'],
    filters: ['status', 'createdAt', 'type'],
    sort: '-createdAt',
    views: { waiting: { filters: { status: 'open' }, sort: 'createdAt' } },
    export: true,
    pollMs: 60_000,
    live: true,
    bulk: [],
  },
  cards: { byStatus: { measure: 'count', by: 'status' } },
  actions: [
    'list',
    'show',
    { name: 'answer', icon: 'check', on: 'rows', tone: 'primary', when: { status: ['open'] } },
    { name: 'reopen', icon: 'refresh', on: 'rows', when: { status: ['answered'] } },
    'delete',
    'export',
  ],
  links: [
    {
      ...{ name: 'conversation', icon: 'chat', to: '/conversations/{conversationId}' },
      allowedBy: ['conversations', 'show'],
    },
  ],
});
