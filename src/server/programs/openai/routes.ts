import type { FastifyReply, FastifyRequest } from 'fastify';
import { STREAMS_PER_ACCOUNT } from '../../../shared/constants.ts';
import type { Problem } from '../../../shared/problem.ts';
import { tenantOf } from '../../http/access.ts';
import { disconnectSignal } from '../../http/disconnected.ts';
import type { OpenStreams } from '../../http/open-streams.ts';
import { handleErrors, problem, problemOf } from '../../http/problem.ts';
import { type Api, route } from '../../http/route.ts';
import { sendEncoded } from '../../http/sse.ts';
import type { Services } from '../../runtime/services.ts';
import { chunksOf, completionOf } from './completion.ts';
import { completion, completionBody, completionChunk, modelList, openAiError } from './completion-schema.ts';
import { openAiErrorOf, openAiStatus } from './error-shape.ts';
import { listModels } from './list-models.ts';
import { openCompletion } from './open-completion.ts';

const sendError = (reply: FastifyReply, content: Problem): FastifyReply =>
  reply
    .code(openAiStatus(content))
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(openAiErrorOf(content));

async function* encode(chunks: AsyncIterable<object>, request: FastifyRequest): AsyncGenerator<string> {
  try {
    for await (const chunk of chunks) yield `data: ${JSON.stringify(chunk)}\n\n`;
    yield 'data: [DONE]\n\n';
  } catch (error) {
    yield `data: ${JSON.stringify(openAiErrorOf(problemOf(error as Error, request)))}\n\n`;
  }
}

/** With problems in OpenAI's shape. */
function described<Route extends { schema: { response: object } }>(one: Route): Route {
  const response = { ...one.schema.response, default: openAiError.meta({ mediaTypes: ['application/json'] }) };
  return { ...one, schema: { ...one.schema, response } };
}

function completionRoutes(app: Api, services: Services, streams: OpenStreams): void {
  app.get('/models', {
    ...described(
      route('chat', 'preview', {
        operationId: 'listChatModels',
        description: 'The contexts that the key may use, in OpenAI’s shape (docs/programs.md).',
        answer: modelList,
      }),
    ),
    handler: async (request) => listModels(services.db, tenantOf(request)),
  });
  app.post('/chat/completions', {
    ...described(
      route('chat', 'preview', {
        operationId: 'createChatCompletion',
        description: 'Answers a question in OpenAI’s shape, whole or as a stream (docs/programs.md).',
        body: completionBody,
        events: completionChunk,
        answer: completion,
      }),
    ),
    handler: async (request, reply) => {
      const tenant = tenantOf(request);
      const { stream, stream_options: options } = request.body;
      const { asked, events, usageSoFar } = await openCompletion(services, request.body, {
        tenant,
        log: request.log,
        signal: disconnectSignal(reply),
        admit: () => streams.admit(reply, [{ key: tenant.accountId, max: STREAMS_PER_ACCOUNT }]),
      });
      if (!stream) return completionOf(asked, events, usageSoFar);
      const chunks = chunksOf(asked, events, options?.include_usage ? usageSoFar : undefined);
      return sendEncoded(reply, encode(chunks, request));
    },
  });
}

/** OpenAI's API: its clients take `{origin}/api/v1` as their base URL. */
export async function openAiRoutes(api: Api, services: Services, streams: OpenStreams): Promise<void> {
  await api.register(
    async (v1: Api) => {
      handleErrors(v1, sendError);
      v1.setNotFoundHandler((request, reply) => sendError(reply, problem('not_found', request)));
      completionRoutes(v1, services, streams);
    },
    { prefix: '/v1' },
  );
}
