import { z } from 'zod';
import {
  modelChoice,
  modelChoiceInput,
  modelEdit,
  modelInput,
  modelRecord,
  modelTrial,
} from '../../../shared/models.ts';
import { tryModel } from '../../chat/models/try-model.ts';
import { findModel } from '../../db/platform.ts';
import { memberOf } from '../../http/access.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { type Api, byId, route } from '../../http/route.ts';
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

const tags = ['staff'];

export function modelRoutes(api: Api, services: Services): void {
  const { db, key } = services;
  choiceRoutes(api, services);
  api.get('/admin/models', {
    ...route('models', 'list', { tags, answer: z.object({ data: z.array(modelRecord), total: z.int() }) }),
    handler: async () => {
      const data = await listModels(db);
      return { data, total: data.length };
    },
  });
  api.post('/admin/models', {
    ...route('models', 'create', {
      tags,
      operationId: 'createModel',
      body: modelInput,
      answer: modelRecord,
      status: 201,
    }),
    handler: async (request) => createModel(db, key, memberOf(request), request.body),
  });
  api.get('/admin/models/:id', {
    ...route('models', 'show', { tags, operationId: 'showModel', params: byId, answer: modelRecord }),
    handler: async (request) => showModel(db, request.params.id),
  });
  api.put('/admin/models/:id', {
    ...route('models', 'edit', { tags, operationId: 'editModel', params: byId, body: modelEdit, answer: modelRecord }),
    handler: async (request) => editModel(db, key, memberOf(request), request.params.id, request.body),
  });
  api.delete('/admin/models/:id', {
    ...route('models', 'delete', { tags, operationId: 'deleteModel', params: byId }),
    handler: async (request) => deleteModel(db, memberOf(request), request.params.id),
  });
  api.post('/admin/models/:id/test', {
    ...route('models', 'test', {
      tags,
      operationId: 'testModel',
      params: byId,
      answer: modelTrial,
      config: perMinute(20),
    }),
    handler: async (request) => {
      const row = await findModel(db, request.params.id);
      if (!row) throw notFound();
      return tryModel(openModel(key, row), services.outbound);
    },
  });
}

function choiceRoutes(api: Api, services: Services): void {
  api.get('/admin/model-choice', {
    ...route('model-choice', 'show', { tags, answer: modelChoice }),
    handler: async () => readModelChoice(services.db),
  });
  api.put('/admin/model-choice', {
    ...route('model-choice', 'edit', {
      tags,
      operationId: 'setModelChoice',
      body: modelChoiceInput,
      answer: modelChoice,
    }),
    handler: async (request) => {
      const choice = await setModelChoice(services.db, memberOf(request), request.body);
      services.wake();
      return choice;
    },
  });
}
