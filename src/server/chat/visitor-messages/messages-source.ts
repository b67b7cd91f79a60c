import { visitorMessages as declaration } from '../../../../resources/visitor-messages.ts';
import { visitorMessages } from '../../db/schema/chat.ts';
import { defineSource } from '../../resource/source.ts';

export const messagesSource = defineSource(declaration, {
  table: visitorMessages,
  fields: {},
});
