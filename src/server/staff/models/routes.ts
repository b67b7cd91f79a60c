import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { modelChoice, modelChoiceInput, modelInput, modelRecord, modelTrial } from '../../../shared/models.ts';
import { tryModel } from '../../chat/models/try-model.ts';
import { findModel } from '../../db/platform.ts';
import { memberOf } from '../../http/access.ts';
import { problemSchema } from '../../http/problem.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { openModel } from '../../providers/model-config.ts';
import { notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import {
  createModel,
  deleteModel,
  editModel,
  listModels,
  readModelChoice,
  setModelChoice,
  showModel,
} from './models.ts';

const byId = z.object({ id: z.uuid() });
const tags = ['staff'];
const none = z.null();

/** Routes for language models and their use. */
export function modelRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { db, key } = services;
  choiceRoutes(app, services);
  routes.get('/admin/models', {
    config: { resource: 'models', action: 'list' },
    schema: {
      tags,
      operationId: 'listModels',
      response: { 200: z.object({ data: z.array(modelRecord), total: z.int() }), default: problemSchema },
    },
    handler: async () => {
      const data = await listModels(db);
      return { data, total: data.length };
    },
  });
  routes.post('/admin/models', {
    config: { resource: 'models', action: 'create' },
    schema: {
      tags,
      operationId: 'createModel',
      body: modelInput,
      response: { 201: modelRecord, default: problemSchema },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await createModel(db, key, memberOf(request), request.body)),
  });
  routes.get('/admin/models/:id', {
    config: { resource: 'models', action: 'show' },
    schema: { tags, operationId: 'showModel', params: byId, response: { 200: modelRecord, default: problemSchema } },
    handler: async (request) => showModel(db, request.params.id),
  });
  routes.put('/admin/models/:id', {
    config: { resource: 'models', action: 'edit' },
    schema: {
      tags,
      operationId: 'editModel',
      params: byId,
      body: modelInput,
      response: { 200: modelRecord, default: problemSchema },
    },
    handler: async (request) => editModel(db, key, memberOf(request), request.params.id, request.body),
  });
  routes.delete('/admin/models/:id', {
    config: { resource: 'models', action: 'delete' },
    schema: { tags, operationId: 'deleteModel', params: byId, response: { 204: none, default: problemSchema } },
    handler: async (request, reply) => {
      await deleteModel(db, memberOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  });
  routes.post('/admin/models/:id/test', {
    config: { resource: 'models', action: 'test', ...perMinute(20) },
    schema: { tags, operationId: 'testModel', params: byId, response: { 200: modelTrial, default: problemSchema } },
    handler: async (request) => {
      const row = await findModel(db, request.params.id);
      if (!row) throw notFound();
      return tryModel(openModel(key, row), services.outbound);
    },
  });
}

function choiceRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const response = { 200: modelChoice, default: problemSchema };
  routes.get('/admin/model-choice', {
    config: { resource: 'model-choice', action: 'show' },
    schema: { tags, operationId: 'showModelChoice', response },
    handler: async () => readModelChoice(services.db),
  });
  routes.put('/admin/model-choice', {
    config: { resource: 'model-choice', action: 'edit' },
    schema: { tags, operationId: 'setModelChoice', body: modelChoiceInput, response },
    handler: async (request) => {
      const choice = await setModelChoice(services.db, memberOf(request), request.body);
      services.wake();
      return choice;
    },
  });
}
