import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { claimKey, releaseKey, storeAnswer } from '../db/idempotency-keys.ts';
import { ApiError } from '../runtime/api-error.ts';
import { seal, unseal } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';
import { memberOf } from './access.ts';
import type { Member } from './read-member.ts';
import { readUpload } from './upload.ts';

declare module 'fastify' {
  interface FastifyRequest {
    idempotencyKey: string | null;
  }
}

const NAME = 'idempotency-key';
const headers = z.object({
  [NAME]: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Repeats with the same key within 24 hours return the first answer and create nothing.'),
});
const CREATED = ['201', '202'];

/** Public routes have no account, and a few have a key of their own. */
function canRepeat({ method, schema }: RouteOptions): boolean {
  const {
    response = {},
    security = [],
    headers: own,
  } = (schema ?? {}) as {
    response?: object;
    security?: object[];
    headers?: unknown;
  };
  return method === 'POST' && security.length > 0 && !own && CREATED.some((status) => status in response);
}

async function bodyDigest(request: FastifyRequest): Promise<string> {
  if (!request.isMultipart()) return JSON.stringify(request.body ?? null);
  const { fields, file } = await readUpload(request);
  const bytes = createHash('sha256').update(file.bytes).digest('hex');
  return JSON.stringify([Object.entries(fields).sort(), file.name, bytes]);
}

/** With the caller, so that nobody gets an answer that was given to somebody else. */
async function digestOf(request: FastifyRequest, { userId, apiKey }: Member): Promise<string> {
  const call = [apiKey?.id ?? userId, request.url, await bodyDigest(request)];
  return createHash('sha256').update(JSON.stringify(call)).digest('hex');
}

interface KeptAnswer {
  type: string | undefined;
  body: string;
}

/**
 * Calls that create something run once per key and account, for a day; a repeat gets the first answer. Refused: another
 * body, and a repeat while the first runs. A call whose process died never runs again: it may have taken effect.
 * Answers are encrypted, since some hold secrets.
 */
export function repeatAnswers(app: FastifyInstance, { db, key: secret }: Services): void {
  app.decorateRequest('idempotencyKey', null);
  const ownerOf = ({ accountId }: Member, key: string) => `idempotency-key ${accountId} ${key}`;

  async function claim(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const key = request.headers[NAME];
    if (typeof key !== 'string') return undefined;
    const member = memberOf(request);
    const digest = await digestOf(request, member);
    const known = await claimKey(db, member.tenant, key, digest);
    if (!known) {
      request.idempotencyKey = key;
      return undefined;
    }
    if (known.digest !== digest) throw new ApiError('idempotency_key_reused');
    const opened = known.answer === null ? null : unseal(secret, ownerOf(member, key), known.answer);
    if (known.status === null || opened === null)
      throw new ApiError(known.isUnfinished ? 'idempotency_key_unfinished' : 'idempotency_key_in_use');
    const { type, body } = JSON.parse(opened) as KeptAnswer;
    if (type) void reply.type(type);
    return reply.code(known.status).header('idempotent-replayed', 'true').serializer(String).send(body);
  }

  app.addHook('onRoute', (route) => {
    if (!canRepeat(route)) return;
    route.schema!.headers = headers;
    route.preHandler = [claim, ...[route.preHandler ?? []].flat()];
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { idempotencyKey: key } = request;
    if (!key) return;
    const member = memberOf(request);
    // The call was not carried out and should be tried again later.
    if (reply.statusCode === 429) return releaseKey(db, member.tenant, key);
    const body = typeof payload === 'string' ? payload : '';
    const type = reply.getHeader('content-type') as string | undefined;
    const answer = seal(secret, ownerOf(member, key), JSON.stringify({ type, body } satisfies KeptAnswer));
    await storeAnswer(db, member.tenant, key, { status: reply.statusCode, answer });
  });
}
