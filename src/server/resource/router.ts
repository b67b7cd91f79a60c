import { Readable } from 'node:stream';
import { z } from 'zod';
import { FILE_TYPES } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { inputSchema, recordSchema, rowParams } from '../../../resources/kit/schema.ts';
import { pageOf } from '../../shared/page.ts';
import { startedFrom } from '../../shared/rules.ts';
import type { Tenant } from '../db/tenant.ts';
import { memberOf, tenantOf } from '../http/access.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { perMinute } from '../http/rate-limit.ts';
import { type Api, byId, fileOf, route } from '../http/route.ts';
import { binary, readUpload } from '../http/upload.ts';
import { notFound } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { type Behaviour, hooksOf } from './behaviour.ts';
import { cardsRoute } from './cards-route.ts';
import { exportRoute } from './export-route.ts';
import { fileFields, openFile, storeFile } from './files.ts';
import { requireWritable } from './guard-fields.ts';
import { hiddenFields } from './guarded.ts';
import { historyRoute } from './history-route.ts';
import { listQuerySchema, readListQuery } from './list-query.ts';
import { liveResources } from './live.ts';
import { listRows, showRow } from './query.ts';
import { assertContext } from './scope.ts';
import { type ReadResource, type ResourceSource, rowsFor, type TenantRows } from './source.ts';
import { editableRecord, withVersion } from './versions.ts';
import { createRow, deleteRows, editRow } from './write.ts';

const contextOfBody = z.object({ contextId: z.uuid() });

const isEditable = ({ actions }: Resource) => actions.includes('edit');
const shownSchema = (resource: Resource) => (isEditable(resource) ? editableRecord : recordSchema)(resource);

type RoutedResource = ReadResource & { behaviour?: Behaviour };

/** Returns one row, with its version if it can be edited. Throws `ApiError` `not_found`. */
export async function showEditable({ db }: Services, source: TenantRows, id: string) {
  const { resource } = source;
  const row = await showRow(db, source, id);
  return isEditable(resource) ? withVersion(resource, row) : row;
}

/** Registers the list and show routes of a resource, as far as it has these actions. */
export function readRoutes(api: Api, services: Services, { resource, source, behaviour = {} }: RoutedResource): void {
  const { db } = services;
  const { routes = {} } = behaviour;
  if (resource.list.live) liveResources(services).set(resource.name, { resource, source });
  if (resource.history) historyRoute(api, services, { resource, source });
  if (resource.cards) cardsRoute(api, services, { resource, source });
  if (resource.list.export) exportRoute(api, services, { resource, source });
  if (resource.actions.includes('list')) {
    api.get(resource.api, {
      ...route(resource.name, 'list', {
        querystring: listQuerySchema(resource),
        answer: pageOf(recordSchema(resource)),
        ...routes.list,
      }),
      handler: async (request) => {
        const tenant = tenantOf(request);
        return listRows(db, rowsFor(source, tenant), readListQuery(resource, request.query));
      },
    });
  }
  if (resource.actions.includes('show')) {
    api.get(`${resource.api}/:id`, {
      ...route(resource.name, 'show', { params: rowParams(resource), answer: shownSchema(resource), ...routes.show }),
      handler: async (request) => {
        const tenant = tenantOf(request);
        return showEditable(services, rowsFor(source, tenant), request.params.id);
      },
    });
  }
}

/** Registers the routes that create, edit and delete the rows of a resource, as far as it has these actions. */
export function writeRoutes(api: Api, services: Services, { resource, source, behaviour = {} }: RoutedResource): void {
  const { db } = services;
  const { routes = {} } = behaviour;
  const [params, answer] = [rowParams(resource), shownSchema(resource)];
  const body = resource.scope === 'context' ? inputSchema(resource).extend(contextOfBody.shape) : inputSchema(resource);
  const show = (tenant: Tenant, id: string) => showEditable(services, rowsFor(source, tenant), id);
  if (resource.actions.includes('create')) {
    api.post(resource.api, {
      ...route(resource.name, 'create', { body, answer, status: 201, ...routes.create }),
      handler: async (request) => {
        const tenant = tenantOf(request);
        const { contextId } = request.body as { contextId?: string };
        if (resource.scope === 'context') assertContext(tenant, String(contextId));
        const hooks = hooksOf(behaviour, memberOf(request));
        const id = await createRow(db, rowsFor(source, tenant), request.body, hooks);
        const row = await show(tenant, id);
        return hooks.secret === undefined ? row : { ...row, secret: hooks.secret };
      },
    });
  }
  if (resource.actions.includes('edit')) {
    api.put(`${resource.api}/:id`, {
      ...route(resource.name, 'edit', { params, body: editSchema(resource), answer, ...routes.edit }),
      handler: async (request) => {
        const tenant = tenantOf(request);
        const { id } = request.params;
        const hooks = hooksOf(behaviour, memberOf(request));
        await editRow(db, rowsFor(source, tenant), id, request.body, hooks);
        return show(tenant, id);
      },
    });
  }
  if (resource.actions.includes('delete')) {
    api.delete(`${resource.api}/:id`, {
      ...route(resource.name, 'delete', { params, ...routes.delete }),
      handler: async (request) => {
        const tenant = tenantOf(request);
        const hooks = hooksOf(behaviour, memberOf(request));
        await deleteRows(db, rowsFor(source, tenant), [request.params.id], hooks);
      },
    });
  }
}

/** Registers the routes to upload a file for a field of a resource, and to download the file of a row. */
export function fileRoutes(api: Api, services: Services, source: ResourceSource): void {
  const { db } = services;
  const { resource } = source;
  const form = z.object({ field: z.enum(fileFields(resource)) });
  const value = z
    .object({ id: z.uuid(), name: z.string(), size: z.int(), type: z.string() })
    .meta({ title: 'StoredFile' });
  const name = recordSchema(resource).meta()?.title as string;
  api.post(`${resource.api}/files`, {
    ...route(resource.name, resource.actions.includes('edit') ? 'edit' : 'create', {
      operationId: `upload${name}File`,
      description:
        'Stores a file for a field. It belongs to nothing, and is deleted after a day, until a row is written with it.',
      answer: value,
      status: 201,
      config: { form: form.extend({ file: binary }), ...perMinute(60) },
    }),
    handler: async (request, reply) => {
      const { fields, file } = await readUpload(request);
      const { field } = form.parse(fields, { reportInput: true });
      if (resource.fields[field]?.guarded) requireWritable(services, request, resource, field);
      return reply.code(201).send(await storeFile(db, resource, tenantOf(request), field, file));
    },
  });
  api.get(`${resource.api}/files/:id`, {
    ...route(resource.name, 'show', {
      operationId: `download${name}File`,
      description: 'The file of a row, by the id that the row has in its field.',
      params: byId,
      answer: fileOf(...(Object.values(FILE_TYPES) as unknown as [string])),
      config: { leavesOutFields: true },
    }),
    handler: async (request, reply) => {
      const tenant = tenantOf(request);
      const file = await openFile(db, rowsFor(source, tenant), request.params.id);
      if (hiddenFields(resource, tenant.hidden).includes(file.field)) throw notFound();
      const isImage = resource.fields[file.field]?.kind === 'image';
      return reply
        .type(file.type)
        .header('content-disposition', contentDisposition(isImage ? 'inline' : 'attachment', file.name))
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .send(Readable.from(file.bytes, { objectMode: false }) as never);
    },
  });
}

/** The body of an edit: all fields optional and without defaults, which are only for new rows, and the version read. */
export function editSchema(resource: Resource): z.ZodObject {
  const fields = Object.entries(inputSchema(resource).shape).map(([name, schema]): [string, z.ZodType] => {
    const type = schema as z.ZodType;
    if (!(type instanceof z.ZodDefault)) return [name, type.optional()];
    // The other examples may be conditional on it.
    return [name, (type.unwrap() as z.ZodType).meta({ examples: [type.def.defaultValue] }).optional()];
  });
  return z.object({ ...Object.fromEntries(fields), ...startedFrom.shape });
}
