import { type SQL, sql } from 'drizzle-orm';
import { DAY_MS } from '../../shared/constants.ts';
import { type Db, readTenant, type Tenant } from '../db/tenant.ts';
import type { ListQuery } from '../resource/list-query.ts';
import { listCondition, type ResourcePage } from '../resource/query.ts';
import { conversationsSource } from './conversations-source.ts';

/** Then the search does not go further back. */
const MIN_COUNTED = 3_000;
const FIRST_DAYS = 28;
/** Matches are not evenly distributed over time. */
const WINDOW_MARGIN = 1.3;

/** `isTotalLeast`: `total` is a lower bound. */
export type SearchPage = ResourcePage & { isTotalLeast?: boolean };

interface SearchMatches {
  ids: string[];
  total: number;
  oldest: Date | null;
}

async function readMatches(
  db: Db,
  tenant: Tenant,
  wanted: string,
  query: ListQuery,
  since: Date | null,
): Promise<SearchMatches> {
  const { sort, limit, page } = query;
  const { id, fields } = conversationsSource;
  const direction = sort.descending ? sql`desc` : sql`asc`;
  // Messages are never older than their conversation, so both can be limited by `since`.
  const from = since && sql`${since.toISOString()}::timestamptz`;
  const where: SQL = from
    ? sql`${fields.startedAt} >= ${from} and ${id} in (select find_talks_since(${wanted}, ${from}))`
    : sql`${id} in (select find_talks(${wanted}))`;
  const [row] = await readTenant<SearchMatches>(
    db,
    tenant,
    sql`with found as materialized (
        select ${id}, ${fields[sort.field]} as sorted from conversations
        where ${listCondition({ ...conversationsSource, where, tenant }, query)}),
      page as (
        select id from found order by sorted ${direction} nulls last, id desc limit ${limit} offset ${(page - 1) * limit})
      select array(select id::text from page) as ids, (select count(*)::int from found) as total,
        (select min(c.started_at) from conversations c where c.account_id = ${tenant.accountId}::uuid) as oldest`,
  );
  return row!;
}

/**
 * `wanted`: see `readSearch`. Newest first in growing windows: a common word matches most conversations, and few people
 * leave the first pages. A lower-bound `total` is large enough for the next page.
 */
export async function findPage(
  db: Db,
  tenant: Tenant,
  wanted: string,
  query: ListQuery,
  counted = MIN_COUNTED,
): Promise<Pick<SearchMatches, 'ids' | 'total'> & { isTotalLeast: boolean }> {
  const { sort, limit, page } = query;
  const isNewestFirst = sort.field === 'startedAt' && sort.descending;
  const enough = Math.max(counted, (page + 1) * limit);
  const startFilter = query.filters.find(({ field, operator }) => field === 'startedAt' && operator === 'gte');
  const first = startFilter ? Date.parse(String(startFilter.value)) : -Infinity;
  for (let days = FIRST_DAYS; isNewestFirst;) {
    const since = new Date(Date.now() - days * DAY_MS);
    const { ids, total, oldest } = await readMatches(db, tenant, wanted, query, since);
    const end = Math.max(first, oldest?.getTime() ?? Infinity);
    if (end >= since.getTime()) return { ids, total, isTotalLeast: false };
    if (total >= enough) return { ids, total: enough, isTotalLeast: true };
    const next = total === 0 ? Infinity : Math.max(2 * days, (days * enough * WINDOW_MARGIN) / total);
    if (Date.now() - next * DAY_MS <= end) break;
    days = next;
  }
  // Without this limit, the last read would go through the whole history and only then drop what is too old.
  const since = Number.isFinite(first) ? new Date(first) : null;
  const { ids, total } = await readMatches(db, tenant, wanted, query, since);
  return { ids, total, isTotalLeast: false };
}
