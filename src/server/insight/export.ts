import { type SQL, sql } from 'drizzle-orm';
import type { Suggestion } from '../../shared/chat-protocol.ts';
import type { TalkMessage } from '../../shared/handover.ts';
import { mergeTalk } from '../../shared/merge-talk.ts';
import type { VisitData, VisitorDetails } from '../../shared/visitor-identity.ts';
import { embeddedModel } from '../chat/models/embedded.ts';
import type { StoredChoice } from '../chat/transcript.ts';
import { isoMoment } from '../db/iso-moment.ts';
import { type Db, readTenant, type Tenant } from '../db/tenant.ts';
import { withoutFields } from '../resource/guarded.ts';
import type { ListQuery } from '../resource/list-query.ts';
import { listCondition } from '../resource/query.ts';
import { rowsFor } from '../resource/source.ts';
import { shortMoment } from '../runtime/calendar.ts';
import { toCsv } from '../runtime/csv.ts';
import { t } from '../runtime/translate.ts';
import { sourceFor } from './conversations.ts';
import { calledPerson, questionKey, visitorKey } from './resolution.ts';

interface ExportedConversation {
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
  calledPerson: boolean;
  /** Equal in all conversations of a visitor. */
  visitorKey: string;
  visitor: VisitorDetails | null;
  exchanges: {
    askedAt: string;
    question: string;
    /** Equal if the same was asked, whatever its case and punctuation. */
    questionKey: string;
    answer: string;
    model: string;
    outcome: string;
    suggestions: Suggestion[];
    chosen: (Pick<StoredChoice, 'contentId' | 'ordinal' | 'answer'> & { label: string | null }) | null;
    rating: string | null;
  }[];
  /** What was said with people, with their notes. */
  talk: Pick<TalkMessage, 'seq' | 'author' | 'text' | 'name' | 'at'>[];
}

const chosenAsJson = sql`case when m.chosen_content_id is not null then json_build_object(
  'contentId', m.chosen_content_id, 'ordinal', m.chosen_ordinal, 'label', (
    select o->>'label' from jsonb_array_elements(m.suggestions) o
    where o->>'contentId' = m.chosen_content_id::text and (o->>'ordinal')::int = m.chosen_ordinal limit 1),
  'answer', m.chosen_answer) end`;

const BATCH_SIZE = 500;

/** Newest first, with keyset pagination. */
async function* readBatches(db: Db, tenant: Tenant, query: ListQuery): AsyncGenerator<ExportedConversation[]> {
  const source = await sourceFor(db, tenant, query.search);
  const where = listCondition(rowsFor(source, tenant), { ...query, search: '' });
  let last: ExportedConversation | undefined;
  do {
    const afterLast: SQL = last
      ? sql`(conversations.started_at, conversations.id) < (${last.startedAt.toISOString()}::timestamptz, ${last.conversationId}::uuid)`
      : sql`true`;
    const rows = await readTenant<ExportedConversation>(
      db,
      tenant,
      sql`with page as (
          select * from conversations where ${where} and ${afterLast}
          order by started_at desc nulls last, id desc limit ${BATCH_SIZE})
        select p.id as "conversationId", p.started_at as "startedAt", x.name as context, p.type,
          p.total_tokens as "totalTokens", p.sentiment, p.satisfied, p.goal, p.wanted_human as "wantedHuman",
          p.labelled_by as "labelledBy", ${calledPerson('p')} as "calledPerson", ${visitorKey('p')} as "visitorKey", (
            select json_build_object('name', v.name, 'email', v.email, 'data', v.data) from visitor_details v
            where v.account_id = p.account_id and v.conversation_id = p.id) as visitor, (
            select coalesce(json_agg(json_build_object('askedAt', m.created_at, 'question', m.question,
              'questionKey', ${questionKey}, 'answer', m.answer,
              'model', m.model, 'outcome', m.outcome, 'suggestions', m.suggestions, 'chosen', ${chosenAsJson},
              'rating', m.rating) order by m.created_at, m.id), '[]')
            from messages m where m.account_id = p.account_id and m.conversation_id = p.id) as exchanges, (
            select coalesce(json_agg(json_build_object('seq', w.seq, 'author', w.author, 'text', w.text,
              'name', w.user_name, 'at', ${isoMoment(sql`w.created_at`)}) order by w.seq), '[]')
            from talk_messages w where w.account_id = p.account_id and w.conversation_id = p.id) as talk
        from page p join contexts x on x.account_id = p.account_id and x.id = p.context_id
        order by p.started_at desc, p.id desc`,
    );
    if (rows.length > 0) yield rows;
    last = rows.length === BATCH_SIZE ? rows.at(-1) : undefined;
  } while (last);
}

const COLUMNS = [
  ...(['conversationId', 'startedAt', 'context', 'type', 'totalTokens', 'sentiment', 'satisfied', 'goal'] as const),
  ...(['wantedHuman', 'labelledBy', 'visitorName', 'visitorEmail', 'visitorData'] as const),
  ...(['askedAt', 'question', 'answer', 'model', 'outcome'] as const),
  ...(['suggestions', 'chosen', 'chosenAnswer', 'chosenContentId', 'rating'] as const),
];

const formatMoment = (moment: Date | string) => shortMoment(new Date(moment));
const option = (field: string, value: string | null) =>
  value === null ? null : t(`conversations.options.${field}.${value}`);
const yesOrNo = (value: boolean | null) => (value === null ? null : t(`conversations.export.${value ? 'yes' : 'no'}`));

const dataText = (data: VisitData) =>
  Object.entries(data)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');

/** What a visitor wrote to a person is in the column of questions; what the person wrote in that of answers. */
const cellsOfTalk = ({ author, text, name, at }: ExportedConversation['talk'][number]) => [
  formatMoment(at),
  author === 'visitor' ? text : null,
  author === 'visitor' ? null : text,
  author === 'visitor' ? null : name,
  t(`conversations.export.talk.${author}`),
  ...[null, null, null, null, null],
];

const cellsOfExchange = ({
  askedAt,
  question,
  answer,
  model,
  outcome,
  suggestions,
  chosen,
  rating,
}: ExportedConversation['exchanges'][number]) => [
  formatMoment(askedAt),
  question,
  answer,
  model === embeddedModel.name ? t('chat.embedded_model') : model,
  t(`conversations.export.outcomes.${outcome}`),
  suggestions.map(({ label }) => label).join('; ') || null,
  chosen?.label ?? null,
  chosen?.answer ?? null,
  chosen?.contentId ?? null,
  rating === null ? null : t(`conversations.export.ratings.${rating}`),
];

/** One CSV row per exchange, and per message with a person; the conversation's columns are repeated. */
function toCsvRows(one: ExportedConversation): (string | null)[][] {
  const { conversationId, startedAt, context, type, totalTokens, sentiment, satisfied, goal, wantedHuman, visitor } =
    one;
  const shared = [
    conversationId,
    formatMoment(startedAt),
    context,
    option('type', type),
    String(totalTokens),
    option('sentiment', sentiment),
    yesOrNo(satisfied),
    option('goal', goal),
    yesOrNo(wantedHuman),
    option('labelledBy', one.labelledBy),
    visitor?.name ?? null,
    visitor?.email ?? null,
    visitor?.data ? dataText(visitor.data) : null,
  ];
  const said = one.talk.filter(({ author }) => author !== 'system');
  const rows = mergeTalk(one.exchanges, said, { exchange: ({ askedAt }) => askedAt, message: ({ at }) => at });
  return rows.map((row) => [
    ...shared,
    ...('message' in row ? cellsOfTalk(row.message) : cellsOfExchange(row.exchange)),
  ]);
}

/** What the caller may see beside the conversations. */
interface ExportOptions {
  withRatings: boolean;
  /** The fields of conversations that the caller may not read. */
  hidden: readonly string[];
}

function isShown(name: (typeof COLUMNS)[number], { withRatings, hidden }: ExportOptions): boolean {
  if (name === 'rating') return withRatings;
  return !hidden.includes(name.startsWith('visitor') ? 'visitor' : name);
}

async function* csvRows(db: Db, tenant: Tenant, query: ListQuery, options: ExportOptions) {
  for await (const rows of readBatches(db, tenant, query))
    yield rows.flatMap(toCsvRows).map((cells) => cells.filter((_, at) => isShown(COLUMNS[at]!, options)));
}

/** The conversations as CSV with translated values, one row per exchange or message with a person. */
export const conversationsCsv = (
  db: Db,
  tenant: Tenant,
  query: ListQuery,
  options: ExportOptions,
): AsyncGenerator<string> =>
  toCsv(
    COLUMNS.filter((name) => isShown(name, options)).map((name) => t(`conversations.export.columns.${name}`)),
    csvRows(db, tenant, query, options),
  );

const narrowed = ({ exchanges, ...one }: ExportedConversation, { withRatings, hidden }: ExportOptions) => ({
  ...withoutFields(one, hidden),
  exchanges: withRatings ? exchanges : exchanges.map(({ rating: _, ...exchange }) => exchange),
});

/** One conversation per line, with the same values as in the API. */
export async function* conversationsJsonLines(
  db: Db,
  tenant: Tenant,
  query: ListQuery,
  options: ExportOptions,
): AsyncGenerator<string> {
  for await (const rows of readBatches(db, tenant, query))
    yield rows.map((row) => `${JSON.stringify(narrowed(row, options))}\n`).join('');
}
