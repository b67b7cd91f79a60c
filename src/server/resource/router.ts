import { Readable } from 'node:stream';
import { z } from 'zod';
import { FILE_TYPES } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { inputSchema, recordSchema } from '../../../resources/kit/schema.ts';
import { startedFrom } from '../../shared/rules.ts';
import type { Tenant } from '../db/tenant.ts';
import { tenantOf } from '../http/access.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { perMinute } from '../http/rate-limit.ts';
import { type Api, byId, fileOf, route } from '../http/route.ts';
import { binary, readUpload } from '../http/upload.ts';
import { notFound } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { exportRoute } from './export-route.ts';
import { fileFields, openFile, storeFile } from './files.ts';
import { requireWritable } from './guard-fields.ts';
import { hiddenFields } from './guarded.ts';
import { historyRoute } from './history-route.ts';
import { listQuerySchema, readListQuery } from './list-query.ts';
import { listRows, showRow } from './query.ts';
import { assertContext } from './scope.ts';
import { derivedSource, type ResourceSource } from './source.ts';
import { editableRecord, withVersion } from './versions.ts';
import { createRow, deleteRow, editRow } from './write.ts';

const contextOfBody = z.object({ contextId: z.uuid() });

/** The response schema of every list. */
export function pageOf(row: z.ZodType) {
  const page = z.object({ data: z.array(row), total: z.int(), page: z.int(), limit: z.int() });
  const title = row.meta()?.title;
  return title ? page.meta({ title: `${title}Page` }) : page;
}

const isEditable = ({ actions }: Resource) => actions.includes('edit');
const shownSchema = (resource: Resource) => (isEditable(resource) ? editableRecord : recordSchema)(resource);

/** Returns one row, with its version if it can be edited. Throws `ApiError` `not_found`. */
export async function showEditable(
  { db }: Services,
  resource: Resource,
  source: ResourceSource,
  tenant: Tenant,
  id: string,
) {
  const row = await showRow(db, resource, source, tenant, id);
  return isEditable(resource) ? withVersion(resource, row) : row;
}

/** Where a resource is read from; a function if this depends on the tenant. */
type Source = ResourceSource | ((tenant: Tenant) => ResourceSource);
const sourceFor = (source: Source, tenant: Tenant) => (typeof source === 'function' ? source(tenant) : source);

/** Registers the list and show routes of a resource, as far as it has these actions. */
export function readRoutes(api: Api, services: Services, resource: Resource, source: Source): void {
  const { db } = services;
  const sourceOf = (tenant: Tenant) => sourceFor(source, tenant);
  if (resource.history) historyRoute(api, services, resource, sourceOf);
  if (resource.list.export) exportRoute(api, services, resource, sourceOf);
  if (resource.actions.includes('list')) {
    api.get(resource.api, {
      ...route(resource.name, 'list', {
        querystring: listQuerySchema(resource),
        answer: pageOf(recordSchema(resource)),
      }),
      handler: async (request) => {
        const tenant = tenantOf(request);
        return listRows(db, resource, sourceFor(source, tenant), tenant, readListQuery(resource, request.query));
      },
    });
  }
  if (resource.actions.includes('show')) {
    api.get(`${resource.api}/:id`, {
      ...route(resource.name, 'show', { params: byId, answer: shownSchema(resource) }),
      handler: async (request) => {
        const tenant = tenantOf(request);
        return showEditable(services, resource, sourceFor(source, tenant), tenant, request.params.id);
      },
    });
  }
}

/** How a resource is written. `create` returns the id of the new row. All may throw `ApiError`. */
interface Writes<Input extends object> {
  create: (tenant: Tenant, values: Input) => Promise<string>;
  edit: (tenant: Tenant, id: string, change: Partial<Input> & { version?: string }) => Promise<void>;
  remove: (tenant: Tenant, id: string) => Promise<void>;
}

/** Registers the routes that create, edit and delete the rows of a resource, as far as it has these actions. */
export function writeRoutes<Input extends object>(
  api: Api,
  services: Services,
  resource: Resource,
  source: Source,
  writes: Writes<Input>,
): void {
  const answer = shownSchema(resource);
  const body = resource.scope === 'context' ? inputSchema(resource).extend(contextOfBody.shape) : inputSchema(resource);
  const show = (tenant: Tenant, id: string) => showEditable(services, resource, sourceFor(source, tenant), tenant, id);
  if (resource.actions.includes('create')) {
    api.post(resource.api, {
      ...route(resource.name, 'create', { body, answer, status: 201 }),
      handler: async (request) => {
        const tenant = tenantOf(request);
        const { contextId } = request.body as { contextId?: string };
        if (resource.scope === 'context') assertContext(tenant, String(contextId));
        return show(tenant, await writes.create(tenant, request.body as Input));
      },
    });
  }
  if (resource.actions.includes('edit')) {
    api.put(`${resource.api}/:id`, {
      ...route(resource.name, 'edit', { params: byId, body: editSchema(resource), answer }),
      handler: async (request) => {
        const tenant = tenantOf(request);
        await writes.edit(tenant, request.params.id, request.body as Partial<Input>);
        return show(tenant, request.params.id);
      },
    });
  }
  if (resource.actions.includes('delete')) {
    api.delete(`${resource.api}/:id`, {
      ...route(resource.name, 'delete', { params: byId }),
      handler: async (request) => writes.remove(tenantOf(request), request.params.id),
    });
  }
}

/** Registers the routes to upload a file for a field of a resource, and to download the file of a row. */
function fileRoutes(api: Api, services: Services, resource: Resource, source: ResourceSource): void {
  const { db } = services;
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
      const file = await openFile(db, resource, source, tenant, request.params.id);
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

/** Registers all routes of a resource whose table is derived from its declaration. */
export function derivedRoutes(api: Api, services: Services, resource: Resource): void {
  const source = derivedSource(resource);
  const { db } = services;
  readRoutes(api, services, resource, source);
  writeRoutes<Record<string, unknown>>(api, services, resource, source, {
    create: (tenant, values) => createRow(db, resource, source, tenant, values),
    edit: (tenant, id, change) => editRow(db, resource, source, tenant, id, change),
    remove: (tenant, id) => deleteRow(db, resource, source, tenant, id),
  });
  if (fileFields(resource).length > 0) fileRoutes(api, services, resource, source);
}

/** The body of an edit: all fields optional and without defaults, which are only for new rows, and the version read. */
export function editSchema(resource: Resource): z.ZodObject {
  const fields = Object.entries(inputSchema(resource).shape).map(([name, schema]): [string, z.ZodType] => {
    const type = schema as z.ZodType;
    return [name, (type instanceof z.ZodDefault ? (type.unwrap() as z.ZodType) : type).optional()];
  });
  return z.object({ ...Object.fromEntries(fields), ...startedFrom.shape });
}
