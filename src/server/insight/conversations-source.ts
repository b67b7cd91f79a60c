import { conversations as declaration } from '../../../resources/conversations.ts';
import { conversations } from '../db/schema/chat.ts';
import { defineSource } from '../resource/source.ts';

export const conversationsSource = defineSource(declaration, {
  table: conversations,
  fields: {
    context: conversations.contextId,
  },
});
