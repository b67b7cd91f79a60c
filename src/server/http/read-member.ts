import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { unreadableBy } from '../../../access-control/guarded-fields.ts';
import { API_KEY_PREFIX } from '../../shared/constants.ts';
import { FRESH_FLAG, IMPERSONATED_FLAG, SELF_FLAG, STAFF_ROLES } from '../../shared/roles.ts';
import { findApiKey, findMembership, type Membership } from '../db/platform.ts';
import { isRecent } from '../db/running-until.ts';
import { changeTenant, type Tenant, tenant } from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import { mustStaffHaveFactor } from '../runtime/env.ts';
import { digest, verifyAccessToken } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';

/** With `apiKey`, `userId` is who created the key. */
export interface Member extends Omit<Membership, 'isFresh' | 'hasFactor' | 'requiresFactor'> {
  tenant: Tenant;
  ip: string;
  apiKey: { id: string; name: string; role: string } | null;
  /** Must add a second factor before anything else. */
  lacksFactor: boolean;
}

function flagsOf({ actor, isFresh, flags }: Membership): string[] {
  if (actor) return [...flags, IMPERSONATED_FLAG];
  return [...flags, SELF_FLAG, ...(isFresh ? [FRESH_FLAG] : [])];
}

/** Staff on behalf of a customer have proven their own. */
function lacksFactor(services: Services, { actor, role, hasFactor, requiresFactor }: Membership): boolean {
  if (actor || hasFactor) return false;
  return requiresFactor || ((STAFF_ROLES as readonly string[]).includes(role) && mustStaffHaveFactor(services.env));
}

const BEARER = /^bearer +(\S+)$/i;
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const API_KEY = new RegExp(`^${API_KEY_PREFIX}[\\w-]+$`);

/** The scheme may be in any case (RFC 9110, 11.1); '' without one. */
export const bearerOf = ({ headers }: FastifyRequest): string => BEARER.exec(headers.authorization ?? '')?.[1] ?? '';

/**
 * From the database, so that a changed role, a removal or a revoked key takes effect at the next request. Throws
 * `ApiError` `second_factor_missing` on all routes but those that add one.
 */
export async function readMember(services: Services, request: FastifyRequest): Promise<Member> {
  const token = bearerOf(request);
  if (API_KEY.test(token)) return readKey(services, request, token);
  if (!TOKEN.test(token)) throw new ApiError('unauthenticated');
  const { accountId, sub: userId, sid: sessionId } = await verifyAccessToken(services.key, token);
  const membership = await findMembership(services.db, { accountId, userId, sessionId });
  if (!membership || membership.isParked) throw new ApiError('session_expired');
  const isLacking = lacksFactor(services, membership);
  // Here, since public routes for visitors also read a session, for the preview.
  if (isLacking && !request.routeOptions.config.isBeforeFactor) throw new ApiError('second_factor_missing');
  const contextIds = membership.seesAllContexts ? 'all' : membership.contextIds;
  const flags = flagsOf(membership);
  const hidden = unreadableBy(services.policy, { role: membership.role, flags });
  return {
    ...membership,
    flags,
    lacksFactor: isLacking,
    tenant: tenant(accountId, contextIds, hidden, userId),
    ip: request.ip,
    apiKey: null,
  };
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
    lacksFactor: false,
  };
}
