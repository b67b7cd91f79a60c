import { Readable } from 'node:stream';
import { z } from 'zod';
import { CONTENT_TYPES, contents as contentsResource } from '../../../resources/contents.ts';
import { contexts as contextsResource } from '../../../resources/contexts.ts';
import { inputSchema, recordSchema } from '../../../resources/kit/schema.ts';
import { contentText, pagesOnDelete } from '../../shared/contents.ts';
import { pageOf } from '../../shared/page.ts';
import {
  contentEdit,
  crawlBody,
  externalContent,
  externalId,
  faqBody,
  linksBody,
  startedFrom,
} from '../../shared/rules.ts';
import { captureState } from '../../shared/site-capture.ts';
import { type Tenant, tenantWith } from '../db/tenant.ts';
import { memberOf, requirePermission, tenantOf } from '../http/access.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { captureLimit } from '../http/rate-limit.ts';
import { type Api, byId, fileOf, route } from '../http/route.ts';
import { binary, readUpload } from '../http/upload.ts';
import { listQuerySchema, readListQuery } from '../resource/list-query.ts';
import { listRows, readByIds } from '../resource/query.ts';
import { readRoutes, showEditable } from '../resource/router.ts';
import { rowsFor } from '../resource/source.ts';
import { editableRecord } from '../resource/versions.ts';
import type { Services } from '../runtime/services.ts';
import { readCapture, startCapture } from './capture-site.ts';
import { createFaq, createFile, createLinks, replaceFile } from './contents/add-contents.ts';
import {
  contentsSource,
  deleteContent,
  editContent,
  openOriginal,
  retryContent,
  showContent,
  withAncestors,
} from './contents/contents.ts';
import { idOfExternal, putContent } from './contents/put-content.ts';
import { readText } from './contents/read-text.ts';
import { contextsSource, createContext, deleteContext, editContext } from './contexts.ts';
import { readSiteName } from './site-name.ts';

const fileForm = z.object({ contextId: z.uuid(), externalId: externalId.optional(), file: binary });
const byExternalId = z.object({ id: externalId });
const ofContext = z.object({ contextId: z.uuid() });
const content = recordSchema(contentsResource);
const shownContent = editableRecord(contentsResource)
  .extend({
    phrasings: z.array(z.string()),
    hasOriginal: z.boolean().describe('Whether the original file can be downloaded.'),
  })
  .meta({ title: 'ContentDetail' });
const deleteQuery = z.object({ pages: pagesOnDelete.default('keep') });
const typeInPath = z.enum([...CONTENT_TYPES, ...CONTENT_TYPES.map((type) => type.toLowerCase())]);
const contentsQuery = listQuerySchema(contentsResource).extend({
  parents: z.enum(['true', 'false']).default('false').describe('Also lists the contents that the contexts inherit.'),
});
function contextRoutes(app: Api, services: Services): void {
  const { db } = services;
  readRoutes(app, services, { resource: contextsResource, source: contextsSource });
  app.post('/contexts', {
    ...route('contexts', 'create', {
      body: inputSchema(contextsResource),
      answer: editableRecord(contextsResource),
      status: 201,
    }),
    handler: async (request) => {
      const member = memberOf(request);
      const { tenant } = member;
      const id = await createContext(db, tenant, member, request.body as never);
      // The tenant was computed before the context existed: users limited to certain contexts need it added.
      const own = tenantWith(tenant, id);
      return showEditable(services, rowsFor(contextsSource, own), id);
    },
  });
  app.put('/contexts/:id', {
    ...route('contexts', 'edit', {
      params: byId,
      body: inputSchema(contextsResource).partial().extend(startedFrom.shape),
      answer: editableRecord(contextsResource),
    }),
    handler: async (request) => {
      const { id } = request.params;
      await editContext(db, tenantOf(request), id, request.body as never);
      return showEditable(services, rowsFor(contextsSource, tenantOf(request)), id);
    },
  });
  app.delete('/contexts/:id', {
    ...route('contexts', 'delete', {
      params: byId,
      querystring: z.object({ contents: z.enum(['move', 'remove']).default('remove') }),
    }),
    handler: async (request) => deleteContext(db, tenantOf(request), request.params.id, request.query.contents),
  });
}

function addingRoutes(app: Api, services: Services): void {
  const { db } = services;

  app.post('/contents/faq', {
    ...route('contents', 'create', { operationId: 'createFaq', body: faqBody, answer: shownContent, status: 201 }),
    handler: async (request) => {
      const id = await createFaq(db, tenantOf(request), request.body);
      return showContent(db, tenantOf(request), id);
    },
  });
  app.post('/contents/file', {
    ...route('contents', 'create', {
      operationId: 'createFile',
      answer: shownContent,
      status: 201,
      config: { form: fileForm },
    }),
    handler: async (request) => {
      const { fields, file } = await readUpload(request);
      const target = fileForm.omit({ file: true }).parse(fields, { reportInput: true });
      const id = await createFile(db, tenantOf(request), target, file);
      return showContent(db, tenantOf(request), id);
    },
  });
  app.post('/contents/links', {
    ...route('contents', 'create', {
      operationId: 'createLinks',
      body: linksBody,
      answer: z.object({ data: z.array(content) }),
      status: 201,
    }),
    handler: async (request) => {
      const { contextId, urls, sitemap } = request.body;
      const ids = await createLinks(db, tenantOf(request), contextId, urls, sitemap ? 'SITEMAP' : 'LINK');
      return { data: await readByIds(db, rowsFor(contentsSource, tenantOf(request)), ids) };
    },
  });
  app.post('/contents/crawl-links', {
    ...route('contents', 'capture', {
      operationId: 'startCapture',
      body: crawlBody,
      answer: byId,
      status: 202,
      config: captureLimit,
    }),
    handler: async (request) => {
      const allowsSite = services.policy.can(memberOf(request), 'widget-origins', 'edit');
      return { id: await startCapture(db, tenantOf(request), { ...request.body, allowsSite }) };
    },
  });
  app.get('/contents/site-name', {
    ...route('contents', 'capture', {
      operationId: 'showSiteName',
      description:
        'The name that a page gives its site, such as in its title; null if it gives none or cannot be read.',
      querystring: crawlBody.pick({ url: true }),
      answer: z.object({ name: z.string().nullable() }),
      config: captureLimit,
    }),
    handler: async (request) => ({ name: await readSiteName(services.outbound, request.query.url) }),
  });
  app.get('/contents/crawl-links/:id', {
    ...route('contents', 'capture', { operationId: 'showCapture', params: byId, answer: captureState }),
    handler: async (request) => readCapture(db, tenantOf(request), request.params.id),
  });
}

function contentRoutes(app: Api, services: Services): void {
  const { db } = services;
  app.get('/contents', {
    ...route('contents', 'list', { querystring: contentsQuery, answer: pageOf(content) }),
    handler: async (request) => {
      const query = readListQuery(contentsResource, request.query);
      if (request.query.parents === 'true') {
        query.contextIds = await withAncestors(db, tenantOf(request), query.contextIds);
      }
      return listRows(db, rowsFor(contentsSource, tenantOf(request)), query);
    },
  });
  app.get('/contents/:id', {
    ...route('contents', 'show', { params: byId, answer: shownContent }),
    handler: async (request) => showContent(db, tenantOf(request), request.params.id),
  });
  app.get('/contents/:id/text', {
    ...route('contents', 'show', {
      operationId: 'showContentText',
      description: 'The text in use, one entry per passage.',
      params: byId,
      querystring: z.object({
        from: z.coerce.number().int().min(0).max(1_000_000).default(0),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
      answer: contentText,
    }),
    handler: async (request) => readText(db, tenantOf(request), request.params.id, request.query),
  });
  app.get('/contents/:id/original', {
    ...route('contents', 'show', {
      operationId: 'downloadOriginal',
      description: 'The original of a file, if the account keeps originals.',
      params: byId,
      answer: fileOf('application/octet-stream'),
    }),
    handler: async (request, reply) => {
      const { name, bytes } = await openOriginal(db, tenantOf(request), request.params.id);
      return reply
        .type('application/octet-stream')
        .header('content-disposition', contentDisposition('attachment', name))
        .send(Readable.from(bytes, { objectMode: false }) as never);
    },
  });
  app.put('/contents/:id', {
    ...route('contents', 'edit', { params: byId, body: contentEdit, answer: shownContent }),
    handler: async (request) => {
      await editContent(db, tenantOf(request), request.params.id, request.body);
      return showContent(db, tenantOf(request), request.params.id);
    },
  });
  app.put('/contents/file/:id', {
    ...route('contents', 'edit', {
      operationId: 'replaceFile',
      params: byId,
      answer: shownContent,
      config: { form: fileForm.pick({ file: true }) },
    }),
    handler: async (request) => {
      const { file } = await readUpload(request);
      await replaceFile(db, tenantOf(request), request.params.id, file);
      return showContent(db, tenantOf(request), request.params.id);
    },
  });
  app.delete('/contents/:id', {
    ...route('contents', 'delete', {
      description: 'For a sitemap, `pages` decides whether its pages are kept or deleted.',
      params: byId,
      querystring: deleteQuery,
    }),
    handler: async (request) => deleteContent(db, tenantOf(request), request.params.id, request.query),
  });
  app.delete('/contents/:id/:type', {
    ...route('contents', 'delete', {
      operationId: 'deleteContentsOfType',
      description: 'Like the deletion by id, but returns 404 for a content of another type.',
      params: byId.extend({ type: typeInPath }),
      querystring: deleteQuery,
    }),
    handler: async (request) => {
      const { id, type: typeName } = request.params;
      const type = CONTENT_TYPES.find((known) => known === typeName.toUpperCase());
      await deleteContent(db, tenantOf(request), id, { ...request.query, type });
    },
  });
  app.post('/contents/:id/retry', {
    ...route('contents', 'retry', { params: byId, answer: shownContent, status: 202 }),
    handler: async (request) => {
      await retryContent(db, tenantOf(request), request.params.id);
      return showContent(db, tenantOf(request), request.params.id);
    },
  });
}

function externalIdRoutes(app: Api, services: Services): void {
  const { db } = services;
  const path = '/contents/by-external-id/:id';
  const idOf = ({ params, query }: { params: { id: string }; query: { contextId: string } }, tenant: Tenant) =>
    idOfExternal(db, tenant, query.contextId, params.id);
  app.put(path, {
    ...route('contents', 'edit', {
      operationId: 'putContentByExternalId',
      description:
        'Adds a question with its answer (`question`, `answer`) or a page (`url`), or makes the content with this external id equal to it.',
      params: byExternalId,
      body: externalContent,
      answer: shownContent,
      upserts: true,
    }),
    handler: async (request, reply) => {
      const member = memberOf(request);
      requirePermission(services, member, 'contents', 'create');
      const { id, isNew } = await putContent(db, member.tenant, request.params.id, request.body);
      return reply.code(isNew ? 201 : 200).send(await showContent(db, member.tenant, id));
    },
  });
  app.get(path, {
    ...route('contents', 'show', {
      operationId: 'showContentByExternalId',
      params: byExternalId,
      querystring: ofContext,
      answer: shownContent,
    }),
    handler: async (request) => showContent(db, tenantOf(request), await idOf(request, tenantOf(request))),
  });
  app.delete(path, {
    ...route('contents', 'delete', {
      operationId: 'deleteContentByExternalId',
      params: byExternalId,
      querystring: ofContext,
    }),
    handler: async (request) => {
      const tenant = tenantOf(request);
      await deleteContent(db, tenant, await idOf(request, tenant));
    },
  });
}

export function knowledgeRoutes(app: Api, services: Services): void {
  contextRoutes(app, services);
  addingRoutes(app, services);
  contentRoutes(app, services);
  externalIdRoutes(app, services);
}
