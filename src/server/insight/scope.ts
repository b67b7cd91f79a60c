import { type SQL, sql } from 'drizzle-orm';
import type { ChatType } from '../../shared/chat-types.ts';

export interface FigureQuery {
  contextIds: readonly string[];
  types: readonly ChatType[];
}

export const rowsAsJson = (query: SQL): SQL => sql`(select coalesce(json_agg(r), '[]') from (${query}) r)`;

/** Contents in use whose training or last reading failed, and that no decision holds back. */
export const isFailed = sql`c.enabled and (c.status = 'error' or c.sync_failure is not null)
  and not exists (select from held_changes h where h.account_id = c.account_id and h.content_id = c.id)`;
