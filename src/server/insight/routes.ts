import { Readable } from 'node:stream';
import { z } from 'zod';
import { conversations as declaration } from '../../../resources/conversations.ts';
import { recordSchema } from '../../../resources/kit/schema.ts';
import { conversationDetail } from '../../shared/conversation-detail.ts';
import { dashboard, EXPORT_FORMATS, insightQuery, monitoring } from '../../shared/insight.ts';
import { pageOf } from '../../shared/page.ts';
import { toDo } from '../../shared/to-do.ts';
import { memberOf, tenantOf } from '../http/access.ts';
import { exportLimit } from '../http/rate-limit.ts';
import type { Member } from '../http/read-member.ts';
import { type Api, byId, fileOf, route } from '../http/route.ts';
import { hiddenFields } from '../resource/guarded.ts';
import { listQuerySchema, readListQuery } from '../resource/list-query.ts';
import type { Services } from '../runtime/services.ts';
import { listConversations, showConversation } from './conversations.ts';
import { readDashboard } from './dashboard.ts';
import { conversationsCsv, conversationsJsonLines } from './export.ts';
import { readMonitoring } from './monitoring.ts';
import { readToDo } from './to-do.ts';

const conversation = recordSchema(declaration).extend(conversationDetail.shape);

const foundPage = pageOf(recordSchema(declaration)).extend({
  isTotalLeast: z
    .boolean()
    .optional()
    .describe('True if a search stopped counting: `total` is then a lower bound, large enough for the next page.'),
});

/** Only in some plans. */
const canReadFeedback = ({ policy }: Services, member: Member): boolean =>
  policy.can(member, 'interaction-monitoring', 'feedback');

function conversationRoutes(api: Api, services: Services): void {
  const { db } = services;
  // `everywhere`: all contexts that the member may see, ignoring `contextId`; `context`: only these, ignoring it, too.
  const querystring = listQuerySchema(declaration).extend({ everywhere: z.literal('true').optional() });
  const readQuery = (query: Record<string, unknown>) => {
    const read = readListQuery(declaration, query);
    return query.everywhere || query.context ? { ...read, contextIds: [] } : read;
  };
  api.get('/conversations', {
    ...route('conversations', 'list', { querystring, answer: foundPage }),
    handler: async (request) => listConversations(db, tenantOf(request), readQuery(request.query)),
  });
  api.get('/conversations/export', {
    ...route('conversations', 'export', {
      querystring: querystring.extend({ format: z.enum(EXPORT_FORMATS).default('csv') }),
      answer: fileOf('text/csv', 'application/jsonl'),
      config: { ...exportLimit, leavesOutFields: true },
    }),
    handler: async (request, reply) => {
      const { format } = request.query as { format: (typeof EXPORT_FORMATS)[number] };
      const query = readQuery(request.query);
      const options = {
        withRatings: canReadFeedback(services, memberOf(request)),
        hidden: hiddenFields(declaration, tenantOf(request).hidden),
      };
      const isCsv = format === 'csv';
      const write = isCsv ? conversationsCsv : conversationsJsonLines;
      const pieces = write(db, tenantOf(request), query, options);
      return reply
        .type(isCsv ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8')
        .header('content-disposition', `attachment; filename="conversas.${format}"`)
        .send(Readable.from(pieces, { objectMode: false }) as never);
    },
  });
  api.get('/conversations/:id', {
    ...route('conversations', 'show', { params: byId, answer: conversation }),
    handler: async (request) => {
      const conversation = await showConversation(db, tenantOf(request), request.params.id);
      if (canReadFeedback(services, memberOf(request))) return conversation;
      return {
        ...conversation,
        exchanges: conversation.exchanges.map((one) => ({ ...one, rating: null })),
      };
    },
  });
}

export function insightRoutes(api: Api, services: Services): void {
  const { db, policy } = services;
  const tags = ['insight'];
  conversationRoutes(api, services);
  api.get('/dashboard', {
    ...route('dashboard', 'show', { tags, querystring: insightQuery, answer: dashboard }),
    handler: async (request) => {
      const member = memberOf(request);
      const { days, contextId = [], types } = request.query;
      const seesPeople = policy.can(member, 'users', 'list');
      return readDashboard(db, member.tenant, { days, contextIds: contextId, types, seesPeople });
    },
  });
  api.get('/dashboard/to-do', {
    ...route('dashboard', 'show', {
      tags,
      operationId: 'showToDo',
      description:
        'What waits for somebody, in all contexts that the caller may see. Null is what the caller may not see.',
      answer: toDo,
    }),
    handler: async (request) => {
      const member = memberOf(request);
      const can = (resource: string) => policy.can(member, resource, 'list');
      return readToDo(db, member.tenant, {
        stops: can('notices'),
        conversations: can('inbox'),
        messages: can('visitor-messages'),
        gaps: can('knowledge-gaps'),
        contents: can('contents'),
        held: can('test-questions'),
        credits: policy.can(member, 'subscription', 'show'),
      });
    },
  });
  api.get('/interaction-monitoring', {
    ...route('interaction-monitoring', 'show', { tags, querystring: insightQuery, answer: monitoring }),
    handler: async (request) => {
      const member = memberOf(request);
      const { days, contextId = [], types } = request.query;
      const withFeedback = canReadFeedback(services, member);
      return readMonitoring(db, member.tenant, { days, contextIds: contextId, types, withFeedback });
    },
  });
}
