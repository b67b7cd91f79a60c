import { type SQL, sql } from 'drizzle-orm';

/** People must have proposed a phrasing over so many days, if it needs as many. */
const LEARNING_DAYS = 3;

/** Without a token, visitors count as one. */
const visitorOf = (alias: string) => sql`coalesce(${sql.identifier(alias)}.visitor_hash, '')`;

const proposals = sql`phrasing_proposals pp
    join conversations pc on pc.account_id = pp.account_id and pc.id = pp.conversation_id
  where pp.account_id = p.account_id and pp.phrasing_id = p.id`;

/** Phrasing `p`. A client can invent tokens, so they count only as far as networks differ. */
export const peopleCount: SQL = sql`(
  select least(count(distinct ${visitorOf('pc')}), count(distinct coalesce(nullif(pp.network, ''), ${visitorOf('pc')})))::int
  from ${proposals})`;

/** Phrasing `p`: enough people, spread over days. */
export const isLearnt = (after: number): SQL => sql`(${peopleCount} >= ${after}::int
  and (select count(distinct pp.created_at::date) from ${proposals}) >= ${Math.min(after, LEARNING_DAYS)}::int)`;

export const proposedByVisitorOf = (accountId: string, conversationId: string): SQL => sql`(
  select count(distinct pp.phrasing_id)::int from conversations own
    join conversations pc on pc.account_id = own.account_id and ${visitorOf('pc')} = ${visitorOf('own')}
    join phrasing_proposals pp on pp.account_id = pc.account_id and pp.conversation_id = pc.id
    join phrasings q on q.account_id = pp.account_id and q.id = pp.phrasing_id and q.state = 'proposed'
  where own.account_id = ${accountId}::uuid and own.id = ${conversationId}::uuid)`;
