import { type SQL, sql } from 'drizzle-orm';
import type { ToDo } from '../../shared/to-do.ts';
import { readEndOfCredits } from '../billing/show-subscription.ts';
import { readNotices } from '../chat/limits/notices.ts';
import { missed } from '../db/exchange-outcomes.ts';
import { isoMoment } from '../db/iso-moment.ts';
import { type Db, readTenant, type Tenant, withStatementTimeout } from '../db/tenant.ts';
import { rowsIn } from '../resource/scope.ts';
import { cleanQuestion } from './gaps/clean-question.ts';
import { gatherAtRead } from './gaps/gather.ts';
import { isFailed, rowsAsJson } from './scope.ts';

const MAX_LISTED = 5;
const GAP_DAYS = 30;
const CHANGED_DAYS = 7;
/** Of each statement. */
const TIMEOUT_MS = 5_000;

/** Which parts the caller may see. */
type ToDoParts = Record<'stops' | 'conversations' | 'messages' | 'gaps' | 'contents' | 'held' | 'credits', boolean>;

type ReadParts = Pick<ToDo, 'conversations' | 'messages' | 'failed' | 'held' | 'changed'> & {
  pauses: { contextId: string; contextName: string; period: string; createdAt: string }[];
  gaps: { id: string; visitors: number; question: string; searched: string | null }[] | null;
};

const oldestOf = (table: SQL, at: SQL, where: SQL): SQL => sql`(
  select json_build_object('count', count(*)::int, 'since', ${isoMoment(sql`min(${at})`)},
    'contextId', (array_agg(context_id order by ${at}))[1]) from ${table} where ${where})`;

/** The number of rows (`contentId`, `title`, `at`), and the newest of them. */
const newestOf = (rows: SQL): SQL => sql`(
  with found as materialized (${rows})
  select json_build_object('count', (select count(*)::int from found), 'data', ${rowsAsJson(sql`
    select f."contentId", f.title from found f order by f.at desc, f."contentId" limit ${MAX_LISTED}`)}))`;

/** Open gaps with their newest question. Visitors without a token count once per conversation. */
const mostAsked = (tenant: Tenant): SQL =>
  rowsAsJson(sql`
  select g.theme_id as id, count(distinct coalesce(v.visitor_hash, v.id::text))::int as visitors,
    (array_agg(m.question order by m.created_at desc))[1] as question,
    (array_agg(m.searched order by m.created_at desc))[1] as searched
  from knowledge_gaps g
    join messages m on m.account_id = g.account_id and m.gap_id = g.id and m.gap_id is not null and ${missed('m')}
    join conversations v on v.account_id = m.account_id and v.id = m.conversation_id
  where ${rowsIn('g', tenant)} and g.state = 'open' and m.created_at > now() - make_interval(days => ${GAP_DAYS})
    and not exists (select from second_answers s where s.account_id = g.account_id and s.content_id = g.content_id
      and s.state = 'waiting')
  group by 1 order by 2 desc, max(m.created_at) desc, 1 limit ${MAX_LISTED}`);

async function readParts(db: Db, tenant: Tenant, may: ToDoParts): Promise<ReadParts> {
  const of = (alias: string) => rowsIn(alias, tenant);
  const part = (isShown: boolean, query: SQL) => (isShown ? query : sql`null::json`);
  const [row] = await readTenant<ReadParts>(
    db,
    tenant,
    sql`select
      ${part(
        may.stops,
        rowsAsJson(sql`
          select l.context_id as "contextId", c.name as "contextName", ${isoMoment(sql`l.deactivated_until`)} as period,
            ${isoMoment(sql`l.updated_at`)} as "createdAt"
          from context_limits l join contexts c on c.account_id = l.account_id and c.id = l.context_id
          where ${of('l')} and l.deactivated_until > now() order by c.name`),
      )} as pauses,
      ${part(
        may.conversations,
        oldestOf(sql`handovers h`, sql`h.requested_at`, sql`${of('h')} and h.state = 'waiting'`),
      )} as conversations,
      ${part(
        may.messages,
        oldestOf(sql`visitor_messages v`, sql`v.created_at`, sql`${of('v')} and v.status = 'open'`),
      )} as messages,
      ${part(may.gaps, mostAsked(tenant))} as gaps,
      ${part(
        may.contents,
        newestOf(sql`
          select c.id as "contentId", c.title, coalesce(c.synced_at, c.updated_at) as at from contents c
          where ${of('c')} and ${isFailed}`),
      )} as failed,
      ${part(
        may.held,
        newestOf(sql`
          select c.id as "contentId", c.title, h.created_at as at
          from held_changes h join contents c on c.account_id = h.account_id and c.id = h.content_id
          where ${of('h')} and h.state = 'held'`),
      )} as held,
      ${part(
        may.contents,
        newestOf(sql`
          select c.id as "contentId", c.title, max(s.at) as at
          from contents c join content_syncs s on s.account_id = c.account_id and s.content_id = c.id
          where ${of('c')} and c.weekly_sync and c.type = 'LINK' and s.outcome in ('changed', 'vanished')
            and s.at > now() - make_interval(days => ${CHANGED_DAYS})
          group by 1, 2`),
      )} as changed`,
  );
  return row!;
}

/** Reads what waits for somebody in the contexts that the caller may see. */
export async function readToDo(request: Db, tenant: Tenant, may: ToDoParts): Promise<ToDo> {
  const db = withStatementTimeout(request, TIMEOUT_MS);
  // As the list of gaps does, so that both show the same.
  if (may.gaps) await gatherAtRead(db, tenant.accountId);
  const [{ pauses, gaps, ...parts }, notices, credits] = await Promise.all([
    readParts(db, tenant, may),
    may.stops ? readNotices(db, tenant) : [],
    may.credits ? readEndOfCredits(db, tenant, new Date()) : null,
  ]);
  const stops = notices.filter(({ level, limit }) => level === 100 && limit !== 'deactivated');
  const unservedIn = (contextId: string) =>
    notices.find((one) => one.limit === 'deactivated' && one.contextId === contextId)?.visitors ?? 0;
  return {
    ...parts,
    stops: [
      ...stops.map(({ limit, contextId, contextName, period, visitors, createdAt }) => ({
        ...{ limit, contextId, contextName, period, visitors, createdAt },
      })),
      ...(pauses ?? []).map((one) => ({ ...one, limit: 'deactivated' as const, visitors: unservedIn(one.contextId) })),
    ],
    gaps:
      gaps?.map(({ id, visitors, question, searched }) => ({
        id,
        visitors,
        question: cleanQuestion(question, searched),
      })) ?? null,
    credits: stops.some(({ limit }) => limit === 'plan') ? null : credits,
  };
}
