import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

const NAME = 'if-match';
/** Servers and proxies refuse longer headers. The version in the body may be longer. */
const TAG_MAX = 4_000;
const headers = z.object({
  [NAME]: z
    .string()
    .max(TAG_MAX + 2)
    .optional()
    .describe('The `ETag` of the answer that was read; the same as `version` in the body, which comes first.'),
});

const hasVersion = (schema: unknown): boolean => schema instanceof z.ZodObject && 'version' in schema.shape;

/** Takes the version that a change starts from. `*`, any row, is none. */
async function takeVersion(request: FastifyRequest): Promise<void> {
  const tag = request.headers[NAME];
  const { body } = request;
  if (typeof tag !== 'string' || tag.trim() === '*' || typeof body !== 'object' || body === null) return;
  const version = tag.replace(/^\s*W\/|["\s]/g, '');
  request.body = { version, ...body };
}

async function sendVersion(_request: FastifyRequest, reply: FastifyReply, answer: unknown): Promise<unknown> {
  const { version } = (answer ?? {}) as { version?: unknown };
  if (typeof version === 'string' && version.length <= TAG_MAX) void reply.header('etag', `"${version}"`);
  return answer;
}

/**
 * Versions of rows in the headers of HTTP: `ETag` of what can be edited, and `If-Match` on its PUT. To be registered after
 * the hooks that leave out fields, since a version leaves them out, too.
 */
export function matchVersions(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { body, response = {} } = (route.schema ?? {}) as { body?: unknown; response?: Record<string, unknown> };
    if (route.method === 'PUT' && hasVersion(body)) {
      route.schema!.headers ??= headers;
      route.preValidation = [route.preValidation ?? [], takeVersion].flat();
    }
    if ([response['200'], response['201']].some(hasVersion))
      route.preSerialization = [route.preSerialization ?? [], sendVersion].flat();
  });
}
