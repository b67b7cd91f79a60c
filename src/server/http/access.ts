import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import { answerOf } from '../../../access-control/cases.ts';
import { guardedObjects } from '../../../access-control/guarded-fields.ts';
import { type Permissions, rememberPermissions } from '../../../access-control/permissions.ts';
import type { Principal } from '../../../access-control/policy.ts';
import { lowestKeyRole } from '../../../access-control/policy-table.ts';
import { FLAGS, IMPERSONATOR } from '../../../access-control/vocabulary.ts';
import type { FieldError } from '../../shared/problem.ts';
import { FRESH_FLAG, IMPERSONATED_FLAG, SELF_FLAG } from '../../shared/roles.ts';
import type { Tenant } from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { t } from '../runtime/translate.ts';
import { type Member, readMember } from './read-member.ts';
import { recordDecisions } from './record-decisions.ts';
import { PermissionDenied, recordDenials } from './record-denials.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    resource?: string;
    action?: string;
    /** When the caller asks for a file (`format=csv`). */
    csvAction?: string;
    form?: z.ZodObject;
    /** Also for users who must add a second factor before anything else. */
    isBeforeFactor?: boolean;
    /** Where staff need a fresh session, too: one row of the policy opens everything to WM_ADMIN. */
    needsFreshSession?: boolean;
  }
  interface FastifyInstance {
    permissionsOf(principal: Principal): Permissions;
  }
  interface FastifyRequest {
    member: Member | null;
  }
}

const ANYONE = { role: 'ANYONE', flags: [] };
/** Methods that the framework handles itself. */
const OWN_METHODS = new Set(['HEAD', 'OPTIONS']);

const isDocumented = (route: RouteOptions) =>
  ![route.method].flat().every((method) => OWN_METHODS.has(method)) && route.schema?.hide !== true;

/**
 * Throws `PermissionDenied`: `forbidden`, `session_required` (no API key may), `fresh_sign_in_required`,
 * `plan_upgrade_required` (with the flag). `details` are added to it.
 */
export function requirePermission(
  services: Services,
  principal: Principal & { apiKey?: Member['apiKey'] },
  resource: string,
  action: string,
  details: { message?: string; errors?: FieldError[] } = {},
): void {
  if (services.policy.can(principal, resource, action)) return;
  const verdict = services.policy.explain(principal, resource, action);
  if (verdict.allowed) return;
  const denied = { resource, action };
  if (verdict.missing === FRESH_FLAG && principal.flags.includes(SELF_FLAG))
    throw new PermissionDenied(denied, 'fresh_sign_in_required', details);
  if (verdict.refusal === 'plan')
    throw new PermissionDenied(denied, 'plan_upgrade_required', { ...details, flag: verdict.missing });
  if (principal.apiKey && !lowestKeyRole(services.policy, resource, action))
    throw new PermissionDenied(denied, 'session_required', details);
  const isOwn = verdict.missing === SELF_FLAG || verdict.missing === FRESH_FLAG;
  const isOnBehalf = isOwn && principal.flags.includes(IMPERSONATED_FLAG);
  throw new PermissionDenied(
    denied,
    'forbidden',
    isOnBehalf ? { ...details, message: t('errors.forbidden_on_behalf') } : details,
  );
}

/** A route that can also return a file has another action for that. */
export function actionOf({ routeOptions: { config }, query }: FastifyRequest): string | undefined {
  const isCsv = (query as { format?: unknown } | undefined)?.format === 'csv';
  return isCsv && config.csvAction ? config.csvAction : config.action;
}

/** Routes add theirs, since those for WM_ADMIN only have no policy row. */
function openCatalogue({ policy }: Services) {
  const resources = new Map<string, Set<string>>();
  const add = (resource: string, ...actions: string[]): void => {
    resources.set(resource, new Set([...(resources.get(resource) ?? []), ...actions]));
  };
  return {
    add,
    read() {
      // Another version of the policy may name more.
      for (const { resource, actions } of policy.resources()) add(resource, ...actions);
      return [...resources].map(([resource, actions]) => ({ resource, actions: [...actions] }));
    },
  };
}

interface GuardOptions {
  /** Throws `ApiError` `rate_limited`. */
  limitKey(request: FastifyRequest): Promise<void>;
  withoutDecisionLog?: boolean;
}

/** Before the body is read. The server does not start if a route names no resource and action. */
export function guardRoutes(
  app: FastifyInstance,
  services: Services,
  { limitKey, withoutDecisionLog = false }: GuardOptions,
): void {
  const catalogue = openCatalogue(services);
  app.decorate('permissionsOf', rememberPermissions(services.policy, catalogue.read, FLAGS));
  for (const { resource, actions } of guardedObjects()) catalogue.add(resource, ...actions);
  app.decorateRequest('member', null);
  app.addHook('onRoute', (route) => {
    if (!isDocumented(route)) return;
    const { resource, action, csvAction } = route.config ?? {};
    if (!resource || !action) throw new Error(`${String(route.method)} ${route.url} names no resource and action`);
    catalogue.add(resource, action, ...(csvAction ? [csvAction] : []));
    const isPublic = services.policy.can(ANYONE, resource, action);
    const onBehalf = answerOf(services.policy, { ...IMPERSONATOR, resource, action });
    const keyRole = isPublic ? null : lowestKeyRole(services.policy, resource, action);
    Object.assign((route.schema ??= {}), {
      'x-resource': resource,
      'x-action': action,
      'x-on-behalf-of-customer': onBehalf,
      ...(isPublic ? {} : { 'x-api-key': keyRole?.role ?? 'none' }),
      security: isPublic ? [] : [{ bearer: [] }, ...(keyRole ? [{ apiKey: [] }] : [])],
    });
  });
  const noteAllowed = withoutDecisionLog ? undefined : recordDecisions(app, services);
  app.addHook('onRequest', async (request) => {
    const { resource } = request.routeOptions.config;
    const action = actionOf(request);
    if (!resource || !action || services.policy.can(ANYONE, resource, action)) return;
    const member = await readMember(services, request);
    request.member = member;
    if (member.apiKey) await limitKey(request);
    requirePermission(services, member, resource, action);
    if (request.routeOptions.config.needsFreshSession && !member.flags.includes(FRESH_FLAG))
      throw new PermissionDenied({ resource, action }, 'fresh_sign_in_required');
    noteAllowed?.(request, member, { resource, action });
  });
  recordDenials(app, services);
}

export function memberOf(request: FastifyRequest): Member {
  if (!request.member) throw new ApiError('unauthenticated');
  return request.member;
}

export const tenantOf = (request: FastifyRequest): Tenant => memberOf(request).tenant;
