import { type SQL, sql } from 'drizzle-orm';
import { BUSINESS_ZONE } from '../../shared/constants.ts';
import { helped, onlyShown, unanswered } from '../db/exchange-outcomes.ts';

/*
 * Sums change in the transaction of the rows that they count: subtract, change, add, so that they always equal a
 * recount. Lock the conversation's row first, so that nobody else changes it meanwhile.
 */

const dayOf = (moment: SQL) => sql`to_char(${moment} at time zone ${BUSINESS_ZONE}, 'YYYY-MM-DD')`;

/** All callers lock sums in this order, which avoids deadlocks. */
const IN_ORDER = sql`group by 1, 2, 3, 4 order by 1, 2, 3, 4`;
const FIGURE = sql`(account_id, context_id, day, type)`;

type Sign = 1 | -1;

const lockConversationStatement = (accountId: string, id: string): SQL =>
  sql`select 1 from conversations where account_id = ${accountId}::uuid and id = ${id}::uuid for update`;

/** 1 adds, -1 subtracts. Counted on the day the conversation began. */
export const addConversationsStatement = (from: SQL, sign: Sign): SQL => sql`
  insert into daily_figures (account_id, context_id, day, type, conversations)
  select c.account_id, c.context_id, ${dayOf(sql`c.started_at`)}, c.type, ${sign}::int * count(*)
  from ${from} ${IN_ORDER}
  on conflict ${FIGURE} do update set conversations = daily_figures.conversations + excluded.conversations`;

/** 1 adds, -1 subtracts. Counted on the day of the question. */
export function addExchangesStatement(which: SQL, sign: Sign): SQL {
  const signed = (sum: SQL) => sql`${sign}::int * ${sum}`;
  return sql`
  insert into daily_figures (account_id, context_id, day, type, interactions, helped, shown, declined, credits,
    rated_up, rated_down)
  select c.account_id, c.context_id, ${dayOf(sql`m.created_at`)}, c.type,
    ${signed(sql`count(*) filter (where m.outcome <> 'failed')`)},
    ${signed(sql`count(*) filter (where ${helped('m')})`)}, ${signed(sql`count(*) filter (where ${onlyShown('m')})`)},
    ${signed(sql`count(*) filter (where ${unanswered('m')})`)}, ${signed(sql`sum(m.cost)`)},
    ${signed(sql`count(*) filter (where m.rating = 'up')`)}, ${signed(sql`count(*) filter (where m.rating = 'down')`)}
  from conversations c join messages m on m.account_id = c.account_id and m.conversation_id = c.id
  where ${which} ${IN_ORDER}
  on conflict ${FIGURE} do update set interactions = daily_figures.interactions + excluded.interactions,
    helped = daily_figures.helped + excluded.helped, shown = daily_figures.shown + excluded.shown, declined = daily_figures.declined + excluded.declined,
    credits = daily_figures.credits + excluded.credits,
    rated_up = daily_figures.rated_up + excluded.rated_up, rated_down = daily_figures.rated_down + excluded.rated_down`;
}

/** 1 adds, -1 subtracts. Counted on the day the conversation began. */
export const addLabelsStatement = (which: SQL, sign: Sign): SQL => sql`
  insert into daily_labels (account_id, context_id, day, type, label, value, count)
  select c.account_id, c.context_id, ${dayOf(sql`c.started_at`)}, c.type, l.label, l.value, ${sign}::int * count(*)
  from conversations c cross join lateral (values ('goal', c.goal), ('sentiment', c.sentiment),
    ('wantedHuman', c.wanted_human::text), ('satisfied', c.satisfied::text), ('labelledBy', c.labelled_by)) l(label, value)
  where ${which} and l.value is not null
  group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (account_id, context_id, day, type, label, value) do update set count = daily_labels.count + excluded.count`;

const conversation = (accountId: string, id: string) => sql`c.account_id = ${accountId}::uuid and c.id = ${id}::uuid`;
const exchange = (accountId: string, conversationId: string, messageId: string) =>
  sql`${conversation(accountId, conversationId)} and m.id = ${messageId}::uuid`;

/** With the sums; run them in one transaction. */
export function changeExchangeStatements(
  accountId: string,
  conversationId: string,
  messageId: string,
  change: SQL,
): SQL[] {
  const which = exchange(accountId, conversationId, messageId);
  return [
    lockConversationStatement(accountId, conversationId),
    addExchangesStatement(which, -1),
    change,
    addExchangesStatement(which, 1),
  ];
}

/** With the sums; run them in one transaction. */
export function changeLabelsStatements(accountId: string, conversationId: string, change: SQL): SQL[] {
  const which = conversation(accountId, conversationId);
  return [
    lockConversationStatement(accountId, conversationId),
    addLabelsStatement(which, -1),
    change,
    addLabelsStatement(which, 1),
  ];
}

export const WORD = '^[a-z]{3,24}$';

export const storeWordsStatement = (accountId: string, contextId: string, text: string): SQL => sql`
  insert into conversation_words (account_id, context_id, word)
  select distinct ${accountId}::uuid, ${contextId}::uuid, word
  from regexp_split_to_table(fold_text(${text}), '[^a-z0-9]+') word where word ~ ${WORD} order by word
  on conflict do nothing`;
