import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Resource } from '../../../resources/kit/resource.ts';
import { inputSchema, recordSchema } from '../../../resources/kit/schema.ts';
import { tenantOf } from '../http/access.ts';
import { problemSchema } from '../http/problem.ts';
import type { Services } from '../runtime/services.ts';
import { listQuerySchema, readListQuery } from './list-query.ts';
import { listRows, showRow } from './query.ts';
import { assertContext } from './scope.ts';
import { derivedSource, type ResourceSource } from './source.ts';
import { createRow, deleteRow, editRow } from './write.ts';

const byId = z.object({ id: z.uuid() });
const contextOfBody = z.object({ contextId: z.uuid() });

/** `hyperlinks` and `create` → `createHyperlinks`. */
const operationId = (action: string, { name }: Resource) =>
  action + name.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

/** The response schema of every list. */
export const pageOf = (row: z.ZodType) =>
  z.object({ data: z.array(row), total: z.int(), page: z.int(), limit: z.int() });

/** Registers the list and show routes of a resource. */
export function readRoutes(app: FastifyInstance, services: Services, resource: Resource, source: ResourceSource): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = [resource.name];
  const { db } = services;
  if (resource.actions.includes('list')) {
    routes.get(resource.api, {
      config: { resource: resource.name, action: 'list' },
      schema: {
        tags,
        operationId: operationId('list', resource),
        querystring: listQuerySchema(resource),
        response: { 200: pageOf(recordSchema(resource)), default: problemSchema },
      },
      handler: async (request) =>
        listRows(db, resource, source, tenantOf(request), readListQuery(resource, request.query)),
    });
  }
  if (resource.actions.includes('show')) {
    routes.get(`${resource.api}/:id`, {
      config: { resource: resource.name, action: 'show' },
      schema: {
        tags,
        operationId: operationId('show', resource),
        params: byId,
        response: { 200: recordSchema(resource), default: problemSchema },
      },
      handler: async (request) => showRow(db, resource, source, tenantOf(request), request.params.id),
    });
  }
}

/** Registers all routes of a resource whose table is derived from its declaration. */
export function derivedRoutes(app: FastifyInstance, services: Services, resource: Resource): void {
  const source = derivedSource(resource);
  const { db } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const body = resource.scope === 'context' ? inputSchema(resource).extend(contextOfBody.shape) : inputSchema(resource);
  const tags = [resource.name];
  readRoutes(app, services, resource, source);
  if (resource.actions.includes('create')) {
    routes.post(resource.api, {
      config: { resource: resource.name, action: 'create' },
      schema: {
        tags,
        operationId: operationId('create', resource),
        body,
        response: { 201: recordSchema(resource), default: problemSchema },
      },
      handler: async (request, reply) => {
        const tenant = tenantOf(request);
        const values = request.body as Record<string, unknown>;
        if (resource.scope === 'context') assertContext(tenant, String(values.contextId));
        const id = await createRow(db, resource, source, tenant, values);
        return reply.code(201).send(await showRow(db, resource, source, tenant, id));
      },
    });
  }
  if (resource.actions.includes('edit')) {
    routes.put(`${resource.api}/:id`, {
      config: { resource: resource.name, action: 'edit' },
      schema: {
        tags,
        operationId: operationId('edit', resource),
        params: byId,
        body: editSchema(resource),
        response: { 200: recordSchema(resource), default: problemSchema },
      },
      handler: async (request) => {
        const tenant = tenantOf(request);
        await editRow(db, resource, source, tenant, request.params.id, request.body as Record<string, unknown>);
        return showRow(db, resource, source, tenant, request.params.id);
      },
    });
  }
  if (resource.actions.includes('delete')) {
    routes.delete(`${resource.api}/:id`, {
      config: { resource: resource.name, action: 'delete' },
      schema: {
        tags,
        operationId: operationId('delete', resource),
        params: byId,
        response: { 204: z.null(), default: problemSchema },
      },
      handler: async (request, reply) => {
        await deleteRow(db, source, tenantOf(request), request.params.id);
        return reply.code(204).send(null);
      },
    });
  }
}

/** The body of an edit: all fields optional and without defaults, which are only for new rows. */
function editSchema(resource: Resource): z.ZodObject {
  const fields = Object.entries(inputSchema(resource).shape).map(([name, schema]): [string, z.ZodType] => {
    const type = schema as z.ZodType;
    return [name, (type instanceof z.ZodDefault ? (type.unwrap() as z.ZodType) : type).optional()];
  });
  return z.object(Object.fromEntries(fields));
}
