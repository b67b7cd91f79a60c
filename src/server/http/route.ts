import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { problemSchema } from '../../shared/problem.ts';

/** Types a handler by the schemas of its route. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

export const byId = z.object({ id: z.uuid() });

/** A file, a stream or a page, by its media types. */
export const fileOf = (...mediaTypes: readonly [string, ...string[]]) => z.string().meta({ mediaTypes });

/** A CSV file with `format=csv`. */
export const orCsv = <Schema extends z.ZodType>(json: Schema): Schema => json.meta({ orCsv: true });

/** Except for `answer` and `status`, the names are those of Fastify. */
interface RouteSpec {
  /** Action and resource by default: `listUsers`. */
  operationId?: string;
  tags?: string[];
  /** The words of the operationId by default. */
  summary?: string;
  description?: string;
  params?: z.ZodType;
  querystring?: z.ZodType;
  headers?: z.ZodType;
  body?: z.ZodType;
  answer?: z.ZodType;
  /** Server-sent, except to callers that accept only JSON. */
  events?: z.ZodType;
  /** Answers 201 with the same body when it creates a row, and `status` when it changes one. */
  upserts?: true;
  /** By default 200 with `answer`, 204 without. */
  status?: 200 | 201 | 202 | 204 | 302;
  config?: FastifyContextConfig;
}

const NO_BODY = z.null();
const NO_QUERY = z.object({});

type StatusOf<Spec> = Spec extends { status: infer Status extends number }
  ? Status
  : Spec extends { answer: z.ZodType }
    ? 200
    : 204;
type AnswerOf<Spec> = Spec extends { answer: infer Answer } ? Answer : typeof NO_BODY;
type RequestPart = 'params' | 'querystring' | 'headers' | 'body';
type SchemaOf<Spec> = Pick<Spec, keyof Spec & RequestPart> & {
  operationId: string;
  tags: string[];
  response: Record<StatusOf<Spec>, AnswerOf<Spec>> & { default: typeof problemSchema };
};

/** `demo-links` and `create` → `createDemoLinks`. */
const operationOf = (resource: string, action: string) =>
  `${action}-${resource}`.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Before the handler, which may still set another one. */
type SetStatus = (request: unknown, reply: { code(status: number): unknown }, done: () => void) => void;

/** For the handler: resource and action to check, schemas that type it, and a hook that sets the status. */
export function route<const Spec extends RouteSpec>(
  resource: string,
  action: string,
  { answer = NO_BODY, events, upserts, status = answer === NO_BODY ? 204 : 200, config, ...schema }: Spec & RouteSpec,
): { config: FastifyContextConfig; schema: SchemaOf<Spec>; preHandler: SetStatus } {
  const streamed = events && {
    content: { 'text/event-stream': { schema: events }, 'application/json': { schema: answer } },
  };
  const response = { [status]: streamed ?? answer, ...(upserts && { 201: answer }), default: problemSchema };
  const described = { operationId: operationOf(resource, action), tags: [resource], ...schema, response };
  return {
    config: { ...config, resource, action },
    schema: { querystring: NO_QUERY, ...(described as SchemaOf<Spec>) },
    preHandler: (_request, reply, done) => {
      reply.code(status);
      done();
    },
  };
}
