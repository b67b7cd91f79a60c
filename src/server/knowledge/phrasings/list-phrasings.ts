import { type SQL, sql } from 'drizzle-orm';
import type { PhrasingLearning, PhrasingList, PhrasingsQuery } from '../../../shared/phrasings.ts';
import { contents } from '../../db/schema/knowledge.ts';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import { rowsOf } from '../../resource/scope.ts';
import { contentsSource } from '../contents/contents.ts';
import { readContext } from '../context-row.ts';
import { peopleCount } from './visitors.ts';

/** Phrasings `p`, of what the user may see. */
export const phrasingsWithin = (tenant: Tenant, among: readonly string[] = []): SQL => sql`
  phrasings p join ${contents} on ${contents.accountId} = p.account_id and ${contents.id} = p.content_id
    and ${rowsOf(contentsSource, tenant, among)}`;

const lastAt = sql`to_char(coalesce((select max(r.created_at) from phrasing_proposals r
  where r.account_id = p.account_id and r.phrasing_id = p.id), p.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const proof = sql`case when p.proved is not null then json_build_object('answered', p.proved,
  'answer', coalesce(p.proved_answer, '')) end`;

export async function listPhrasings(db: Db, tenant: Tenant, query: PhrasingsQuery): Promise<PhrasingList> {
  const { state, contextId = [], page, limit } = query;
  const from = sql`from ${phrasingsWithin(tenant, contextId)}
    where p.account_id = ${tenant.accountId} and p.state = ${state} and p.origin = 'visitors'`;
  const [row] = await readTenant<Pick<PhrasingList, 'data' | 'total'>>(
    db,
    tenant,
    sql`select (select count(*)::int ${from}) as total, (
          select coalesce(json_agg(r), '[]') from (
            select p.id, p.text, p.state, ${contents.contextId} as "contextId", ${contents.id} as "contentId",
              ${contents.title} as "contentTitle", ${peopleCount} as people, ${lastAt} as "lastAt", ${proof} as proof
            ${from} order by people desc, "lastAt" desc, p.id limit ${limit} offset ${(page - 1) * limit}) r) as data`,
  );
  return { ...row!, page, limit };
}

/** Throws `ApiError` `not_found`. */
export async function readLearning(db: Db, tenant: Tenant, contextId: string): Promise<PhrasingLearning> {
  const { learnsAfter: after } = await readContext(db, tenant, contextId);
  return { contextId, after };
}
