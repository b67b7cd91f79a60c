import { type SQL, sql } from 'drizzle-orm';
import { BUSINESS_ZONE } from '../../../shared/constants.ts';
import {
  type Gap,
  GAP_QUESTIONS_MAX,
  type GapDetail,
  type GapList,
  type GapQuestion,
  type GapsQuery,
  type GapState,
} from '../../../shared/knowledge-gaps.ts';
import { missed } from '../../db/exchange-outcomes.ts';
import { isoMoment } from '../../db/iso-moment.ts';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import { rowsIn } from '../../resource/scope.ts';
import { notFound } from '../../runtime/api-error.ts';
import { periodOf } from '../../runtime/calendar.ts';
import { rowsAsJson } from '../scope.ts';
import { cleanQuestion } from './clean-question.ts';
import { gatherAtRead } from './gather.ts';
import { readPersonAnswer } from './person-answer.ts';
import { bySubject } from './subjects.ts';

type GapRow<Row = Gap> = Omit<Row, 'question'> & { newest: { question: string; searched: string | null } };

const withQuestion = <Row>({ newest, ...gap }: GapRow<Row>) => ({
  ...gap,
  question: cleanQuestion(newest.question, newest.searched),
});

const gapMessages = (tenant: Tenant, contextIds: readonly string[]) => sql`
  from knowledge_gaps g join messages m on m.account_id = g.account_id and m.gap_id = g.id and m.gap_id is not null and ${missed('m')}
  where ${rowsIn('g', tenant, contextIds)}`;

const repetitions = (tenant: Tenant, gapIds: SQL) => sql`(
  select case when count(*) > 0 then json_build_object('waiting', count(*) filter (where s.state = 'waiting'),
    'asked', count(*) filter (where s.state <> 'waiting'), 'answered', count(*) filter (where s.answered)) end
  from knowledge_gaps ag
    join messages am on am.account_id = ag.account_id and am.gap_id = ag.id and am.gap_id is not null and ${missed('am')}
    join second_answers s on s.account_id = am.account_id and s.conversation_id = am.conversation_id
      and s.message_id = am.id and s.content_id = ag.content_id
  where ${rowsIn('ag', tenant)} and ag.id = any(${gapIds}))`;

const ofGaps = sql`m.gap_id is not null and ${missed('m')}`;

const newestQuestion = (gapIds: SQL) => sql`(
  select json_build_object('question', one.question, 'searched', one.searched) from unnest(${gapIds}) asked(gap_id) cross join lateral (
    select m.question, m.searched, m.created_at from messages m
    where m.account_id = t.account_id and m.gap_id = asked.gap_id and ${ofGaps} order by m.created_at desc limit 1) one
  order by one.created_at desc limit 1)`;

const aggregates = sql`count(*)::int as count, count(*) filter (where m.rating = 'down')::int as down,
  min(m.created_at) as first_at, max(m.created_at) as last_at, sum(m.cost) as cost`;

/** Gaps `g` with aggregates `b`. `from` joins both, `where` filters the gaps. */
const themes = (tenant: Tenant, contextIds: readonly string[], from: SQL, where: SQL) => sql`
  select g.account_id, g.theme_id as id, sum(b.count)::int as count, sum(b.down)::int as "badlyRated",
    min(b.first_at) as first_at, max(b.last_at) as last_at, sum(b.cost) / 1000.0::float8 as credits,
    array_agg(distinct g.context_id) as "contextIds", array_agg(g.id) as gap_ids
  from ${from} where ${rowsIn('g', tenant, contextIds)} and b.count > 0 and ${where} group by 1, 2`;

/** Reads each message of the period once. */
const manyGaps = (tenant: Tenant, since: SQL) => sql`knowledge_gaps g join (
  select m.gap_id, ${aggregates} from messages m
  where m.account_id = ${tenant.accountId}::uuid and ${ofGaps} and m.created_at >= ${since} group by 1) b on b.gap_id = g.id`;

const fewGaps = sql`knowledge_gaps g cross join lateral (
  select ${aggregates} from messages m where m.account_id = g.account_id and m.gap_id = g.id and ${ofGaps}) b`;

/** The written answer of gap `g` is not trained yet. */
const isWaiting = sql`exists (select from second_answers s where s.account_id = g.account_id
  and s.content_id = g.content_id and s.state = 'waiting')`;

function inState(state: GapState): SQL {
  if (state === 'waiting') return sql`g.state = 'open' and ${isWaiting}`;
  return state === 'open' ? sql`g.state = 'open' and not ${isWaiting}` : sql`g.state = ${state}`;
}

const gapColumns = (tenant: Tenant) => sql`
  t.id, ${newestQuestion(sql`t.gap_ids`)} as newest, t.count, t."badlyRated", ${isoMoment(sql`t.first_at`)} as "firstAt",
  ${isoMoment(sql`t.last_at`)} as "lastAt", t.credits, t."contextIds", ${repetitions(tenant, sql`t.gap_ids`)} as again`;

/** More are not grouped by subject: they have few questions each. */
const GROUPED_MAX = 300;

/** By subject, and within one most questions first. Gathers new questions first, if that is quick. */
export async function listGaps(db: Db, tenant: Tenant, query: GapsQuery): Promise<GapList> {
  const { state, days, contextId = [], page, limit } = query;
  const isGathering = await gatherAtRead(db, tenant.accountId);
  const { from } = periodOf(days);
  const since = sql`(${from}::date)::timestamp at time zone ${BUSINESS_ZONE}`;
  const offset = (page - 1) * limit;
  // Whole pages, so that none is half grouped.
  const most = Math.ceil(GROUPED_MAX / limit) * limit;
  const isGrouped = offset < most;
  const [row] = await readTenant<{ data: GapRow[]; total: number }>(
    db,
    tenant,
    sql`with themes as materialized (${themes(tenant, contextId, manyGaps(tenant, since), inState(state))}),
      page as (select * from themes order by count desc, last_at desc, id
        limit ${isGrouped ? most : limit} offset ${isGrouped ? 0 : offset})
      select ${rowsAsJson(sql`select ${gapColumns(tenant)} from page t order by t.count desc, t.last_at desc, t.id`)} as data,
        (select count(*)::int from themes) as total`,
  );
  const { data, total } = row!;
  const gaps = data.map((one) => withQuestion<Gap>(one));
  const listed = isGrouped
    ? bySubject(gaps).slice(offset, offset + limit)
    : gaps.map((one) => ({ ...one, subject: null }));
  return { data: listed, total, page, limit, isGathering };
}

const readQuestions = (db: Db, tenant: Tenant, id: string) =>
  readTenant<GapQuestion>(
    db,
    tenant,
    sql`with asked as (
        select g.account_id, g.content_id, m.conversation_id, m.id, m.question, m.answer, m.rating, m.created_at,
          fold_text(m.question) as folded
        ${gapMessages(tenant, [])} and g.theme_id = ${id}),
      wordings as (
        select folded, count(*)::int as count, max(created_at) as last_at, bool_or(rating = 'down') as down
        from asked group by 1 order by 2 desc, 3 desc limit ${GAP_QUESTIONS_MAX})
      select one.question, w.count, ${isoMoment(sql`w.last_at`)} as "lastAt", one.conversation_id as "conversationId",
        one.id as "messageId", coalesce(w.down, false) as "isBadlyRated", one.answer as "answerBefore",
        case when one.state is not null then json_build_object('state', one.state, 'answered', one.answered,
          'answer', one.again) end as again
      from wordings w cross join lateral (
        select a.*, s.state, s.answered, s.answer as again
        from asked a left join second_answers s on s.account_id = a.account_id
          and s.conversation_id = a.conversation_id and s.message_id = a.id and s.content_id = a.content_id
        where a.folded = w.folded order by s.state nulls last, a.created_at desc limit 1) one
      order by w.count desc, w.last_at desc`,
  );

/** Of all time. Throws `ApiError` `not_found`. */
export async function showGap(db: Db, tenant: Tenant, id: string): Promise<GapDetail> {
  const [gap] = await readTenant<GapRow<Omit<GapDetail, 'questions' | 'proposed'>>>(
    db,
    tenant,
    sql`select ${gapColumns(tenant)}, s.state, s."contentId"
        from (${themes(tenant, [], fewGaps, sql`g.theme_id = ${id}`)}) t cross join lateral (
          select case when bool_or(g.state = 'open' and ${isWaiting}) then 'waiting' when bool_or(g.state = 'open') then 'open' when bool_or(g.state = 'resolved') then 'resolved'
              else 'dismissed' end as state,
            (array_agg(g.content_id order by g.updated_at desc) filter (where c.id is not null))[1] as "contentId"
          from knowledge_gaps g left join contents c on c.account_id = g.account_id and c.id = g.content_id
          where g.account_id = t.account_id and g.id = any(t.gap_ids)) s`,
  );
  if (!gap) throw notFound();
  const [questions, proposed] = await Promise.all([readQuestions(db, tenant, id), readPersonAnswer(db, tenant, id)]);
  return { ...withQuestion<Omit<GapDetail, 'questions' | 'proposed'>>(gap), questions, proposed };
}
