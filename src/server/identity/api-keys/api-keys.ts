import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { apiKeys as apiKeysResource, type apiKeys as resource } from '../../../../resources/api-keys.ts';
import { API_KEY_HINT_LENGTH, API_KEY_PREFIX, API_KEYS_MAX } from '../../../shared/constants.ts';
import { apiKeyStatus } from '../../db/api-key-status.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { apiKeys, users } from '../../db/schema/identity.ts';
import { apiKeyContexts } from '../../db/schema/knowledge.ts';
import { NO_CONTEXT, type Tenant, type Tx } from '../../db/tenant.ts';
import type { Behaviour } from '../../resource/behaviour.ts';
import { defineSource, type ResourceSource } from '../../resource/source.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { invalidValue } from '../../runtime/field-errors.ts';
import { digest, newSecret } from '../../runtime/secrets.ts';
import { assignableContexts } from '../people/person-contexts.ts';
import { isUser } from '../row-conditions.ts';

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

const apiKeysSource = (tenant: Tenant): ResourceSource =>
  defineSource(apiKeysResource, {
    table: apiKeys,
    where: visibleKeys(tenant),
    fields: {
      contextIds,
      status: apiKeyStatus,
      createdBy: apiKeys.createdByName,
    },
  });

const isKey = (accountId: string, id: string) => and(eq(apiKeys.accountId, accountId), eq(apiKeys.id, id));

async function assertBelowKeyLimit(tx: Tx, accountId: string): Promise<void> {
  const isValid = and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, new Date())));
  if ((await tx.$count(apiKeys, and(eq(apiKeys.accountId, accountId), isValid))) < API_KEYS_MAX) return;
  throw new ApiError('too_many_api_keys', { values: { most: API_KEYS_MAX } });
}

/** A deletion revokes for good; the key stays in the list. */
export const apiKeyBehaviour: Behaviour<typeof resource> = {
  source: apiKeysSource,
  beforeWrite: async (tx, tenant, { after: { contextIds, expiresAt }, by: { accountId, userId } }) => {
    await lockAccount(tx, accountId);
    await assertBelowKeyLimit(tx, accountId);
    const assignable = await assignableContexts(tx, tenant, contextIds);
    const [creator] = await tx.select({ name: users.name }).from(users).where(isUser({ accountId, userId }));
    const secret = `${API_KEY_PREFIX}${newSecret()}`;
    return {
      secret,
      seesAllContexts: assignable.length === 0,
      hash: digest(secret),
      hint: secret.slice(-API_KEY_HINT_LENGTH),
      createdBy: userId,
      createdByName: creator?.name ?? '',
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
    };
  },
  // Throws `ApiError` `forbidden` for a role above the creator's.
  afterWrite: async (tx, { accountId }, { id, after: { contextIds } }) => {
    const [made] = await tx.select({ status: apiKeyStatus }).from(apiKeys).where(isKey(accountId, id));
    if (made?.status === 'suspended') throw new ApiError('forbidden');
    if (made?.status === 'expired') throw invalidValue('expiresAt', 'past_moment');
    const chosen = [...new Set(contextIds)].map((contextId) => ({ accountId, apiKeyId: id, contextId }));
    if (chosen.length > 0) await tx.insert(apiKeyContexts).values(chosen);
  },
  keepsDeleted: true,
  beforeDelete: (tx, { accountId }, { id }) =>
    tx
      .update(apiKeys)
      .set({ revokedAt: new Date() })
      .where(and(isKey(accountId, id), isNull(apiKeys.revokedAt))),
};
