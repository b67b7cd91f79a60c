import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { unreadableBy } from '../../../access-control/guarded-fields.ts';
import { resources } from '../../../resources/index.ts';
import { guardedFields, objectOf } from '../../../resources/kit/guarded.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import type { Tenant } from '../db/tenant.ts';
import { memberOf, requirePermission } from '../http/access.ts';
import { strictQuery } from '../http/problem.ts';
import type { Services } from '../runtime/services.ts';
import { t, tIfExists } from '../runtime/translate.ts';
import { hiddenFields, keysIn, narrowedQuery, withoutFields } from './guarded.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler writes a file, and itself leaves out the fields that the caller may not read. */
    leavesOutFields?: true;
  }
}

const ANYONE = { role: 'ANYONE', flags: [] };
const WRITING = new Set(['POST', 'PUT', 'PATCH']);

/** Throws `PermissionDenied` for the guarded field that the caller may not write, naming it. */
export function requireWritable(services: Services, request: FastifyRequest, resource: Resource, field: string): void {
  const label = tIfExists(`${resource.name}.fields.${field}`) ?? field;
  const message = t('errors.forbidden_field', { field: label });
  const errors = [{ field, code: 'forbidden', message }];
  requirePermission(services, memberOf(request), objectOf(resource, field), 'write', { message, errors });
}

/** Files pass the answer's hook by. */
const answersFile = ({ schema }: RouteOptions): boolean =>
  Object.values((schema?.response ?? {}) as Record<string, unknown>).some(
    (answer) =>
      answer instanceof z.ZodType && ('mediaTypes' in (answer.meta() ?? {}) || 'orCsv' in (answer.meta() ?? {})),
  );

/**
 * The one place that keeps guarded fields from callers without their rights: on every route of a resource that has such
 * fields, whoever wrote its handler. What may not be read is left out of answers and refused in queries as unknown; what
 * may not be written is refused in bodies. The server does not start with a route that could pass them in a file.
 */
export function guardFields(app: FastifyInstance, services: Services): void {
  const hiddenFor = ({ member }: FastifyRequest): Tenant['hidden'] =>
    member ? member.tenant.hidden : unreadableBy(services.policy, ANYONE);
  app.addHook('onRoute', (route) => {
    const resource = resources.find(({ name }) => name === route.config?.resource);
    if (!resource || guardedFields(resource).length === 0) return;
    if (answersFile(route) && !route.config?.leavesOutFields)
      throw new Error(
        `${route.url} answers a file, so it must leave out the guarded fields of ${resource.name} itself`,
      );
    const writable = guardedFields(resource).filter((field) => !resource.fields[field]?.readOnly);
    const query = route.schema?.querystring;
    const check = async (request: FastifyRequest) => {
      const hidden = hiddenFields(resource, hiddenFor(request));
      if (hidden.length > 0 && query instanceof z.ZodObject) {
        const schema = strictQuery(narrowedQuery(query, resource, hidden));
        const { error } = schema.safeParse(request.query, { reportInput: true });
        if (error) throw error;
      }
      if (writable.length === 0 || !WRITING.has(request.method)) return;
      const names = keysIn(request.body);
      for (const field of writable) if (names.includes(field)) requireWritable(services, request, resource, field);
    };
    const strip = async (request: FastifyRequest, _reply: unknown, answer: unknown) =>
      withoutFields(answer, hiddenFields(resource, hiddenFor(request)));
    route.preValidation = [route.preValidation ?? [], check].flat();
    route.preSerialization = [route.preSerialization ?? [], strip].flat();
  });
}
