import { and, count, eq, gt, isNull, or } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { apiKeys as apiKeysResource } from '../../../../resources/api-keys.ts';
import type { InputOf } from '../../../../resources/kit/resource.ts';
import { API_KEY_HINT_LENGTH, API_KEY_PREFIX, API_KEYS_MAX } from '../../../shared/constants.ts';
import { apiKeyStatus } from '../../db/api-key-status.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { apiKeys, users } from '../../db/schema/identity.ts';
import { apiKeyContexts } from '../../db/schema/knowledge.ts';
import { type Db, type Tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { digest, newSecret } from '../../runtime/secrets.ts';
import { t } from '../../runtime/translate.ts';
import type { ActingUser } from '../people/acting-user.ts';
import { assignableContexts } from '../people/person-contexts.ts';
import { isUser } from '../row-conditions.ts';
import { visibleKey } from './api-keys-source.ts';

type ApiKeyInput = InputOf<typeof apiKeysResource>;

async function assertBelowKeyLimit(tx: Tx, accountId: string): Promise<void> {
  const isValid = and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, new Date())));
  const [valid] = await tx
    .select({ number: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isValid));
  if ((valid?.number ?? 0) >= API_KEYS_MAX) throw new ApiError('too_many_api_keys', { values: { most: API_KEYS_MAX } });
}

/** Throws `ApiError` `forbidden` (role above the creator's), `not_found`, `invalid_input`, `too_many_api_keys`. */
export async function issueApiKey(
  db: Db,
  { accountId, userId, tenant }: ActingUser,
  { name, role, contextIds, expiresAt }: ApiKeyInput,
): Promise<{ id: string; secret: string }> {
  const id = uuidv7();
  const secret = `${API_KEY_PREFIX}${newSecret()}`;
  await withTenant(db, tenant, async (tx) => {
    await lockAccount(tx, accountId);
    await assertBelowKeyLimit(tx, accountId);
    const assignable = await assignableContexts(tx, tenant, contextIds);
    const [creator] = await tx.select({ name: users.name }).from(users).where(isUser({ accountId, userId }));
    const [made] = await tx
      .insert(apiKeys)
      .values({
        accountId,
        id,
        name,
        role,
        seesAllContexts: assignable.length === 0,
        hash: digest(secret),
        hint: secret.slice(-API_KEY_HINT_LENGTH),
        createdBy: userId,
        createdByName: creator?.name ?? '',
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
      })
      .returning({ status: apiKeyStatus });
    if (made?.status === 'suspended') throw new ApiError('forbidden');
    if (made?.status === 'expired') {
      const error = { field: 'expiresAt', code: 'past_moment', message: t('validation.past_moment') };
      throw new ApiError('invalid_input', { errors: [error] });
    }
    if (assignable.length > 0)
      await tx.insert(apiKeyContexts).values(assignable.map((contextId) => ({ accountId, apiKeyId: id, contextId })));
    return id;
  });
  return { id, secret };
}

/** For good; one that is already revoked stays as it is. Throws `ApiError` `not_found`. */
export async function revokeApiKey(db: Db, tenant: Tenant, id: string): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    const one = visibleKey(tenant, id);
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: new Date() })
      .where(and(one, isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id, name: apiKeys.name });
    if (revoked) return revoked;
    const [known] = await tx.select({ id: apiKeys.id }).from(apiKeys).where(one);
    if (!known) throw notFound();
    return undefined;
  });
}
