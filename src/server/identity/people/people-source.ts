import { and, eq, type SQL, sql } from 'drizzle-orm';
import { users as usersResource } from '../../../../resources/users.ts';
import { users } from '../../db/schema/identity.ts';
import { NO_CONTEXT, type Tenant } from '../../db/tenant.ts';
import { defineSource, type ResourceSource } from '../../resource/source.ts';

const invitationHolds = sql`exists (select from mailed_secrets m where m.account_id = ${users.accountId}
  and m.user_id = ${users.id} and m.purpose = 'invite' and m.expires_at > now())`;

/** Of someone who is let into chosen contexts of which none is left: the id of no context, since an empty list means all. */
const contextIds = sql`case when ${users.seesAllContexts} then '[]'::json else
  (select coalesce(json_agg(c.context_id order by c.context_id), json_build_array(${NO_CONTEXT}::text)) from user_contexts c
    where c.account_id = ${users.accountId} and c.user_id = ${users.id}) end`;

/** An invitation that ran out is no state that somebody sets: it shows as EXPIRED by itself. */
const status = sql`case when ${users.status} = 'PENDING' and not ${invitationHolds} then 'EXPIRED' else ${users.status} end`;

/**
 * The people that a tenant knows of. Who is let into chosen contexts only knows those who are let into none but these:
 * whoever sees more is as good as absent, with the ids of the contexts that he sees.
 */
export function knownPeople({ contextIds: own }: Tenant): SQL | undefined {
  if (own === 'all') return undefined;
  return sql`not ${users.seesAllContexts} and not exists (select from user_contexts c
    where c.account_id = ${users.accountId} and c.user_id = ${users.id} and c.context_id not in ${[...own]})`;
}

/** One of the people that a tenant knows of. */
export const personAt = (tenant: Tenant, id: string): SQL =>
  and(eq(users.accountId, tenant.accountId), eq(users.id, id), knownPeople(tenant)) as SQL;

export const peopleSource = (tenant: Tenant): ResourceSource =>
  defineSource(usersResource, {
    table: users,
    accountId: users.accountId,
    id: users.id,
    where: knownPeople(tenant),
    fields: {
      // Whoever has not come in yet has no name.
      name: sql`nullif(${users.name}, '')`,
      email: users.email,
      role: users.role,
      contextIds,
      status,
      createdAt: users.createdAt,
    },
  });
