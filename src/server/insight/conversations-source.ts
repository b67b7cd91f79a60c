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
