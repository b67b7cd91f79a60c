import { z } from 'zod';
import {
  testHistory,
  testQuestion,
  testQuestionBody,
  testQuestionEdit,
  testQuestionList,
} from '../../../shared/test-questions.ts';
import { tenantOf } from '../../http/access.ts';
import { type Api, byId, route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { decideHeldChange } from './held-changes.ts';
import { createTest, deleteTest, editTest, listTests, queueContextTests, setHolding, showTest } from './questions.ts';

const ofContext = z.object({ contextId: z.uuid() });

export function testQuestionRoutes(api: Api, services: Services): void {
  const { db } = services;
  const tags = ['insight'];
  api.get('/test-questions', {
    ...route('test-questions', 'list', { tags, querystring: ofContext, answer: testQuestionList }),
    handler: async (request) => listTests(services, tenantOf(request), request.query.contextId),
  });
  api.get('/test-questions/:id', {
    ...route('test-questions', 'show', { tags, params: byId, answer: testHistory }),
    handler: async (request) => showTest(db, tenantOf(request), request.params.id),
  });
  api.post('/test-questions', {
    ...route('test-questions', 'create', { tags, body: testQuestionBody, answer: byId, status: 201 }),
    handler: async (request) => {
      const id = await createTest(db, tenantOf(request), request.body);
      services.wake();
      return { id };
    },
  });
  api.put('/test-questions/:id', {
    ...route('test-questions', 'edit', { tags, params: byId, body: testQuestionEdit, answer: testQuestion }),
    handler: async (request) => {
      const question = await editTest(db, tenantOf(request), request.params.id, request.body);
      services.wake();
      return question;
    },
  });
  api.delete('/test-questions/:id', {
    ...route('test-questions', 'delete', { tags, params: byId }),
    handler: async (request) => deleteTest(db, tenantOf(request), request.params.id),
  });
  api.post('/test-questions/run', {
    ...route('test-questions', 'run', { tags, body: ofContext }),
    handler: async (request) => {
      await queueContextTests(db, tenantOf(request), request.body.contextId);
      services.wake();
    },
  });
  api.put('/test-questions/holding', {
    ...route('test-questions', 'hold', {
      tags,
      operationId: 'setTestQuestionsHolding',
      body: ofContext.extend({ holds: z.boolean() }),
    }),
    handler: async (request) => {
      const { contextId, holds } = request.body;
      await setHolding(db, tenantOf(request), contextId, holds);
    },
  });
  api.post('/test-questions/held/:id', {
    ...route('test-questions', 'hold', {
      tags,
      operationId: 'decideHeldChange',
      params: byId,
      body: z.object({ decision: z.enum(['accept', 'discard']) }),
    }),
    handler: async (request) => {
      await decideHeldChange(db, tenantOf(request), request.params.id, request.body.decision);
      services.wake();
    },
  });
}
