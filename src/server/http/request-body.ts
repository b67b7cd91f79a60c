import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../runtime/api-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborts with an ApiError when the body is too slow; null without a body. */
    bodyTimeout: AbortSignal | null;
  }
}

/** For a whole body, and for each interval of an upload. */
export const BODY_MS = 30_000;
/** Of an upload, per interval. A slow mobile connection is a hundred times faster. */
const PROGRESS_MIN_BYTES = 32 * 1024;
/** Also Node's `requestTimeout`. Enough for 10 MB at 140 kbit/s. */
export const UPLOAD_MS = 10 * 60_000;

const isForm = ({ headers }: FastifyRequest) => (headers['content-type'] ?? '').startsWith('multipart/');

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** An early response does not end the watch: the rest may still be on its way. */
function watchBody(request: FastifyRequest, { raw: response }: FastifyReply): AbortSignal {
  const late = new AbortController();
  const { raw } = request;
  let bytesSeen = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const brought = raw.socket.bytesRead - bytesSeen;
    bytesSeen += brought;
    if (isForm(request) && brought >= PROGRESS_MIN_BYTES) return;
    clearInterval(timer);
    late.abort(new ApiError('request_timeout'));
    if (response.writableEnded) raw.destroy();
    else response.once('finish', () => raw.destroy());
  }, BODY_MS);
  timer.unref();
  for (const over of ['end', 'close']) raw.once(over, () => clearInterval(timer));
  return late.signal;
}

function failOnTimeout(body: Readable, late: AbortSignal): Readable {
  const out = new PassThrough();
  // The consumer may have stopped reading. Without a listener, the error would end the process.
  out.on('error', () => undefined);
  late.addEventListener('abort', () => out.destroy(late.reason as Error), { once: true });
  body.once('error', (error) => out.destroy(error));
  return body.pipe(out);
}

/** Many HTTP clients send `Content-Type: application/json` with every request. */
function allowEmptyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body, done);
  });
}

/** Rejects `Content-Encoding`, which would need its own limits. Multipart forms handle the timeout in upload.ts. */
export function guardBodies(app: FastifyInstance): void {
  app.decorateRequest('bodyTimeout', null);
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return;
    request.bodyTimeout = watchBody(request, reply);
    const coding = request.headers['content-encoding'] ?? 'identity';
    if (coding.toLowerCase() === 'identity') return;
    void reply.header('accept-encoding', 'identity');
    throw new ApiError('unsupported_media_type');
  });
  allowEmptyJson(app);
  app.addHook('preParsing', async (request, _reply, body) => {
    const { bodyTimeout, raw } = request;
    return bodyTimeout && !raw.complete && !isForm(request) ? failOnTimeout(body as Readable, bodyTimeout) : body;
  });
}
