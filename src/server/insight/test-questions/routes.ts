import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { testHistory, testQuestionBody, testQuestionEdit, testQuestionList } from '../../../shared/test-questions.ts';
import { tenantOf } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { decideHeldChange } from './held-changes.ts';
import { createTest, deleteTest, editTest, listTests, queueContextTests, setHolding, showTest } from './questions.ts';

const byId = z.object({ id: z.uuid() });
const ofContext = z.object({ contextId: z.uuid() });

/** Routes for test questions. */
export function testQuestionRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { db } = services;
  const tags = ['insight'];
  routes.get('/test-questions', {
    ...route('test-questions', 'list', { tags, querystring: ofContext, answer: testQuestionList }),
    handler: async (request) => listTests(services, tenantOf(request), request.query.contextId),
  });
  routes.get('/test-questions/:id', {
    ...route('test-questions', 'show', { tags, params: byId, answer: testHistory }),
    handler: async (request) => showTest(db, tenantOf(request), request.params.id),
  });
  routes.post('/test-questions', {
    ...route('test-questions', 'create', { tags, body: testQuestionBody, answer: byId, status: 201 }),
    handler: async (request, reply) => {
      const id = await createTest(db, tenantOf(request), request.body);
      services.wake();
      return reply.code(201).send({ id });
    },
  });
  routes.put('/test-questions/:id', {
    ...route('test-questions', 'edit', { tags, params: byId, body: testQuestionEdit }),
    handler: async (request, reply) => {
      await editTest(db, tenantOf(request), request.params.id, request.body);
      services.wake();
      return reply.code(204).send(null);
    },
  });
  routes.delete('/test-questions/:id', {
    ...route('test-questions', 'delete', { tags, params: byId }),
    handler: async (request, reply) => {
      await deleteTest(db, tenantOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  });
  routes.post('/test-questions/run', {
    ...route('test-questions', 'run', { tags, body: ofContext }),
    handler: async (request, reply) => {
      await queueContextTests(db, tenantOf(request), request.body.contextId);
      services.wake();
      return reply.code(204).send(null);
    },
  });
  routes.put('/test-questions/holding', {
    ...route('test-questions', 'hold', {
      tags,
      operationId: 'setTestQuestionsHolding',
      body: ofContext.extend({ holds: z.boolean() }),
    }),
    handler: async (request, reply) => {
      const { contextId, holds } = request.body;
      await setHolding(db, tenantOf(request), contextId, holds);
      return reply.code(204).send(null);
    },
  });
  routes.post('/test-questions/held/:id', {
    ...route('test-questions', 'hold', {
      tags,
      operationId: 'decideHeldChange',
      params: byId,
      body: z.object({ decision: z.enum(['accept', 'discard']) }),
    }),
    handler: async (request, reply) => {
      await decideHeldChange(db, tenantOf(request), request.params.id, request.body.decision);
      services.wake();
      return reply.code(204).send(null);
    },
  });
}
