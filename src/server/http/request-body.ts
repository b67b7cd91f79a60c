import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../runtime/api-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Goes off, with an ApiError as its reason, when the body takes too long to come; null without a body. */
    late: AbortSignal | null;
  }
}

/** A body has so long to come; an upload so long for each piece of it. */
export const BODY_MS = 30_000;
/** What an upload has to bring in that time: a slow mobile line brings a hundred times as much. */
const PIECE_BYTES = 32 * 1024;
/** However steadily it comes, an upload ends: enough for 10 MB at 140 kbit/s. For Node's own `requestTimeout`. */
export const UPLOAD_MS = 10 * 60_000;

const isForm = ({ headers }: FastifyRequest) => (headers['content-type'] ?? '').startsWith('multipart/');

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Watches a body until it is here: an answer that is given before leaves the rest of it to come. */
function watchBody(request: FastifyRequest, { raw: response }: FastifyReply): AbortSignal {
  const late = new AbortController();
  const { raw } = request;
  let seen = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const brought = raw.socket.bytesRead - seen;
    seen += brought;
    if (isForm(request) && brought >= PIECE_BYTES) return;
    clearInterval(timer);
    late.abort(new ApiError('request_timeout'));
    if (response.writableEnded) raw.destroy();
    else response.once('finish', () => raw.destroy());
  }, BODY_MS);
  timer.unref();
  for (const over of ['end', 'close']) raw.once(over, () => clearInterval(timer));
  return late.signal;
}

/** The same body, which fails once it is late. */
function failWhenLate(body: Readable, late: AbortSignal): Readable {
  const out = new PassThrough();
  // Whoever read it may have given up before: then nobody hears of the failure, which must not end the process.
  out.on('error', () => undefined);
  late.addEventListener('abort', () => out.destroy(late.reason as Error), { once: true });
  body.once('error', (error) => out.destroy(error));
  return body.pipe(out);
}

/**
 * No body holds a connection for long, and none is coded: `Content-Encoding` would have to be undone, within limits, before
 * anything could be read. Forms are read by upload.ts, which minds `request.late` itself.
 */
export function guardBodies(app: FastifyInstance): void {
  app.decorateRequest('late', null);
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return;
    request.late = watchBody(request, reply);
    const coding = request.headers['content-encoding'] ?? 'identity';
    if (coding.toLowerCase() === 'identity') return;
    void reply.header('accept-encoding', 'identity');
    throw new ApiError('unsupported_media_type');
  });
  app.addHook('preParsing', async (request, _reply, body) => {
    const { late, raw } = request;
    return late && !raw.complete && !isForm(request) ? failWhenLate(body as Readable, late) : body;
  });
}
