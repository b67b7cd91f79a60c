import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Asker } from '../../../access-control/can.ts';
import { answerOf } from '../../../access-control/cases.ts';
import { type Permissions, rememberPermissions } from '../../../access-control/permissions.ts';
import { FLAGS, IMPERSONATOR } from '../../../access-control/vocabulary.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findMembership, type Membership } from '../db/platform.ts';
import { type Tenant, tenant, withPlatform } from '../db/tenant.ts';
import { t } from '../runtime/translate.ts';
import { ApiError } from '../runtime/api-error.ts';
import { verifyAccessToken } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';
import { IMPERSONATED_FLAG, SELF_FLAG } from '../../shared/session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the call is about and what it does there: the pair that the policy is asked. */
    resource?: string;
    action?: string;
    /** What the call does when it is asked for a file (`format=csv`). */
    csvAct?: string;
    /** The multipart form of the call, for its documentation. */
    form?: z.ZodObject;
  }
  interface FastifyInstance {
    /** What somebody may do, of all that a call or the policy names. */
    permissionsOf(asker: Asker): Permissions;
  }
  interface FastifyRequest {
    /** Who calls; null on a call that anyone may make. */
    member: Member | null;
  }
}

export interface Member extends Membership {
  tenant: Tenant;
  /** From where the call came. */
  ip: string;
}

const ANYONE = { role: 'ANYONE', flags: [] };
const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/;
/** Methods that the framework answers by itself. */
const OWN_METHODS = new Set(['HEAD', 'OPTIONS']);

const isDocumented = (route: RouteOptions) =>
  ![route.method].flat().every((method) => OWN_METHODS.has(method)) && route.schema?.hide !== true;

/** Reads who calls from the database: a member demoted or removed is so at the next call. */
export async function readMember(services: Services, request: FastifyRequest): Promise<Member> {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (!token) throw new ApiError('unauthenticated');
  const { accountId, sub: userId, sid: sessionId } = await verifyAccessToken(services.key, token);
  const membership = await findMembership(services.db, { accountId, userId, sessionId });
  if (!membership || membership.isParked) throw new ApiError('session_expired');
  const contextIds = membership.seesAllContexts ? 'all' : membership.contextIds;
  const flags = [...membership.flags, membership.actor ? IMPERSONATED_FLAG : SELF_FLAG];
  return { ...membership, flags, tenant: tenant(accountId, contextIds), ip: request.ip };
}

/** @throws ApiError `forbidden` by role, `plan_upgrade_required` with the flag by plan. */
export function demand(services: Services, asker: Asker, resource: string, action: string): void {
  if (services.can.may(asker, resource, action)) return;
  const verdict = services.can.explain(asker, resource, action);
  if (verdict.allowed) return;
  if (verdict.refusal === 'plan') throw new ApiError('plan_upgrade_required', { flag: verdict.missing });
  const isOnBehalf = verdict.missing === SELF_FLAG && asker.flags.includes(IMPERSONATED_FLAG);
  throw new ApiError('forbidden', isOnBehalf ? { message: t('errors.forbidden_on_behalf') } : {});
}

/** What a call does: of the one that also answers with a file, that is an action of its own. */
export function actionOf({ routeOptions: { config }, query }: FastifyRequest): string | undefined {
  const isCsv = (query as { format?: unknown } | undefined)?.format === 'csv';
  return isCsv && config.csvAct ? config.csvAct : config.action;
}

/** What may be asked of the policy: what its rows name, and the calls, since those of WM_ADMIN alone have no row. */
function openCatalogue({ can }: Services) {
  const resources = new Map(can.resources().map(({ resource, actions }) => [resource, new Set(actions)]));
  return {
    add(resource: string, ...actions: string[]): void {
      const known = resources.get(resource) ?? new Set();
      for (const action of actions) known.add(action);
      resources.set(resource, known);
    },
    read: () => [...resources].map(([resource, actions]) => ({ resource, actions: [...actions] })),
  };
}

/**
 * Every route of the API names its resource and action, or the server does not start; before anything of a call is read, the
 * policy is asked. What ANYONE may do asks for no token.
 */
export function guardRoutes(app: FastifyInstance, services: Services): void {
  const catalogue = openCatalogue(services);
  app.decorate('permissionsOf', rememberPermissions(services.can, catalogue.read, FLAGS));
  app.decorateRequest('member', null);
  app.addHook('onRoute', (route) => {
    if (!isDocumented(route)) return;
    const { resource, action, csvAct } = route.config ?? {};
    if (!resource || !action) throw new Error(`${String(route.method)} ${route.url} names no resource and action`);
    catalogue.add(resource, action, ...(csvAct ? [csvAct] : []));
    const isPublic = services.can.may(ANYONE, resource, action);
    const onBehalf = answerOf(services.can, { ...IMPERSONATOR, resource, action });
    Object.assign((route.schema ??= {}), {
      'x-resource': resource,
      'x-action': action,
      'x-on-behalf-of-customer': onBehalf,
      security: isPublic ? [] : [{ bearer: [] }],
    });
  });
  app.addHook('onRequest', async (request) => {
    const { resource } = request.routeOptions.config;
    const action = actionOf(request);
    if (!resource || !action || services.can.may(ANYONE, resource, action)) return;
    const member = await readMember(services, request);
    request.member = member;
    try {
      demand(services, member, resource, action);
    } catch (refusal) {
      if (isOfStaff(request)) await recordRefusal(services, member, { resource, action });
      throw refusal;
    }
  });
}

const isOfStaff = ({ routeOptions }: FastifyRequest) => routeOptions.url?.startsWith('/api/admin/') ?? false;

/** Records that somebody tried a call of the staff; once a minute, so that nobody fills the log with it. */
async function recordRefusal(
  { db }: Services,
  member: Member,
  deed: { resource: string; action: string },
): Promise<void> {
  await withPlatform(db, async (tx) => {
    const { rows } = await tx.execute(sql`
      select 1 from audit_entries where account_id = ${member.accountId} and user_id = ${member.userId}
        and action = 'staff_call_refused' and at > now() - interval '1 minute'
        and detail ->> 'resource' = ${deed.resource} and detail ->> 'action' = ${deed.action} limit 1`);
    if (rows.length === 0) await writeAudit(tx, member, 'staff_call_refused', { detail: deed });
  });
}

/** The member of a call that is not public. */
export function memberOf(request: FastifyRequest): Member {
  if (!request.member) throw new ApiError('unauthenticated');
  return request.member;
}

export const tenantOf = (request: FastifyRequest): Tenant => memberOf(request).tenant;
