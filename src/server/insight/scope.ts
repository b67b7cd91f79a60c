import { type SQL, sql } from 'drizzle-orm';
import type { ChatType } from '../../shared/chat-types.ts';
import type { Tenant } from '../db/tenant.ts';

export interface FigureQuery {
  contextIds: readonly string[];
  types: readonly ChatType[];
}

/** Rows of table `alias`; `column` has the context's id. */
export function visible(alias: string, tenant: Tenant, contextIds: readonly string[], column = 'context_id'): SQL {
  const at = (name: string) => sql`${sql.identifier(alias)}.${sql.identifier(name)}`;
  const parts = [sql`${at('account_id')} = ${tenant.accountId}::uuid`];
  if (tenant.contextIds !== 'all') parts.push(sql`${at(column)} in ${[...tenant.contextIds]}`);
  if (contextIds.length > 0) parts.push(sql`${at(column)} in ${[...contextIds]}`);
  return sql.join(parts, sql` and `);
}

export const rowsAsJson = (query: SQL): SQL => sql`(select coalesce(json_agg(r), '[]') from (${query}) r)`;

/** Contents in use whose training or last reading failed, and that no decision holds back. */
export const isFailed = sql`c.enabled and (c.status = 'error' or c.sync_failure is not null)
  and not exists (select from held_changes h where h.account_id = c.account_id and h.content_id = c.id)`;
