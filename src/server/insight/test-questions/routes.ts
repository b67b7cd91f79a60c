import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { testHistory, testQuestionBody, testQuestionEdit, testQuestionList } from '../../../shared/test-questions.ts';
import { tenantOf } from '../../http/access.ts';
import { problemSchema } from '../../http/problem.ts';
import type { Services } from '../../runtime/services.ts';
import { decideHeld } from './held-changes.ts';
import { askTests, createTest, deleteTest, editTest, listTests, setHolding, showTest } from './questions.ts';

const byId = z.object({ id: z.uuid() });
const ofContext = z.object({ contextId: z.uuid() });
const nothing = { 204: z.null(), default: problemSchema };

/** Routes for test questions. */
export function testQuestionRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { db } = services;
  const tags = ['insight'];
  routes.get('/test-questions', {
    config: { resource: 'test-questions', action: 'list' },
    schema: {
      tags,
      operationId: 'listTestQuestions',
      querystring: ofContext,
      response: { 200: testQuestionList, default: problemSchema },
    },
    handler: async (request) => listTests(services, tenantOf(request), request.query.contextId),
  });
  routes.get('/test-questions/:id', {
    config: { resource: 'test-questions', action: 'show' },
    schema: {
      tags,
      operationId: 'showTestQuestions',
      params: byId,
      response: { 200: testHistory, default: problemSchema },
    },
    handler: async (request) => showTest(db, tenantOf(request), request.params.id),
  });
  routes.post('/test-questions', {
    config: { resource: 'test-questions', action: 'create' },
    schema: {
      tags,
      operationId: 'createTestQuestions',
      body: testQuestionBody,
      response: { 201: byId, default: problemSchema },
    },
    handler: async (request, reply) => {
      const id = await createTest(db, tenantOf(request), request.body);
      services.wake();
      return reply.code(201).send({ id });
    },
  });
  routes.put('/test-questions/:id', {
    config: { resource: 'test-questions', action: 'edit' },
    schema: { tags, operationId: 'editTestQuestions', params: byId, body: testQuestionEdit, response: nothing },
    handler: async (request, reply) => {
      await editTest(db, tenantOf(request), request.params.id, request.body);
      services.wake();
      return reply.code(204).send(null);
    },
  });
  routes.delete('/test-questions/:id', {
    config: { resource: 'test-questions', action: 'delete' },
    schema: { tags, operationId: 'deleteTestQuestions', params: byId, response: nothing },
    handler: async (request, reply) => {
      await deleteTest(db, tenantOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  });
  routes.post('/test-questions/run', {
    config: { resource: 'test-questions', action: 'run' },
    schema: { tags, operationId: 'runTestQuestions', body: ofContext, response: nothing },
    handler: async (request, reply) => {
      await askTests(db, tenantOf(request), request.body.contextId);
      services.wake();
      return reply.code(204).send(null);
    },
  });
  routes.put('/test-questions/holding', {
    config: { resource: 'test-questions', action: 'hold' },
    schema: {
      tags,
      operationId: 'setTestQuestionsHolding',
      body: ofContext.extend({ holds: z.boolean() }),
      response: nothing,
    },
    handler: async (request, reply) => {
      const { contextId, holds } = request.body;
      await setHolding(db, tenantOf(request), contextId, holds);
      return reply.code(204).send(null);
    },
  });
  routes.post('/test-questions/held/:id', {
    config: { resource: 'test-questions', action: 'hold' },
    schema: {
      tags,
      operationId: 'decideHeldChange',
      params: byId,
      body: z.object({ decision: z.enum(['accept', 'discard']) }),
      response: nothing,
    },
    handler: async (request, reply) => {
      await decideHeld(db, tenantOf(request), request.params.id, request.body.decision);
      services.wake();
      return reply.code(204).send(null);
    },
  });
}
