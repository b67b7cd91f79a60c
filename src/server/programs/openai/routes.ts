import type { FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { STREAMS_PER_ACCOUNT } from '../../../shared/constants.ts';
import type { Problem } from '../../../shared/error-codes.ts';
import { answer } from '../../chat/answer/answer.ts';
import { withErrorEvent } from '../../chat/answer/error-event.ts';
import { findWidgetContext, type WidgetContext } from '../../db/platform.ts';
import { memberOf, tenantOf } from '../../http/access.ts';
import { disconnectSignal } from '../../http/disconnected.ts';
import { countStreams } from '../../http/open-streams.ts';
import { handleErrors, problem, problemOf } from '../../http/problem.ts';
import type { Member } from '../../http/read-member.ts';
import { type Api, route } from '../../http/route.ts';
import { sendEncoded } from '../../http/sse.ts';
import { assertContext } from '../../resource/scope.ts';
import { notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { chunksOf, completionOf, countUsage } from './completion.ts';
import { completion, completionBody, completionChunk, modelList, openAiError } from './completion-schema.ts';
import { openAiErrorOf, openAiStatus } from './error-shape.ts';
import { listModels } from './list-models.ts';
import { answerRequestOf } from './read-request.ts';

const sendError = (reply: FastifyReply, content: Problem): FastifyReply =>
  reply
    .code(openAiStatus(content))
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(openAiErrorOf(content));

/** An id that is not one of theirs gets the same 404 as an unknown one. */
async function contextFor({ db }: Services, member: Member, model: string): Promise<WidgetContext> {
  if (!z.uuid().safeParse(model).success) throw notFound();
  assertContext(member.tenant, model);
  const context = await findWidgetContext(db, model);
  if (context?.accountId !== member.accountId) throw notFound();
  return context;
}

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

function completionRoutes(app: Api, services: Services): void {
  const streams = countStreams();
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
      const member = memberOf(request);
      const context = await contextFor(services, member, request.body.model);
      const { stream, stream_options: options } = request.body;
      const { onSpent, usageSoFar } = countUsage();
      const read = answerRequestOf(request.body, { context, key: services.key, messageId: uuidv7() });
      const asked = { ...read, onSpent };
      streams.admit(reply, [{ key: context.accountId, max: STREAMS_PER_ACCOUNT }]);
      const events = withErrorEvent(await answer(services, asked, disconnectSignal(reply)), context, request.log);
      if (!stream) return completionOf(asked, events, usageSoFar);
      const chunks = chunksOf(asked, events, options?.include_usage ? usageSoFar : undefined);
      return sendEncoded(reply, encode(chunks, request));
    },
  });
}

/** OpenAI's API: its clients take `{origin}/api/v1` as their base URL. */
export async function openAiRoutes(api: Api, services: Services): Promise<void> {
  await api.register(
    async (v1: Api) => {
      handleErrors(v1, sendError);
      v1.setNotFoundHandler((request, reply) => sendError(reply, problem('not_found', request)));
      completionRoutes(v1, services);
    },
    { prefix: '/v1' },
  );
}
