import { conversations as declaration } from '../../../resources/conversations.ts';
import type { Suggestion } from '../../shared/chat-protocol.ts';
import { shortMoment } from '../runtime/calendar.ts';
import type { StoredChoice } from '../chat/transcript.ts';
import { toCsv } from '../runtime/csv.ts';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, readTenant, type Tenant } from '../db/tenant.ts';
import { t } from '../runtime/translate.ts';
import type { ListQuery } from '../resource/list-query.ts';
import { listCondition } from '../resource/query.ts';
import { sourceFor } from './conversations.ts';

/** One exchange with what is known of its conversation. */
interface Exported {
  conversationId: string;
  startedAt: Date;
  context: string;
  type: string;
  totalTokens: number;
  sentiment: string | null;
  satisfied: boolean | null;
  goal: string | null;
  wantedHuman: boolean | null;
  labelledBy: string | null;
  exchanges: {
    askedAt: string;
    question: string;
    answer: string;
    model: string;
    outcome: string;
    /** What was offered to choose from, and what was taken of it. */
    suggestions: Suggestion[];
    chosen: (Pick<StoredChoice, 'contentId' | 'ordinal' | 'answer'> & { label: string | null }) | null;
    rating: string | null;
  }[];
}

/** The suggestion taken in exchange `m`, by the name under which it was offered. */
const chosenAsJson = sql`case when m.chosen_content_id is not null then json_build_object(
  'contentId', m.chosen_content_id, 'ordinal', m.chosen_ordinal, 'label', (
    select o->>'label' from jsonb_array_elements(m.suggestions) o
    where o->>'contentId' = m.chosen_content_id::text and (o->>'ordinal')::int = m.chosen_ordinal limit 1),
  'answer', m.chosen_answer) end`;

/** Conversations that are held in memory at once. */
const BATCH = 500;

/** All conversations that a query asks for, the newest first, a batch at a time: each begins behind the last. */
async function* walk(db: Db, tenant: Tenant, query: ListQuery): AsyncGenerator<Exported[]> {
  const source = await sourceFor(db, tenant, query.search);
  const where = listCondition(declaration, source, tenant, { ...query, search: '' });
  let last: Exported | undefined;
  do {
    const behind: SQL = last
      ? sql`(conversations.started_at, conversations.id) < (${last.startedAt.toISOString()}::timestamptz, ${last.conversationId}::uuid)`
      : sql`true`;
    const rows = await readTenant<Exported>(
      db,
      tenant,
      sql`with page as (
          select * from conversations where ${where} and ${behind}
          order by started_at desc nulls last, id desc limit ${BATCH})
        select p.id as "conversationId", p.started_at as "startedAt", x.name as context, p.type,
          p.total_tokens as "totalTokens", p.sentiment, p.satisfied, p.goal, p.wanted_human as "wantedHuman",
          p.labelled_by as "labelledBy", (
            select coalesce(json_agg(json_build_object('askedAt', m.created_at, 'question', m.question, 'answer', m.answer,
              'model', m.model, 'outcome', m.outcome, 'suggestions', m.suggestions, 'chosen', ${chosenAsJson},
              'rating', m.rating) order by m.created_at, m.id), '[]')
            from messages m where m.account_id = p.account_id and m.conversation_id = p.id) as exchanges
        from page p join contexts x on x.account_id = p.account_id and x.id = p.context_id
        order by p.started_at desc, p.id desc`,
    );
    if (rows.length > 0) yield rows;
    last = rows.length === BATCH ? rows.at(-1) : undefined;
  } while (last);
}

const COLUMNS = [
  ...(['conversationId', 'startedAt', 'context', 'type', 'totalTokens', 'sentiment', 'satisfied', 'goal'] as const),
  ...(['wantedHuman', 'labelledBy', 'askedAt', 'question', 'answer', 'model', 'outcome'] as const),
  ...(['suggestions', 'chosen', 'chosenAnswer', 'chosenContentId', 'rating'] as const),
];

const written = (moment: Date | string) => shortMoment(new Date(moment));
const option = (field: string, value: string | null) =>
  value === null ? null : t(`conversations.options.${field}.${value}`);
const yesOrNo = (value: boolean | null) => (value === null ? null : t(`conversations.export.${value ? 'yes' : 'no'}`));

/** A line for each exchange, each with what is known of its conversation. */
function linesOf(one: Exported): (string | null)[][] {
  const { conversationId, startedAt, context, type, totalTokens, sentiment, satisfied, goal, wantedHuman } = one;
  const shared = [
    ...[conversationId, written(startedAt), context, option('type', type), String(totalTokens)],
    ...[option('sentiment', sentiment), yesOrNo(satisfied), option('goal', goal), yesOrNo(wantedHuman)],
    option('labelledBy', one.labelledBy),
  ];
  return one.exchanges.map(({ askedAt, question, answer, model, outcome, suggestions, chosen, rating }) => [
    ...shared,
    ...[written(askedAt), question, answer, model, t(`conversations.export.outcomes.${outcome}`)],
    suggestions.map(({ label }) => label).join('; ') || null,
    ...[chosen?.label ?? null, chosen?.answer ?? null, chosen?.contentId ?? null],
    rating === null ? null : t(`conversations.export.ratings.${rating}`),
  ]);
}

/** `withFeedback`: with what visitors said themselves, which is part of some plans. */
interface Extent {
  withFeedback: boolean;
}

const isShown = (name: (typeof COLUMNS)[number], { withFeedback }: Extent) =>
  withFeedback || (name !== 'satisfied' && name !== 'rating');

async function* lines(db: Db, tenant: Tenant, query: ListQuery, extent: Extent) {
  for await (const rows of walk(db, tenant, query))
    yield rows.flatMap(linesOf).map((cells) => cells.filter((_, at) => isShown(COLUMNS[at]!, extent)));
}

/** The conversations as CSV, in words, a line an exchange. */
export const conversationsCsv = (db: Db, tenant: Tenant, query: ListQuery, extent: Extent): AsyncGenerator<string> =>
  toCsv(
    COLUMNS.filter((name) => isShown(name, extent)).map((name) => t(`conversations.export.columns.${name}`)),
    lines(db, tenant, query, extent),
  );

/** A conversation without what its visitor said of it. */
const withoutFeedback = ({ satisfied: _, exchanges, ...one }: Exported) => ({
  ...one,
  exchanges: exchanges.map(({ rating: __, ...exchange }) => exchange),
});

/** The conversations as JSON Lines, one a line with its exchanges; values as the API writes them. */
export async function* conversationsJsonLines(
  db: Db,
  tenant: Tenant,
  query: ListQuery,
  { withFeedback }: Extent,
): AsyncGenerator<string> {
  for await (const rows of walk(db, tenant, query))
    yield rows.map((row) => `${JSON.stringify(withFeedback ? row : withoutFeedback(row))}\n`).join('');
}
