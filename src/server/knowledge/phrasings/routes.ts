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
import { type Api, route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { acceptPhrasings, correctAnswer, rejectPhrasings, setLearning } from './decide.ts';
import { listPhrasings, readLearning } from './list-phrasings.ts';

export function phrasingRoutes(app: Api, { db }: Services): void {
  const tags = ['contents'];
  app.get('/phrasings', {
    ...route('phrasings', 'list', {
      tags,
      description:
        'The questions that visitors asked before they chose a suggestion, with the content that they chose.',
      querystring: phrasingsQuery,
      answer: phrasingList,
    }),
    handler: async (request) => listPhrasings(db, tenantOf(request), request.query),
  });
  app.post('/phrasings', {
    ...route('phrasings', 'create', {
      tags,
      description:
        'Adds a question as a phrasing of the content that should have answered it, and tests it with a search.',
      body: phrasingBody,
      answer: phrasingAdded,
      status: 201,
    }),
    handler: async (request) => correctAnswer(db, tenantOf(request), request.body),
  });
  app.post('/phrasings/accept', {
    ...route('phrasings', 'decide', {
      tags,
      operationId: 'acceptPhrasings',
      description: 'Accepts phrasings and tests each one with a search.',
      body: phrasingsChosen,
      answer: phrasingsAccepted,
    }),
    handler: async (request) => acceptPhrasings(db, tenantOf(request), request.body),
  });
  app.post('/phrasings/reject', {
    ...route('phrasings', 'decide', {
      tags,
      operationId: 'rejectPhrasings',
      body: phrasingsChosen,
      answer: phrasingsRejected,
    }),
    handler: async (request) => ({ rejected: await rejectPhrasings(db, tenantOf(request), request.body) }),
  });
  app.get('/phrasings/learning', {
    ...route('phrasings', 'list', {
      tags,
      operationId: 'showPhrasingLearning',
      querystring: z.object({ contextId: z.uuid() }),
      answer: phrasingLearning,
    }),
    handler: async (request) => readLearning(db, tenantOf(request), request.query.contextId),
  });
  app.put('/phrasings/learning', {
    ...route('phrasings', 'automate', { tags, operationId: 'setPhrasingLearning', body: phrasingLearning }),
    handler: async (request) => setLearning(db, tenantOf(request), request.body),
  });
}
