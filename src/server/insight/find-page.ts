import { type SQL, sql } from 'drizzle-orm';
import { conversations as declaration } from '../../../resources/conversations.ts';
import { type Db, readTenant, type Tenant } from '../db/tenant.ts';
import type { ListQuery } from '../resource/list-query.ts';
import { type ResourcePage, listCondition } from '../resource/query.ts';
import { conversationsSource } from './conversations-source.ts';

/** As many are counted at least, before a search stops looking further back. */
const COUNTED = 3_000;
const DAY_MS = 86_400_000;
/** How far back a search looks first. */
const FIRST_DAYS = 28;
/** What is said most is not said evenly: a little further back than the last days promise. */
const MARGIN = 1.3;

/** `isTotalLeast`: more were found than were counted. */
export type FoundPage = ResourcePage & { isTotalLeast?: boolean };

interface Found {
  ids: string[];
  total: number;
  /** When the oldest conversation of the account began; null without any. */
  oldest: Date | null;
}

/** Which conversations are on a page of a search, and how many there are: of those begun `since`, or of all. */
async function find(db: Db, tenant: Tenant, wanted: string, query: ListQuery, since: Date | null): Promise<Found> {
  const { sort, limit, page } = query;
  const { id, fields } = conversationsSource;
  const direction = sort.descending ? sql`desc` : sql`asc`;
  // What is said in a conversation is said after it began.
  const from = since && sql`${since.toISOString()}::timestamptz`;
  const where: SQL = from
    ? sql`${fields.startedAt} >= ${from} and ${id} in (select find_talks_since(${wanted}, ${from}))`
    : sql`${id} in (select find_talks(${wanted}))`;
  const [row] = await readTenant<Found>(
    db,
    tenant,
    sql`with found as materialized (
        select ${id}, ${fields[sort.field]} as sorted from conversations
        where ${listCondition(declaration, { ...conversationsSource, where }, tenant, query)}),
      page as (
        select id from found order by sorted ${direction} nulls last, id desc limit ${limit} offset ${(page - 1) * limit})
      select array(select id::text from page) as ids, (select count(*)::int from found) as total,
        (select min(c.started_at) from conversations c where c.account_id = ${tenant.accountId}::uuid) as oldest`,
  );
  return row!;
}

/**
 * The page of a search, the search being what `readSearch` gives. Newest first it looks back only as far as it must: a common
 * word is in most of all that was ever said, and few people page through that. What it counts is exact until it stops early;
 * `total` then says as many as there are at least, always enough for the next page.
 */
export async function findPage(
  db: Db,
  tenant: Tenant,
  wanted: string,
  query: ListQuery,
  counted = COUNTED,
): Promise<Pick<Found, 'ids' | 'total'> & { isTotalLeast: boolean }> {
  const { sort, limit, page } = query;
  const isNewestFirst = sort.field === 'startedAt' && sort.descending;
  const enough = Math.max(counted, (page + 1) * limit);
  const asked = query.filters.find(({ field, operator }) => field === 'startedAt' && operator === 'gte');
  const first = asked ? Date.parse(String(asked.value)) : -Infinity;
  for (let days = FIRST_DAYS; isNewestFirst;) {
    const since = new Date(Date.now() - days * DAY_MS);
    const { ids, total, oldest } = await find(db, tenant, wanted, query, since);
    const end = Math.max(first, oldest?.getTime() ?? Infinity);
    if (end >= since.getTime()) return { ids, total, isTotalLeast: false };
    if (total >= enough) return { ids, total: enough, isTotalLeast: true };
    const next = total === 0 ? Infinity : Math.max(2 * days, (days * enough * MARGIN) / total);
    if (Date.now() - next * DAY_MS <= end) break;
    days = next;
  }
  const { ids, total } = await find(db, tenant, wanted, query, null);
  return { ids, total, isTotalLeast: false };
}
