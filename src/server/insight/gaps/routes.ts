import { z } from 'zod';
import {
  draftBody,
  gapAnswer,
  gapDetail,
  gapDraft,
  gapList,
  gapsQuery,
  improvement,
  judgedGaps,
  writtenAnswer,
} from '../../../shared/knowledge-gaps.ts';
import { tenantOf } from '../../http/access.ts';
import { disconnectSignal } from '../../http/disconnected.ts';
import { type Api, byId, route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { listGaps, showGap } from './read-gaps.ts';
import { answerGap, draftAnswer, improveAnswer, readImprovement, setGapState } from './write-answer.ts';

const byMessage = z.object({ id: z.uuid(), messageId: z.uuid() });
const createdContent = z.object({ contentId: z.uuid() });

export function gapRoutes(api: Api, services: Services): void {
  const { db } = services;
  const tags = ['insight'];
  api.get('/knowledge-gaps', {
    ...route('knowledge-gaps', 'list', { tags, querystring: gapsQuery, answer: gapList }),
    handler: async (request) => listGaps(db, tenantOf(request), request.query),
  });
  api.get('/knowledge-gaps/:id', {
    ...route('knowledge-gaps', 'show', { tags, params: byId, answer: gapDetail }),
    handler: async (request) => showGap(db, tenantOf(request), request.params.id),
  });
  api.post('/knowledge-gaps/:id/dismiss', {
    ...route('knowledge-gaps', 'judge', { tags, operationId: 'dismissKnowledgeGap', params: byId }),
    handler: async (request) => setGapState(db, tenantOf(request), [request.params.id], 'dismissed'),
  });
  api.post('/knowledge-gaps/:id/reopen', {
    ...route('knowledge-gaps', 'judge', { tags, operationId: 'reopenKnowledgeGap', params: byId }),
    handler: async (request) => setGapState(db, tenantOf(request), [request.params.id], 'open'),
  });
  api.post('/knowledge-gaps/judge', {
    ...route('knowledge-gaps', 'judge', {
      tags,
      description: 'Dismisses or reopens several gaps: all of them or, when one is not found, none.',
      body: judgedGaps,
    }),
    handler: async (request) => setGapState(db, tenantOf(request), request.body.ids, request.body.state),
  });
  api.post('/knowledge-gaps/:id/draft', {
    ...route('knowledge-gaps', 'answer', {
      tags,
      operationId: 'draftKnowledgeGap',
      description: 'Drafts the answer from the contents free of charge, or by the model for up to `most` credits.',
      params: byId,
      body: draftBody,
      answer: gapDraft,
    }),
    handler: async (request, reply) => {
      const options = { signal: disconnectSignal(reply), byModel: request.body?.by === 'model' };
      return draftAnswer(services, tenantOf(request), request.params.id, options);
    },
  });
  api.post('/knowledge-gaps/:id/answer', {
    ...route('knowledge-gaps', 'answer', {
      tags,
      operationId: 'answerKnowledgeGap',
      params: byId,
      body: gapAnswer,
      answer: createdContent,
      status: 201,
    }),
    handler: async (request) => ({
      contentId: await answerGap(db, tenantOf(request), request.params.id, request.body),
    }),
  });
  improvementRoutes(api, services);
}

function improvementRoutes(api: Api, services: Services): void {
  const { db } = services;
  const tags = ['conversations'];
  const at = ({ id, messageId }: z.infer<typeof byMessage>) => ({ conversationId: id, messageId });
  api.get('/conversations/:id/messages/:messageId/improvement', {
    ...route('improvements', 'show', {
      tags,
      operationId: 'showImprovement',
      params: byMessage,
      answer: z.object({ improvement: improvement.nullable() }),
    }),
    handler: async (request) => ({
      improvement: await readImprovement(db, tenantOf(request), at(request.params)),
    }),
  });
  api.post('/conversations/:id/messages/:messageId/improvement', {
    ...route('improvements', 'create', {
      tags,
      operationId: 'createImprovement',
      params: byMessage,
      body: writtenAnswer,
      answer: createdContent,
      status: 201,
    }),
    handler: async (request) => ({
      contentId: await improveAnswer(db, tenantOf(request), at(request.params), request.body),
    }),
  });
}
