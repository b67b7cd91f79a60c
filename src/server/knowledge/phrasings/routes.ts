import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  phrasingAdded,
  phrasingBody,
  phrasingLearning,
  phrasingList,
  phrasingsAccepted,
  phrasingsChosen,
  phrasingsQuery,
  phrasingsRejected,
} from '../../../shared/phrasings.ts';
import { tenantOf } from '../../http/access.ts';
import { problemSchema } from '../../http/problem.ts';
import type { Services } from '../../runtime/services.ts';
import { acceptPhrasings, correctAnswer, rejectPhrasings, setLearning } from './decide.ts';
import { listPhrasings, readLearning } from './list-phrasings.ts';

/** The wordings in which visitors ask for contents. */
export function phrasingRoutes(app: FastifyInstance, { db, wake }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['contents'];
  routes.get('/phrasings', {
    config: { resource: 'phrasings', action: 'list' },
    schema: {
      tags,
      operationId: 'listPhrasings',
      description: 'What visitors asked before they took a suggestion, by the content that they took.',
      querystring: phrasingsQuery,
      response: { 200: phrasingList, default: problemSchema },
    },
    handler: async (request) => listPhrasings(db, tenantOf(request), request.query),
  });
  routes.post('/phrasings', {
    config: { resource: 'phrasings', action: 'create' },
    schema: {
      tags,
      operationId: 'createPhrasings',
      description: 'Makes a question a phrasing of the content that should have answered it, and asks it again.',
      body: phrasingBody,
      response: { 201: phrasingAdded, default: problemSchema },
    },
    handler: async (request, reply) => {
      const added = await correctAnswer(db, tenantOf(request), request.body);
      wake();
      return reply.code(201).send(added);
    },
  });
  routes.post('/phrasings/accept', {
    config: { resource: 'phrasings', action: 'decide' },
    schema: {
      tags,
      operationId: 'acceptPhrasings',
      description: 'Accepts phrasings and asks each of them again, to prove that it is answered now.',
      body: phrasingsChosen,
      response: { 200: phrasingsAccepted, default: problemSchema },
    },
    handler: async (request) => {
      const accepted = await acceptPhrasings(db, tenantOf(request), request.body);
      wake();
      return accepted;
    },
  });
  routes.post('/phrasings/reject', {
    config: { resource: 'phrasings', action: 'decide' },
    schema: {
      tags,
      operationId: 'rejectPhrasings',
      body: phrasingsChosen,
      response: { 200: phrasingsRejected, default: problemSchema },
    },
    handler: async (request) => {
      const rejected = await rejectPhrasings(db, tenantOf(request), request.body);
      wake();
      return { rejected };
    },
  });
  learningRoutes(app, db, wake);
}

function learningRoutes(app: FastifyInstance, db: Services['db'], nudge: Services['wake']): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['contents'];
  routes.get('/phrasings/learning', {
    config: { resource: 'phrasings', action: 'list' },
    schema: {
      tags,
      operationId: 'showPhrasingLearning',
      querystring: z.object({ contextId: z.uuid() }),
      response: { 200: phrasingLearning, default: problemSchema },
    },
    handler: async (request) => readLearning(db, tenantOf(request), request.query.contextId),
  });
  routes.put('/phrasings/learning', {
    config: { resource: 'phrasings', action: 'automate' },
    schema: {
      tags,
      operationId: 'setPhrasingLearning',
      body: phrasingLearning,
      response: { 204: z.null(), default: problemSchema },
    },
    handler: async (request, reply) => {
      await setLearning(db, tenantOf(request), request.body);
      nudge();
      return reply.code(204).send(null);
    },
  });
}
