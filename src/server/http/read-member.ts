import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { unreadableBy } from '../../../access-control/guarded-fields.ts';
import { API_KEY_PREFIX } from '../../shared/constants.ts';
import { IMPERSONATED_FLAG, SELF_FLAG } from '../../shared/roles.ts';
import { findApiKey, findMembership, type Membership } from '../db/platform.ts';
import { isRecent } from '../db/running-until.ts';
import { changeTenant, type Tenant, tenant } from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import { digest, verifyAccessToken } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';

/** With `apiKey`, `userId` is who created the key. */
export interface Member extends Membership {
  tenant: Tenant;
  ip: string;
  apiKey: { id: string; name: string; role: string } | null;
}

const BEARER = /^bearer +(\S+)$/i;
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const API_KEY = new RegExp(`^${API_KEY_PREFIX}[\\w-]+$`);

/** The scheme may be in any case (RFC 9110, 11.1); '' without one. */
export const bearerOf = ({ headers }: FastifyRequest): string => BEARER.exec(headers.authorization ?? '')?.[1] ?? '';

/** From the database, so that a changed role, a removal or a revoked key takes effect at the next request. */
export async function readMember(services: Services, request: FastifyRequest): Promise<Member> {
  const token = bearerOf(request);
  if (API_KEY.test(token)) return readKey(services, request, token);
  if (!TOKEN.test(token)) throw new ApiError('unauthenticated');
  const { accountId, sub: userId, sid: sessionId } = await verifyAccessToken(services.key, token);
  const membership = await findMembership(services.db, { accountId, userId, sessionId });
  if (!membership || membership.isParked) throw new ApiError('session_expired');
  const contextIds = membership.seesAllContexts ? 'all' : membership.contextIds;
  const flags = [...membership.flags, membership.actor ? IMPERSONATED_FLAG : SELF_FLAG];
  const hidden = unreadableBy(services.policy, { role: membership.role, flags });
  return { ...membership, flags, tenant: tenant(accountId, contextIds, hidden), ip: request.ip, apiKey: null };
}

const REFUSALS = {
  expired: 'api_key_expired',
  revoked: 'api_key_revoked',
  suspended: 'api_key_suspended',
} as const;

/** No constant-time comparison: nobody can choose a guess's hash. Without `self`, which the policy then denies. */
async function readKey({ db, policy }: Services, { ip }: FastifyRequest, secret: string): Promise<Member> {
  const found = await findApiKey(db, digest(secret));
  if (!found) throw new ApiError('api_key_unknown');
  const { accountId, id, name, role, status, creatorId, flags, seesAllContexts, contextIds, isUseDue } = found;
  if (status !== 'active') throw new ApiError(REFUSALS[status]);
  const scope = tenant(accountId, seesAllContexts ? 'all' : contextIds, unreadableBy(policy, { role, flags }));
  if (isUseDue) {
    await changeTenant(
      db,
      scope,
      sql`update api_keys set last_used_at = now() where account_id = ${accountId} and id = ${id}
          and not ${isRecent(sql`last_used_at`, 60)}`,
    );
  }
  return {
    accountId,
    role,
    flags,
    seesAllContexts,
    contextIds,
    ip,
    userId: creatorId,
    // Only calls with `self` use the session, and keys may not make them.
    sessionId: id,
    actor: null,
    isParked: false,
    tenant: scope,
    apiKey: { id, name, role },
  };
}
