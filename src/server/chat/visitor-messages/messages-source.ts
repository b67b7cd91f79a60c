import { visitorMessages as declaration } from '../../../../resources/visitor-messages.ts';
import { visitorMessages } from '../../db/schema/chat.ts';
import { defineSource } from '../../resource/source.ts';

export const messagesSource = defineSource(declaration, {
  table: visitorMessages,
  accountId: visitorMessages.accountId,
  id: visitorMessages.id,
  contextId: visitorMessages.contextId,
  fields: {
    question: visitorMessages.question,
    name: visitorMessages.name,
    email: visitorMessages.email,
    whatsapp: visitorMessages.whatsapp,
    status: visitorMessages.status,
    createdAt: visitorMessages.createdAt,
    type: visitorMessages.type,
    answeredAt: visitorMessages.answeredAt,
    answeredBy: visitorMessages.answeredBy,
    conversationId: visitorMessages.conversationId,
    consentText: visitorMessages.consentText,
    consentedAt: visitorMessages.consentedAt,
  },
});
