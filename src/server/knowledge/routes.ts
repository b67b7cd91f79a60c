import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { CONTENT_TYPES, contents as contentsResource } from '../../../resources/contents.ts';
import { contexts as contextsResource } from '../../../resources/contexts.ts';
import { inputSchema, recordSchema } from '../../../resources/kit/schema.ts';
import { contentText, pagesOnDelete } from '../../shared/contents.ts';
import { phrasingTexts } from '../../shared/phrasings.ts';
import { crawlBody, faqBody, linksBody } from '../../shared/rules.ts';
import { tenantWith } from '../db/tenant.ts';
import { memberOf, tenantOf } from '../http/access.ts';
import { problemSchema } from '../http/problem.ts';
import { captureLimit } from '../http/rate-limit.ts';
import { binary, readUpload } from '../http/upload.ts';
import { listQuerySchema, readListQuery } from '../resource/list-query.ts';
import { listRows, showRow } from '../resource/query.ts';
import { pageOf, readRoutes } from '../resource/router.ts';
import type { Services } from '../runtime/services.ts';
import { createFaq, createFile, createLinks, replaceFile } from './add-contents.ts';
import { readCapture, startCapture } from './capture-site.ts';
import {
  contentsSource,
  deleteContent,
  editContent,
  retryContent,
  showContent,
  showContents,
  withAncestors,
} from './contents.ts';
import { contextsSource, createContext, deleteContext, editContext } from './contexts.ts';
import { readText } from './read-text.ts';

const byId = z.object({ id: z.uuid() });
const none = z.null();
const fileForm = z.object({ contextId: z.uuid(), file: binary });
const content = recordSchema(contentsResource);
const shownContent = content.extend({ phrasings: z.array(z.string()) });
const deleteQuery = z.object({ pages: pagesOnDelete.default('keep') });
/** Paths accept the content type in lower case, too. */
const typeInPath = z.enum([...CONTENT_TYPES, ...CONTENT_TYPES.map((type) => type.toLowerCase())]);
const contentEdit = z.object({
  question: faqBody.shape.question.optional(),
  answer: faqBody.shape.answer.optional(),
  enabled: z.boolean().optional(),
  weeklySync: z.boolean().optional(),
  phrasings: phrasingTexts.optional().describe('All of them, in the place of those that there are.'),
  knownPhrasings: phrasingTexts
    .optional()
    .describe('Those that were edited: refused with 409 where there are others now.'),
});
const contentsQuery = listQuerySchema(contentsResource).extend({
  parents: z.enum(['true', 'false']).default('false').describe('Also what the contexts inherit.'),
});
const capture = z.object({
  id: z.uuid(),
  contextId: z.uuid(),
  url: z.string(),
  status: z.enum(['pending', 'working', 'done', 'error']),
  reason: z.string().nullable(),
  found: z.int(),
  read: z.int(),
  failed: z.int(),
  kept: z.int(),
  limit: z.int(),
  room: z.int(),
  sitemap: z.object({ pages: z.int(), contentId: z.uuid().nullable() }).nullable(),
  pages: z.array(
    z.object({
      url: z.string(),
      title: z.string(),
      words: z.int(),
      depth: z.int(),
      status: z.enum(['read', 'failed']),
      reason: z.string().optional(),
      chosen: z.boolean(),
      isKept: z.boolean(),
    }),
  ),
});

function contextRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { db } = services;
  const tags = ['contexts'];
  readRoutes(app, services, contextsResource, contextsSource);
  routes.post('/contexts', {
    config: { resource: 'contexts', action: 'create' },
    schema: {
      tags,
      operationId: 'createContexts',
      body: inputSchema(contextsResource),
      response: { 201: recordSchema(contextsResource), default: problemSchema },
    },
    handler: async (request, reply) => {
      const { tenant, userId } = memberOf(request);
      const id = await createContext(db, tenant, userId, request.body as never);
      // The tenant was computed before the context existed: users limited to certain contexts need it added.
      const own = tenantWith(tenant, id);
      return reply.code(201).send(await showRow(db, contextsResource, contextsSource, own, id));
    },
  });
  routes.put('/contexts/:id', {
    config: { resource: 'contexts', action: 'edit' },
    schema: {
      tags,
      operationId: 'editContexts',
      params: byId,
      body: inputSchema(contextsResource).partial(),
      response: { 200: recordSchema(contextsResource), default: problemSchema },
    },
    handler: async (request) => {
      const { id } = request.params;
      await editContext(db, tenantOf(request), id, request.body as never);
      return showRow(db, contextsResource, contextsSource, tenantOf(request), id);
    },
  });
  routes.delete('/contexts/:id', {
    config: { resource: 'contexts', action: 'delete' },
    schema: {
      tags,
      operationId: 'deleteContexts',
      params: byId,
      querystring: z.object({ contents: z.enum(['move', 'remove']).default('remove') }),
      response: { 204: none, default: problemSchema },
    },
    handler: async (request, reply) => {
      await deleteContext(db, tenantOf(request), request.params.id, request.query.contents);
      return reply.code(204).send(null);
    },
  });
}

function addingRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { db } = services;
  const tags = ['contents'];
  const create = { resource: 'contents', action: 'create' };
  const capturing = { resource: 'contents', action: 'capture' };
  const made = { 201: shownContent, default: problemSchema };
  routes.post('/contents/faq', {
    config: create,
    schema: { tags, operationId: 'createFaq', body: faqBody, response: made },
    handler: async (request, reply) => {
      const id = await createFaq(db, tenantOf(request), request.body);
      services.wake();
      return reply.code(201).send(await showContent(db, tenantOf(request), id));
    },
  });
  routes.post('/contents/file', {
    config: { ...create, form: fileForm },
    schema: { tags, operationId: 'createFile', response: made },
    handler: async (request, reply) => {
      const { fields, file } = await readUpload(request);
      const { contextId } = fileForm.pick({ contextId: true }).parse(fields, { reportInput: true });
      const id = await createFile(db, tenantOf(request), contextId, file);
      services.wake();
      return reply.code(201).send(await showContent(db, tenantOf(request), id));
    },
  });
  routes.post('/contents/links', {
    config: create,
    schema: {
      tags,
      operationId: 'createLinks',
      body: linksBody,
      response: { 201: z.object({ data: z.array(content) }), default: problemSchema },
    },
    handler: async (request, reply) => {
      const { contextId, urls, sitemap } = request.body;
      const ids = await createLinks(db, tenantOf(request), contextId, urls, sitemap ? 'SITEMAP' : 'LINK');
      services.wake();
      return reply.code(201).send({ data: await showContents(db, tenantOf(request), ids) });
    },
  });
  routes.post('/contents/crawl-links', {
    config: { ...capturing, ...captureLimit },
    schema: {
      tags,
      operationId: 'startCapture',
      body: crawlBody,
      response: { 202: byId, default: problemSchema },
    },
    handler: async (request, reply) => {
      const allowsSite = services.can.may(memberOf(request), 'widget-origins', 'edit');
      const id = await startCapture(db, tenantOf(request), { ...request.body, allowsSite });
      services.wake();
      return reply.code(202).send({ id });
    },
  });
  routes.get('/contents/crawl-links/:id', {
    config: capturing,
    schema: { tags, operationId: 'showCapture', params: byId, response: { 200: capture, default: problemSchema } },
    handler: async (request) => readCapture(db, tenantOf(request), request.params.id),
  });
}

function contentRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { db } = services;
  const tags = ['contents'];
  const one = { 200: shownContent, default: problemSchema };
  routes.get('/contents', {
    config: { resource: 'contents', action: 'list' },
    schema: {
      tags,
      operationId: 'listContents',
      querystring: contentsQuery,
      response: { 200: pageOf(content), default: problemSchema },
    },
    handler: async (request) => {
      const query = readListQuery(contentsResource, request.query);
      if (request.query.parents === 'true') {
        query.contextIds = await withAncestors(db, tenantOf(request), query.contextIds);
      }
      return listRows(db, contentsResource, contentsSource, tenantOf(request), query);
    },
  });
  routes.get('/contents/:id', {
    config: { resource: 'contents', action: 'show' },
    schema: { tags, operationId: 'showContents', params: byId, response: one },
    handler: async (request) => showContent(db, tenantOf(request), request.params.id),
  });
  routes.get('/contents/:id/text', {
    config: { resource: 'contents', action: 'show' },
    schema: {
      tags,
      operationId: 'showContentText',
      description: 'The text that answers now, in passages.',
      params: byId,
      querystring: z.object({
        from: z.coerce.number().int().min(0).max(1_000_000).default(0),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
      response: { 200: contentText, default: problemSchema },
    },
    handler: async (request) => readText(db, tenantOf(request), request.params.id, request.query),
  });
  routes.put('/contents/:id', {
    config: { resource: 'contents', action: 'edit' },
    schema: { tags, operationId: 'editContents', params: byId, body: contentEdit, response: one },
    handler: async (request) => {
      await editContent(db, tenantOf(request), request.params.id, request.body);
      services.wake();
      return showContent(db, tenantOf(request), request.params.id);
    },
  });
  routes.put('/contents/file/:id', {
    config: { resource: 'contents', action: 'edit', form: fileForm.pick({ file: true }) },
    schema: { tags, operationId: 'replaceFile', params: byId, response: one },
    handler: async (request) => {
      const { file } = await readUpload(request);
      await replaceFile(db, tenantOf(request), request.params.id, file);
      services.wake();
      return showContent(db, tenantOf(request), request.params.id);
    },
  });
  routes.delete('/contents/:id', {
    config: { resource: 'contents', action: 'delete' },
    schema: {
      tags,
      operationId: 'deleteContents',
      description: 'Of a sitemap, `pages` says what becomes of the pages that it brought.',
      params: byId,
      querystring: deleteQuery,
      response: { 204: none, default: problemSchema },
    },
    handler: async (request, reply) => {
      await deleteContent(db, tenantOf(request), request.params.id, request.query);
      return reply.code(204).send(null);
    },
  });
  routes.delete('/contents/:id/:type', {
    config: { resource: 'contents', action: 'delete' },
    schema: {
      tags,
      operationId: 'deleteContentsOfType',
      description: 'As without the type, for whoever wants to be sure: a content of another type is not found.',
      params: byId.extend({ type: typeInPath }),
      querystring: deleteQuery,
      response: { 204: none, default: problemSchema },
    },
    handler: async (request, reply) => {
      const { id, type: written } = request.params;
      const type = CONTENT_TYPES.find((known) => known === written.toUpperCase());
      await deleteContent(db, tenantOf(request), id, { ...request.query, type });
      return reply.code(204).send(null);
    },
  });
  routes.post('/contents/:id/retry', {
    config: { resource: 'contents', action: 'retry' },
    schema: {
      tags,
      operationId: 'retryContents',
      params: byId,
      response: { 202: shownContent, default: problemSchema },
    },
    handler: async (request, reply) => {
      await retryContent(db, tenantOf(request), request.params.id);
      services.wake();
      return reply.code(202).send(await showContent(db, tenantOf(request), request.params.id));
    },
  });
}

export function knowledgeRoutes(app: FastifyInstance, services: Services): void {
  contextRoutes(app, services);
  addingRoutes(app, services);
  contentRoutes(app, services);
}
