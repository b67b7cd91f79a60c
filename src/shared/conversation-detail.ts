import { z } from 'zod';
import { widgetAppearance } from './appearance.ts';
import { answerReasons, exchange, EXCHANGE_OUTCOMES } from './chat-protocol.ts';
import { HANDOVER_STATES, talkMessage } from './handover.ts';
import { improvement } from './knowledge-gaps.ts';
import { visitorDetails } from './visitor-identity.ts';

const memberExchange = exchange.extend({
  model: z.string(),
  outcome: z.enum(EXCHANGE_OUTCOMES),
  tokens: z.int(),
  /** Credits. */
  cost: z.number(),
  /** The question as it was searched, completed with the earlier topic; null if it is the same. */
  searched: z.string().nullable(),
  reasons: answerReasons.nullable(),
  improvement: improvement.nullable(),
});
export type MemberExchange = z.infer<typeof memberExchange>;

/** Of a conversation, besides its row. `appearance`: as visitors saw it. */
export const conversationDetail = z.object({
  exchanges: z.array(memberExchange),
  talk: z.array(talkMessage).describe('What was said with people, with their notes.'),
  handover: z.enum(HANDOVER_STATES).nullable().describe('The state of the newest request for a person.'),
  canJoin: z.boolean().describe('Whether the visitor may still be there, so that a person can join uncalled.'),
  visitor: visitorDetails.nullish().describe('Only for callers who may read `conversations.visitor`.'),
  appearance: widgetAppearance.nullable(),
});
export type ConversationDetail = z.infer<typeof conversationDetail>;
