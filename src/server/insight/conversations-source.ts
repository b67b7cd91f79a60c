import { sql } from 'drizzle-orm';
import { conversations as declaration } from '../../../resources/conversations.ts';
import { conversations } from '../db/schema/chat.ts';
import { defineSource } from '../resource/source.ts';

export const conversationsSource = defineSource(declaration, {
  table: conversations,
  fields: {
    visitor: sql`(select coalesce(nullif(d.name, ''), d.email) from visitor_details d
      where d.account_id = ${conversations.accountId} and d.conversation_id = ${conversations.id})`,
    context: conversations.contextId,
  },
});
