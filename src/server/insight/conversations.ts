import { inArray, type SQL, sql } from 'drizzle-orm';
import { conversations as declaration } from '../../../resources/conversations.ts';
import type { AnswerReasons, Exchange } from '../../shared/chat-protocol.ts';
import { matchLinkRules } from '../chat/link-rules.ts';
import type { Outcome } from '../chat/transcript.ts';
import { findWidgetContext } from '../db/platform.ts';
import { type Db, readTenant, type Tenant } from '../db/tenant.ts';
import type { ListQuery } from '../resource/list-query.ts';
import { listRows, type Page, type Row, showRow, whereOf } from '../resource/query.ts';
import type { Source } from '../resource/source.ts';
import { conversationsSource } from './conversations-source.ts';
import { readSearch } from './find-talks.ts';

/** An id that no row has. */
const NO_ROW = '00000000-0000-0000-0000-000000000000';

/** An exchange as the account's people see it. */
export type OwnExchange = Exchange & {
  model: string;
  outcome: Outcome;
  tokens: number;
  /** Credits. */
  cost: number;
  rating: 'up' | 'down' | null;
  /** What was searched for, where that is not the question itself. */
  searched: string | null;
  reasons: AnswerReasons | null;
};

/** The source narrowed to the conversations in which a search is found. */
export async function sourceFor(db: Db, tenant: Tenant, search: string): Promise<Source> {
  if (search.trim() === '') return conversationsSource;
  const wanted = await readSearch(db, tenant, search);
  const where: SQL = wanted === null ? sql`false` : sql`${conversationsSource.id} in (select find_talks(${wanted}))`;
  return { ...conversationsSource, where };
}

/** One page of conversations; `search` is looked for in all that was said. */
export async function listConversations(db: Db, tenant: Tenant, query: ListQuery): Promise<Page> {
  const source = await sourceFor(db, tenant, query.search);
  const unsearched = { ...query, search: '' };
  if (source === conversationsSource) return listRows(db, declaration, source, tenant, unsearched);
  const { ids, total } = await findPage(db, tenant, source, unsearched);
  const found = { ...conversationsSource, where: inArray(conversationsSource.id, ids.length > 0 ? ids : [NO_ROW]) };
  const rows = await listRows(db, declaration, found, tenant, { ...unsearched, contextIds: [], filters: [], page: 1 });
  return { ...rows, total, page: query.page };
}

/** Which conversations are on a page of a search, and how many there are in all: the search itself is made once. */
async function findPage(db: Db, tenant: Tenant, source: Source, query: ListQuery) {
  const { sort, limit, page } = query;
  const direction = sort.descending ? sql`desc` : sql`asc`;
  const [row] = await readTenant<{ ids: string[]; total: number }>(
    db,
    tenant,
    sql`with found as materialized (
        select conversations.id, ${source.fields[sort.field]} as sorted from conversations
        where ${whereOf(declaration, source, tenant, query)}),
      page as (
        select id from found order by sorted ${direction} nulls last, id desc limit ${limit} offset ${(page - 1) * limit})
      select array(select id::text from page) as ids, (select count(*)::int from found) as total`,
  );
  return row!;
}

const readExchanges = (db: Db, tenant: Tenant, id: string) =>
  readTenant<Omit<OwnExchange, 'links'>>(
    db,
    tenant,
    sql`select id, question, answer, grounded, sources, model, outcome, tokens, cost / 1000.0::float8 as cost, rating, searched,
          reasons, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
        from messages where account_id = ${tenant.accountId}::uuid and conversation_id = ${id}::uuid
        order by created_at, id`,
  );

/** A conversation with all that was said and why. @throws Refusal `not_found`. */
export async function showConversation(
  db: Db,
  tenant: Tenant,
  id: string,
): Promise<Row & { exchanges: OwnExchange[] }> {
  const row = await showRow(db, declaration, conversationsSource, tenant, id);
  const contextId = String(row.context);
  const [context, told] = await Promise.all([findWidgetContext(db, contextId), readExchanges(db, tenant, id)]);
  const place = { tenant, inheritance: context?.inheritance ?? contextId };
  const exchanges = await Promise.all(
    told.map(async (one) => ({ ...one, links: await matchLinkRules(db, place, one.answer) })),
  );
  return { ...row, exchanges };
}
