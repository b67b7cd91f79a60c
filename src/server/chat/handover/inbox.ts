import { type SQL, sql } from 'drizzle-orm';
import { conversations } from '../../../../resources/conversations.ts';
import { visitorMessages } from '../../../../resources/visitor-messages.ts';
import type { InboxBrief, InboxRow, InboxView } from '../../../shared/handover.ts';
import { missed } from '../../db/exchange-outcomes.ts';
import { isoMoment } from '../../db/iso-moment.ts';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import { hiddenFields } from '../../resource/guarded.ts';
import { rowsIn } from '../../resource/scope.ts';
import { notFound } from '../../runtime/api-error.ts';
import { changesOf } from './news.ts';
import { isPresent } from './presence.ts';
import { TYPING_SECONDS } from './visitor-talk.ts';
import { wantedIn } from './wanted.ts';

/** The list shows the newest of these; older ones are among the conversations. */
const LIST_MAX = 200;
const QUIET_EVERY_MS = 60_000;

const newest = sql`not exists (select from handovers n where n.account_id = h.account_id
  and n.conversation_id = h.conversation_id and n.id > h.id)`;

/** Who the visitor is, as `d`, which has nothing of it for those who may not read it. */
const detailsOf = (tenant: Tenant, alias: 'h' | 'c'): SQL => {
  const seen = hiddenFields(conversations, tenant.hidden).includes('visitor') ? sql`false` : sql`true`;
  const id = alias === 'h' ? sql`h.conversation_id` : sql`c.id`;
  return sql`left join visitor_details d on d.account_id = ${sql.identifier(alias)}.account_id
    and d.conversation_id = ${id} and ${seen}`;
};

const rowQuery = (tenant: Tenant, which: SQL, order: SQL) => sql`
  select h.conversation_id as id, h.context_id as "contextId", x.name as "contextName", c.type, h.state, h.reason, h.protocol,
    c.first_question as "firstQuestion", d.name as "visitorName", h.user_id as "personId", h.user_name as person,
    h.state = 'taken' and not exists (select from inbox_presence p where p.account_id = h.account_id
      and p.user_id = h.user_id and ${isPresent}) as "isPersonGone",
    ${isoMoment(sql`h.requested_at`)} as "requestedAt", ${isoMoment(sql`h.taken_at`)} as "takenAt",
    ${isoMoment(sql`h.ended_at`)} as "endedAt", h.close_reason as "closeReason", l.text as "lastText",
    l.author as "lastAuthor", h.last_seq as "lastSeq", h.visitor_read_to as "visitorReadTo",
    h.person_read_to as "personReadTo",
    (select count(*)::int from talk_messages m where m.account_id = h.account_id
      and m.conversation_id = h.conversation_id and m.seq > h.person_read_to and m.author = 'visitor') as unread,
    coalesce(h.visitor_typing_at > now() - make_interval(secs => ${TYPING_SECONDS}), false) as "isVisitorTyping",
    ${isoMoment(sql`h.changed_at`)} as "changedAt"
  from handovers h
    join conversations c on c.account_id = h.account_id and c.id = h.conversation_id
    join contexts x on x.account_id = h.account_id and x.id = h.context_id
    ${detailsOf(tenant, 'h')}
    left join lateral (select m.text, m.author from talk_messages m where m.account_id = h.account_id
      and m.conversation_id = h.conversation_id and m.author in ('visitor', 'person')
      order by m.seq desc limit 1) l on true
  where ${rowsIn('h', tenant)} and ${newest} and ${which}
  order by ${order} limit ${LIST_MAX}`;

const WHICH: Record<InboxView, (userId: string) => SQL> = {
  waiting: () => sql`h.state = 'waiting'`,
  mine: (userId) => sql`h.state = 'taken' and h.user_id = ${userId}::uuid`,
  all: () => sql`true`,
};
const ORDER: Record<InboxView, SQL> = {
  waiting: sql`h.requested_at, h.id`,
  mine: sql`h.changed_at desc`,
  all: sql`h.requested_at desc`,
};

interface InboxQuery {
  view: InboxView;
  userId: string;
  contextId?: string;
}

/** Returns the conversations with a person, or that wait for one: the longest wait first. */
export const listInbox = (db: Db, tenant: Tenant, { view, userId, contextId }: InboxQuery): Promise<InboxRow[]> => {
  const context = contextId ? sql`h.context_id = ${contextId}::uuid` : sql`true`;
  return readTenant<InboxRow>(db, tenant, rowQuery(tenant, sql`${WHICH[view](userId)} and ${context}`, ORDER[view]));
};

const readRows = (db: Db, tenant: Tenant, ids: readonly string[]): Promise<InboxRow[]> =>
  readTenant<InboxRow>(
    db,
    tenant,
    rowQuery(tenant, sql`h.conversation_id = any(${sql.param([...ids])}::uuid[])`, sql`h.changed_at`),
  );

/** Throws `ApiError` `not_found`. */
export async function readRow(db: Db, tenant: Tenant, conversationId: string): Promise<InboxRow> {
  const [row] = await readRows(db, tenant, [conversationId]);
  if (!row) throw notFound();
  return row;
}

/** Yields each conversation that changes, as it is then, as far as the reader may see it then. Ends when that is nothing. */
export async function* inboxEvents(
  db: Db,
  accountId: string,
  tenantNow: () => Promise<Tenant>,
  signal: AbortSignal,
): AsyncGenerator<{ event: 'ready' | 'row'; data: InboxRow | Record<string, never> }> {
  yield { event: 'ready', data: {} };
  for await (const changed of changesOf(db, accountId, {
    isWanted: () => true,
    everyMs: () => QUIET_EVERY_MS,
    signal,
  })) {
    if (changed.size === 0) continue;
    const tenant = await tenantNow().catch(() => null);
    if (tenant?.accountId !== accountId) return;
    for (const data of await readRows(db, tenant, [...changed])) yield { event: 'row', data };
  }
}

interface BriefRow extends Omit<InboxBrief, 'visitor' | 'wants' | 'lacks'> {
  name: string | null;
  email: string | null;
  whatsapp: string | null;
  data: Record<string, unknown> | null;
  lacks: InboxBrief['lacks'] | null;
  tried: InboxBrief['tried'];
}

/** Returns what a person needs to know before the first word. Throws `ApiError` `not_found`. */
export async function readBrief(db: Db, tenant: Tenant, conversationId: string): Promise<InboxBrief> {
  const hidden = hiddenFields(visitorMessages, tenant.hidden);
  const shown = (field: 'email' | 'whatsapp') =>
    hidden.includes(field) ? sql`null::text as ${sql.identifier(field)}` : sql.identifier(field);
  const [row] = await readTenant<BriefRow>(
    db,
    tenant,
    sql`select d.data, coalesce(d.name, v.name) as name, coalesce(d.email, v.email) as email, v.whatsapp,
          (select coalesce(json_agg(json_build_object('question', m.question, 'outcome', m.outcome,
            'shown', left(coalesce(m.chosen_answer, m.answer), 400)) order by m.created_at, m.id), '[]')
            from messages m where m.account_id = c.account_id and m.conversation_id = c.id) as tried,
          (select json_agg(json_build_object('messageId', m.id, 'question', m.question) order by m.created_at, m.id)
            from messages m where m.account_id = c.account_id and m.conversation_id = c.id and ${missed('m')}) as lacks,
          (select coalesce(json_agg(json_build_object('id', e.id, 'firstQuestion', e.first_question,
              'startedAt', ${isoMoment(sql`e.started_at`)}) order by e.started_at desc), '[]')
            from (select * from conversations e where ${rowsIn('e', tenant)} and e.id <> c.id
              and e.visitor_hash = c.visitor_hash order by e.started_at desc limit 5) e) as earlier
        from conversations c
          ${detailsOf(tenant, 'c')}
          left join lateral (select name, ${shown('email')}, ${shown('whatsapp')} from visitor_messages v where ${rowsIn('v', tenant)}
            and v.visitor_hash = c.visitor_hash order by v.created_at desc limit 1) v on true
          join handovers h on h.account_id = c.account_id and h.conversation_id = c.id and ${newest}
        where ${rowsIn('h', tenant)} and c.id = ${conversationId}::uuid`,
  );
  if (!row) throw notFound();
  const { name, email, whatsapp, data, tried, earlier } = row;
  const lacks = [...new Map(row.lacks?.map((one) => [one.question, one])).values()];
  return { wants: wantedIn(tried), tried, lacks, visitor: { name, email, whatsapp, data }, earlier };
}
