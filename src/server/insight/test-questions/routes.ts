import { z } from 'zod';
import { testQuestions } from '../../../../resources/test-questions.ts';
import { testResults, testState } from '../../../shared/test-questions.ts';
import { tenantOf } from '../../http/access.ts';
import { type Api, byId, route } from '../../http/route.ts';
import { serve } from '../../resource/serve.ts';
import type { Services } from '../../runtime/services.ts';
import { decideHeldChange } from './held-changes.ts';
import { listResults, queueContextTests, readTestState, setHolding, testQuestionBehaviour } from './questions.ts';

const ofContext = z.object({ contextId: z.uuid() });

export function testQuestionRoutes(api: Api, services: Services): void {
  const { db } = services;
  const tags = ['insight'];
  const operations = (['list', 'show', 'create', 'edit', 'delete'] as const).map((action) => [action, { tags }]);
  serve(api, services, testQuestions, { ...testQuestionBehaviour, routes: Object.fromEntries(operations) });
  api.get('/test-questions/state', {
    ...route('test-questions', 'list', {
      tags,
      operationId: 'showTestState',
      querystring: ofContext,
      answer: testState,
    }),
    handler: async (request) => readTestState(services, tenantOf(request), request.query.contextId),
  });
  api.get('/test-questions/:id/results', {
    ...route('test-questions', 'show', { tags, operationId: 'listTestResults', params: byId, answer: testResults }),
    handler: async (request) => listResults(db, tenantOf(request), request.params.id),
  });
  api.post('/test-questions/run', {
    ...route('test-questions', 'run', { tags, body: ofContext }),
    handler: async (request) => queueContextTests(db, tenantOf(request), request.body.contextId),
  });
  api.put('/test-questions/holding', {
    ...route('test-questions', 'hold', {
      tags,
      operationId: 'setTestQuestionsHolding',
      body: ofContext.extend({ holds: z.boolean() }),
    }),
    handler: async (request) => setHolding(db, tenantOf(request), request.body.contextId, request.body.holds),
  });
  api.post('/test-questions/held/:id', {
    ...route('test-questions', 'hold', {
      tags,
      operationId: 'decideHeldChange',
      params: byId,
      body: z.object({ decision: z.enum(['accept', 'discard']) }),
    }),
    handler: async (request) => decideHeldChange(db, tenantOf(request), request.params.id, request.body.decision),
  });
}
