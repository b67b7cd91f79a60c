import { type SQL, sql } from 'drizzle-orm';
import type { ChatType } from '../../shared/insight.ts';
import type { Tenant } from '../db/tenant.ts';

/** What is summed up: of which contexts, and which types of conversation. */
export interface Asked {
  contextIds: readonly string[];
  types: readonly ChatType[];
}

/** The rows of a table `alias` that a member may see, in the contexts asked for. `column` holds the context's id. */
export function visible(alias: string, tenant: Tenant, among: readonly string[], column = 'context_id'): SQL {
  const at = (name: string) => sql`${sql.identifier(alias)}.${sql.identifier(name)}`;
  const parts = [sql`${at('account_id')} = ${tenant.accountId}::uuid`];
  if (tenant.contextIds !== 'all') parts.push(sql`${at(column)} in ${[...tenant.contextIds]}`);
  if (among.length > 0) parts.push(sql`${at(column)} in ${[...among]}`);
  return sql.join(parts, sql` and `);
}

/** A query's rows as one JSON array, for a statement that answers several. */
export const rowsAsJson = (query: SQL): SQL => sql`(select coalesce(json_agg(r), '[]') from (${query}) r)`;
