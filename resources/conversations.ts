import { CHAT_TYPES } from '../src/shared/chat-types.ts';
import { choice, count, moment, reference, text, toggle, type Tones } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const;
const SENTIMENT_TONES = { positive: 'good', neutral: 'off', negative: 'bad' } satisfies Tones<typeof SENTIMENTS>;
const LABELLERS = ['model', 'classifier'] as const;
export const GOALS = ['praise', 'information', 'complaint', 'other'] as const;

export const conversations = defineResource({
  name: 'conversations',
  scope: 'context',
  title: 'firstQuestion',
  path: '/conversations',
  menu: { icon: 'conversations', order: 16 },
  fields: {
    firstQuestion: text({ readOnly: true }),
    /** Who it is, if known: the name or the email. A conversation that is shown has all that is known. */
    visitor: text({ readOnly: true, optional: true, guarded: true }),
    startedAt: moment({ readOnly: true, isExact: true }),
    context: reference('contexts', { readOnly: true }),
    interactions: count({ readOnly: true }),
    totalTokens: count({ readOnly: true }),
    type: choice(CHAT_TYPES, { readOnly: true }),
    sentiment: choice(SENTIMENT_TONES, { readOnly: true, optional: true }),
    satisfied: toggle({ readOnly: true, optional: true, guarded: true }),
    goal: choice(GOALS, { readOnly: true, optional: true }),
    wantedHuman: toggle({ readOnly: true, optional: true }),
    /** The classifier only estimates the four fields above. */
    labelledBy: choice(LABELLERS, { readOnly: true, optional: true }),
  },
  list: {
    columns: [
      ...(['firstQuestion', 'startedAt', 'context', 'totalTokens', 'type'] as const),
      ...(['sentiment', 'satisfied', 'goal', 'wantedHuman'] as const),
    ],
    wideColumns: ['totalTokens', 'context', 'type', 'satisfied'],
    // The server searches the text of all messages.
    search: ['firstQuestion'],
    filters: ['startedAt', 'context', 'type', 'wantedHuman', 'goal', 'sentiment', 'satisfied'],
    params: ['everywhere'],
    sort: '-startedAt',
    views: {
      unhappy: { filters: { sentiment: 'negative' } },
      complaints: { filters: { goal: 'complaint' } },
      wantedHuman: { filters: { wantedHuman: 'true' } },
    },
  },
  actions: ['list', 'show', 'export', 'erase-visitor'],
});
