import { inArray, type SQL, sql } from 'drizzle-orm';
import { CONVERSATION_IDLE_MINUTES } from '../../shared/constants.ts';
import type { ConversationDetail, MemberExchange } from '../../shared/conversation-detail.ts';
import { type HandoverState, isOpenState } from '../../shared/handover.ts';
import type { VisitorDetails } from '../../shared/visitor-identity.ts';
import { readMessages } from '../chat/handover/talk.ts';
import { matchLinkRules } from '../chat/link-rules.ts';
import { choiceAsJson, type StoredChoice } from '../chat/transcript.ts';
import { isoMoment } from '../db/iso-moment.ts';
import { findWidgetContext } from '../db/platform.ts';
import { type Db, readTenant, type Tenant } from '../db/tenant.ts';
import type { ListQuery } from '../resource/list-query.ts';
import { listRows, type ResourceRow, showRow } from '../resource/query.ts';
import type { ResourceSource } from '../resource/source.ts';
import { rowsFor } from '../resource/source.ts';
import { conversationsSource } from './conversations-source.ts';
import { readSearch } from './find-conversations.ts';
import { findPage, type SearchPage } from './find-page.ts';

const withCondition = (where: SQL): ResourceSource => ({ ...conversationsSource, where });

export async function sourceFor(db: Db, tenant: Tenant, search: string): Promise<ResourceSource> {
  if (search.trim() === '') return conversationsSource;
  const wanted = await readSearch(db, tenant, search);
  return withCondition(wanted === null ? sql`false` : sql`${conversationsSource.id} in (select find_talks(${wanted}))`);
}

/** `search` covers questions and answers. */
export async function listConversations(db: Db, tenant: Tenant, query: ListQuery): Promise<SearchPage> {
  const unsearched = { ...query, search: '' };
  if (query.search.trim() === '') return listRows(db, rowsFor(conversationsSource, tenant), unsearched);
  const { page, limit } = query;
  const wanted = await readSearch(db, tenant, query.search);
  if (wanted === null) return { data: [], total: 0, page, limit };
  const { ids, total, isTotalLeast } = await findPage(db, tenant, wanted, unsearched);
  if (ids.length === 0) return { data: [], total, page, limit, isTotalLeast };
  const found = withCondition(inArray(conversationsSource.id, ids));
  const rows = await listRows(db, rowsFor(found, tenant), { ...unsearched, contextIds: [], filters: [], page: 1 });
  return { ...rows, total, page, isTotalLeast };
}

async function readVisitor(db: Db, tenant: Tenant, id: string): Promise<VisitorDetails | null> {
  const [visitor] = await readTenant<VisitorDetails>(
    db,
    tenant,
    sql`select name, email, data from visitor_details
        where account_id = ${tenant.accountId}::uuid and conversation_id = ${id}::uuid`,
  );
  return visitor ?? null;
}

const readExchanges = (db: Db, tenant: Tenant, id: string) =>
  readTenant<Omit<MemberExchange, 'links' | 'chosen'> & { chosen: StoredChoice | null }>(
    db,
    tenant,
    sql`select m.id, m.question, m.answer, m.grounded, m.sources, m.model, m.outcome, m.suggestions, ${choiceAsJson} as chosen,
          m.tokens, m.cost / 1000.0::float8 as cost, m.rating, m.searched, m.reasons,
          ${isoMoment(sql`m.created_at`)} as "createdAt",
          case when s.content_id is not null then json_build_object('contentId', s.content_id, 'state', s.state,
            'answered', s.answered, 'answer', s.answer) end as improvement
        from messages m left join second_answers s on s.account_id = m.account_id
          and s.conversation_id = m.conversation_id and s.message_id = m.id
        where m.account_id = ${tenant.accountId}::uuid and m.conversation_id = ${id}::uuid
        order by m.created_at, m.id`,
  );

/** The state of the newest request for a person, and whether the visitor may still be there. */
async function readCourse(db: Db, tenant: Tenant, id: string) {
  const [row] = await readTenant<{ state: HandoverState | null; isRunning: boolean }>(
    db,
    tenant,
    sql`select (select h.state from handovers h where h.account_id = c.account_id and h.conversation_id = c.id
            order by h.id desc limit 1) as state,
          c.type <> 'preview' and c.last_at > now() - make_interval(mins => ${CONVERSATION_IDLE_MINUTES}) as "isRunning"
        from conversations c where c.account_id = ${tenant.accountId}::uuid and c.id = ${id}::uuid`,
  );
  return row ?? { state: null, isRunning: false };
}

/**
 * A conversation with all exchanges and the reasons for the answers, what was said with people, what is known about its
 * visitor, and the appearance of its context's widget (null if the context no longer exists). Throws `ApiError`
 * `not_found`.
 */
export async function showConversation(db: Db, tenant: Tenant, id: string): Promise<ResourceRow & ConversationDetail> {
  const row = await showRow(db, rowsFor(conversationsSource, tenant), id);
  const contextId = String(row.context);
  const [context, stored, visitor, talk, { state: handover, isRunning }] = await Promise.all([
    findWidgetContext(db, contextId),
    readExchanges(db, tenant, id),
    readVisitor(db, tenant, id),
    readMessages(db, tenant, id, { withNotes: true }),
    readCourse(db, tenant, id),
  ]);
  const scope = { tenant, inheritance: context?.inheritance ?? contextId };
  const exchanges = await Promise.all(
    stored.map(async ({ chosen, ...one }) => ({
      ...one,
      chosen: chosen && { ...chosen, links: await matchLinkRules(db, scope, chosen.answer) },
      links: await matchLinkRules(db, scope, one.answer),
    })),
  );
  const canJoin = isRunning && context?.handover?.isOn === true && !(handover && isOpenState(handover));
  return { ...row, exchanges, talk, handover, canJoin, visitor, appearance: context?.appearance ?? null };
}
