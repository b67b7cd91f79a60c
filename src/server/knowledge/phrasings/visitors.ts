import { type SQL, sql } from 'drizzle-orm';

/** Visitors without a token are indistinguishable and count as one. */
const visitorOf = (alias: string) => sql`coalesce(${sql.identifier(alias)}.visitor_hash, '')`;

/** SQL for the number of distinct visitors who proposed phrasing `p`. */
export const visitorCount: SQL = sql`(
  select count(distinct ${visitorOf('pc')})::int from phrasing_proposals pp
    join conversations pc on pc.account_id = pp.account_id and pc.id = pp.conversation_id
  where pp.account_id = p.account_id and pp.phrasing_id = p.id)`;

/** Returns SQL for the number of open phrasings that the conversation's visitor proposed. */
export const proposedByVisitorOf = (accountId: string, conversationId: string): SQL => sql`(
  select count(distinct pp.phrasing_id)::int from conversations own
    join conversations pc on pc.account_id = own.account_id and ${visitorOf('pc')} = ${visitorOf('own')}
    join phrasing_proposals pp on pp.account_id = pc.account_id and pp.conversation_id = pc.id
    join phrasings q on q.account_id = pp.account_id and q.id = pp.phrasing_id and q.state = 'proposed'
  where own.account_id = ${accountId}::uuid and own.id = ${conversationId}::uuid)`;
