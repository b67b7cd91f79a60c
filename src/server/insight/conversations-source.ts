import { sql } from 'drizzle-orm';
import { conversations as declaration } from '../../../resources/conversations.ts';
import { conversations } from '../db/schema/chat.ts';
import { defineSource } from '../resource/source.ts';

export const conversationsSource = defineSource(declaration, {
  table: conversations,
  accountId: conversations.accountId,
  id: conversations.id,
  contextId: conversations.contextId,
  fields: {
    firstQuestion: conversations.firstQuestion,
    visitor: sql`(select coalesce(nullif(d.name, ''), d.email) from visitor_details d
      where d.account_id = ${conversations.accountId} and d.conversation_id = ${conversations.id})`,
    startedAt: conversations.startedAt,
    context: conversations.contextId,
    interactions: conversations.interactions,
    totalTokens: conversations.totalTokens,
    type: conversations.type,
    sentiment: conversations.sentiment,
    satisfied: conversations.satisfied,
    goal: conversations.goal,
    wantedHuman: conversations.wantedHuman,
    labelledBy: conversations.labelledBy,
  },
});
