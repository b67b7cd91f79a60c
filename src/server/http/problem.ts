import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../../shared/error-codes.ts';
import { formMessage } from '../../shared/form-messages.ts';
import type { FieldError, Problem } from '../../shared/problem.ts';
import { ApiError } from '../runtime/api-error.ts';
import { t } from '../runtime/translate.ts';

type Issue = z.core.$ZodIssue;

function fieldError(issue: Issue, path: readonly PropertyKey[]): FieldError {
  const { code, values } = formMessage(issue);
  return { field: path.map(String).join('.'), code, message: t(`validation.${code}`, values) };
}

const UNKNOWN_NAMED = 10;

const ISSUES_REPORTED = 100;

/** In pt-BR, at most one per field. */
function fieldErrors(issues: readonly Issue[]): FieldError[] {
  const errors = issues
    .slice(0, ISSUES_REPORTED)
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, UNKNOWN_NAMED).map((key) => fieldError(issue, [...issue.path, key]))
        : [fieldError(issue, issue.path)],
    );
  return errors.filter((error, at) => errors.findIndex((other) => other.field === error.field) === at);
}

/** A misspelt filter would select everything. Routes that other programs add parameters to have a `z.looseObject`. */
export const strictQuery = (schema: z.ZodType) =>
  schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;

/** Issues keep the input, to tell a missing value from a wrong one. */
export const checkBySchema: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const checkedSchema = httpPart === 'querystring' ? strictQuery(schema) : schema;
  return (data) => {
    const checked = checkedSchema.safeParse(data, { reportInput: true });
    return checked.success ? { value: checked.data } : { error: checked.error };
  };
};

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_ERR_MAX_PARAM_LENGTH: 'url_too_long',
};

/** PostgreSQL's and the operating system's. */
const DISK_FULL = ['53100', 'ENOSPC', 'EDQUOT'];

const isDiskFull = (error: Error): boolean =>
  DISK_FULL.includes((error as { code?: string }).code ?? '') ||
  (error.cause instanceof Error && isDiskFull(error.cause));

export function codeOf(error: FastifyError | ApiError | (Error & { statusCode?: number; code?: string })): ErrorCode {
  if (error instanceof ApiError) return error.code;
  const known = FASTIFY_CODES[String((error as { code?: string }).code)];
  if (known) return known;
  if (isDiskFull(error)) return 'storage_full';
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status === 429) return 'rate_limited';
  if (status === 415) return 'unsupported_media_type';
  if (status === 413) return 'payload_too_large';
  if (status === 404) return 'not_found';
  return status >= 400 && status < 500 ? 'malformed_request' : 'internal';
}

/** RFC 9457. Unexpected errors reveal nothing about their cause. */
export function problemOf(error: Error, request: FastifyRequest): Problem {
  if (error instanceof z.ZodError) {
    // A malformed id cannot belong to anything, so it is a 404.
    if ((error as { validationContext?: string }).validationContext === 'params') return problem('not_found', request);
    return problem('invalid_input', request, { errors: fieldErrors(error.issues) });
  }
  return problem(codeOf(error), request, error instanceof ApiError ? error : {});
}

type ProblemDetails = Pick<ApiError, 'errors' | 'flag' | 'sentence' | 'current' | 'limit' | 'person' | 'values'>;

export function problem(
  code: ErrorCode,
  request: Pick<FastifyRequest, 'id'>,
  { errors, flag, sentence, current, limit, person, values }: Partial<ProblemDetails> = {},
): Problem {
  const title = t(`errors.${code}`, values);
  return {
    type: `urn:prosa:problem:${code}`,
    title,
    status: ERROR_STATUS[code],
    code,
    message: sentence ?? title,
    requestId: request.id,
    ...(errors && { errors }),
    ...(flag && { flag }),
    ...(current ? { current } : {}),
    ...(limit && { limit }),
    ...(person && { person }),
  };
}

export const PROBLEM_TYPE = 'application/problem+json';

function sendProblem(reply: FastifyReply, content: Problem): FastifyReply {
  return reply.code(content.status).type(PROBLEM_TYPE).serializer(JSON.stringify).send(content);
}

/** 5xx are logged and get a generic message. Rejections under load are logged where they begin. */
export function handleErrors(app: FastifyInstance, send = sendProblem): void {
  app.setErrorHandler((error: Error, request, reply) => {
    const content = problemOf(error, request);
    if (content.status >= 500 && content.code !== 'overloaded') request.log.error({ err: error }, 'request failed');
    if (error instanceof ApiError && error.retryAfter) void reply.header('retry-after', String(error.retryAfter));
    return send(reply, content);
  });
}

export const sendNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  sendProblem(reply, problem('not_found', request));
