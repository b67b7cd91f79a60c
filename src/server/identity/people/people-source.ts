import { and, type SQL, sql } from 'drizzle-orm';
import { users as usersResource } from '../../../../resources/users.ts';
import { users } from '../../db/schema/identity.ts';
import { NO_CONTEXT, type Tenant } from '../../db/tenant.ts';
import type { ResourceRow } from '../../resource/query.ts';
import { defineSource, type ResourceSource } from '../../resource/source.ts';
import { isUser } from '../row-conditions.ts';

const invitationHolds = sql`exists (select from mailed_secrets m where m.account_id = ${users.accountId}
  and m.user_id = ${users.id} and m.purpose = 'invite' and m.expires_at > now())`;

/** If all selected contexts have been deleted, the list holds an id that no context has: an empty list means all. */
const contextIds = sql`case when ${users.seesAllContexts} then '[]'::json else
  (select coalesce(json_agg(c.context_id order by c.context_id), json_build_array(${NO_CONTEXT}::text)) from user_contexts c
    where c.account_id = ${users.accountId} and c.user_id = ${users.id}) end`;

/** EXPIRED is not stored. */
const status = sql`case when ${users.status} = 'PENDING' and not ${invitationHolds} then 'EXPIRED' else ${users.status} end`;

/** A limited member sees only users limited to a subset of their contexts; other contexts' ids stay hidden. */
function visibleUsers({ contextIds: own }: Tenant): SQL | undefined {
  if (own === 'all') return undefined;
  return sql`not ${users.seesAllContexts} and not exists (select from user_contexts c
    where c.account_id = ${users.accountId} and c.user_id = ${users.id} and c.context_id not in ${[...own]})`;
}

export const editedValues = ({ role, contextIds, status }: ResourceRow) => ({ role, contextIds, status });

export const visibleUser = (tenant: Tenant, id: string): SQL =>
  and(isUser({ accountId: tenant.accountId, userId: id }), visibleUsers(tenant)) as SQL;

export const usersSource = (tenant: Tenant): ResourceSource =>
  defineSource(usersResource, {
    table: users,
    where: visibleUsers(tenant),
    fields: {
      // Invited users have no name yet.
      name: sql`nullif(${users.name}, '')`,
      role: users.role,
      contextIds,
      status,
    },
  });
