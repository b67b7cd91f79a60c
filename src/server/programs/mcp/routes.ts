import type { FastifyReply, FastifyRequest } from 'fastify';
import { STREAMS_PER_ACCOUNT } from '../../../shared/constants.ts';
import type { Problem } from '../../../shared/problem.ts';
import { ownOrigins } from '../../chat/origins.ts';
import { memberOf, requirePermission } from '../../http/access.ts';
import { disconnectSignal } from '../../http/disconnected.ts';
import type { OpenStreams } from '../../http/open-streams.ts';
import { problemOf } from '../../http/problem.ts';
import type { Api } from '../../http/route.ts';
import { ApiError } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { completionOf } from '../openai/completion.ts';
import { openAiErrorOf } from '../openai/error-shape.ts';
import { listModels } from '../openai/list-models.ts';
import { openCompletion } from '../openai/open-completion.ts';
import { searchPassages } from './search-passages.ts';
import type { CallOperation, ToolQuestion } from './tools.ts';

/** Against DNS rebinding: a page must not reach a server in its visitor's network under a name of its own. */
function assertOwnAddress({ publicUrl }: Services, request: FastifyRequest): void {
  const own = ownOrigins(publicUrl(), request);
  const { origin } = request.headers;
  const isOwnHost = own.some((one) => new URL(one).host === request.host);
  if (!isOwnHost || (origin !== undefined && !own.includes(origin))) throw new ApiError('origin_not_allowed');
}

/** In process, so that each call has its operation's checks, limits and audit entry. */
function callsOf(app: Api, request: FastifyRequest): CallOperation {
  const { authorization, host } = request.headers;
  return async <Answer>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const { statusCode, payload } = await app.inject({
      method,
      url: `/api${path}`,
      remoteAddress: request.ip,
      headers: { authorization, host },
      ...(body && { payload: body }),
    });
    const answered: unknown = payload === '' ? null : JSON.parse(payload);
    if (statusCode < 400) return answered as Answer;
    const refused = answered as Partial<Problem> & { error?: { message: string } };
    const [first] = refused.errors ?? [];
    throw new Error(first ? `${first.field}: ${first.message}` : (refused.message ?? refused.error?.message));
  };
}

/** What the API would tell, for the tool to tell its agent. */
function toldOf(error: unknown, request: FastifyRequest): Error {
  const problem = problemOf(error as Error, request);
  if (problem.status >= 500) request.log.error({ err: error }, 'tool failed');
  return new Error(openAiErrorOf(problem).error.message, { cause: error });
}

function callerOf(app: Api, services: Services, streams: OpenStreams, request: FastifyRequest, reply: FastifyReply) {
  const member = memberOf(request);
  const told = <Answer>(answer: Promise<Answer>) =>
    answer.catch((error: unknown) => {
      throw toldOf(error, request);
    });
  const askIn = async ({ contextId, question }: ToolQuestion) => {
    const body = { model: contextId, messages: [{ role: 'user' as const, content: question }] };
    const { asked, events, usageSoFar } = await openCompletion(services, body, {
      tenant: member.tenant,
      log: request.log,
      signal: disconnectSignal(reply),
      admit: () => streams.admit(reply, [{ key: member.accountId, max: STREAMS_PER_ACCOUNT }]),
    });
    const { choices, prosa } = await completionOf(asked, events, usageSoFar);
    return { answer: choices[0]!.message.content, outcome: prosa.outcome, sources: prosa.sources };
  };
  return {
    call: callsOf(app, request),
    can: (resource: string, action: string) => services.policy.can(member, resource, action),
    contexts: async () => (await listModels(services.db, member.tenant)).data,
    ask: (question: ToolQuestion) => told(askIn(question)),
    search: async (asked: ToolQuestion) => {
      requirePermission(services, member, 'contents', 'show');
      return told(searchPassages(services, member.tenant, asked, disconnectSignal(reply)));
    },
  };
}

/** The Model Context Protocol over Streamable HTTP, without sessions: each request has its own server. */
export function mcpRoutes(app: Api, services: Services, streams: OpenStreams): void {
  const config = { resource: 'chat', action: 'preview', record: 'own' as const };
  app.post('/mcp', {
    // Not in the description of the API: the protocol describes itself.
    schema: { hide: true },
    config,
    handler: async (request, reply) => {
      assertOwnAddress(services, request);
      const caller = callerOf(app, services, streams, request, reply);
      const headers = Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as [string, string]] : [],
      );
      const asked = new Request(`http://mcp${request.url}`, { method: 'POST', headers });
      // When it is first needed: the protocol has many modules.
      const { answerMcp } = await import('./answer-mcp.ts');
      const { status, type, text } = await answerMcp(caller, asked, request.body);
      if (type) void reply.type(type);
      return reply.code(status).serializer(String).send(text);
    },
  });
  // There is no stream that the server starts, and no session to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    schema: { hide: true },
    config,
    handler: async (_request, reply) => {
      void reply.header('allow', 'POST');
      throw new ApiError('method_not_allowed');
    },
  });
}
