import { type SQL, sql } from 'drizzle-orm';
import { apiKeys as apiKeysResource } from '../../../../resources/api-keys.ts';
import { apiKeyStatus } from '../../db/api-key-status.ts';
import { apiKeys } from '../../db/schema/identity.ts';
import { NO_CONTEXT, type Tenant } from '../../db/tenant.ts';
import { defineSource, type ResourceSource } from '../../resource/source.ts';

/** If all of a key's contexts have been deleted, the list holds an id that no context has: an empty list means all. */
const contextIds = sql`case when ${apiKeys.seesAllContexts} then '[]'::jsonb else
  (select coalesce(jsonb_agg(c.context_id order by c.context_id), jsonb_build_array(${NO_CONTEXT}::text))
    from api_key_contexts c where c.account_id = ${apiKeys.accountId} and c.api_key_id = ${apiKeys.id}) end`;

/** A member limited to some contexts only sees keys limited to these. */
function visibleKeys({ contextIds: own }: Tenant): SQL | undefined {
  if (own === 'all') return undefined;
  return sql`not ${apiKeys.seesAllContexts} and not exists (select from api_key_contexts c
    where c.account_id = ${apiKeys.accountId} and c.api_key_id = ${apiKeys.id} and c.context_id not in ${[...own]})`;
}

export const apiKeysSource = (tenant: Tenant): ResourceSource =>
  defineSource(apiKeysResource, {
    table: apiKeys,
    where: visibleKeys(tenant),
    fields: {
      contextIds,
      status: apiKeyStatus,
      createdBy: apiKeys.createdByName,
    },
  });
