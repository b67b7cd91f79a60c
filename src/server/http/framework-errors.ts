import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type {
  ConnectionError,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { ErrorCode } from '../../shared/error-codes.ts';
import type { Problem } from '../../shared/problem.ts';
import { ApiError } from '../runtime/api-error.ts';
import { t } from '../runtime/translate.ts';
import { codeOf, problem, PROBLEM_TYPE } from './problem.ts';

/** As helmet adds them; the app's hooks do not run here. */
const SECURITY_HEADERS: Record<string, string> = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  'cache-control': 'no-store',
};

const STYLE =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;color:#1f2937}' +
  'main{max-width:28rem;padding:2rem;text-align:center}a{color:#0b7a5e}';

/** All of its text is ours, so nothing needs escaping. */
const pageOf = ({ message }: Problem) =>
  `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${t('not-found.title')}</title><style>${STYLE}</style></head><body><main><h1>${t('not-found.title')}</h1>` +
  `<p>${message}</p><p><a href="/">${t('not-found.action')}</a></p></main></body></html>`;

interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

function responseOf(code: ErrorCode, requestId: string, wantsPage: boolean): RawResponse {
  const content = problem(code, { id: requestId });
  const type = wantsPage ? 'text/html; charset=utf-8' : PROBLEM_TYPE;
  const headers = { ...SECURITY_HEADERS, vary: 'accept', 'content-type': type };
  return { status: content.status, headers, body: wantsPage ? pageOf(content) : JSON.stringify(content) };
}

/** Before any route: the URL cannot be decoded or is too long. */
function handleFrameworkError(
  error: FastifyError,
  { id, headers: requestHeaders }: FastifyRequest,
  { raw }: FastifyReply,
): void {
  const { status, headers, body } = responseOf(codeOf(error), id, (requestHeaders.accept ?? '').includes('text/html'));
  // Any request body is left unread, so the connection closes after the response.
  raw.writeHead(status, { ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) }).end(body);
}

/** Need not be the start of the request. Fastify's type lacks the property. */
function lastPacket({ rawPacket }: { rawPacket?: unknown }): Buffer {
  return rawPacket instanceof Buffer ? rawPacket : Buffer.alloc(0);
}

/** With a longer first line, the URL is too long; otherwise the headers are. */
const FIRST_LINE_MAX = 8 * 1024;

function codeOfParserError(error: ConnectionError): ErrorCode {
  const { code } = error;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 'payload_too_large';
  if (code !== 'HPE_HEADER_OVERFLOW') return 'malformed_request';
  const packet = lastPacket(error);
  const firstLine = packet.includes('\n') ? packet.indexOf('\n') : packet.length;
  return firstLine > FIRST_LINE_MAX ? 'url_too_long' : 'headers_too_large';
}

type LatestResponses = WeakMap<Socket, ServerResponse>;

/** Anything written to the socket now would corrupt it. */
function isResponding(socket: Socket, responses: LatestResponses): boolean {
  const response = responses.get(socket);
  return response !== undefined && response.headersSent && !response.writableEnded;
}

/** There is no request object, so the response goes straight to the socket. */
function handleParserError(error: ConnectionError, socket: Socket, responses: LatestResponses): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isResponding(socket, responses)) {
    socket.destroy();
    return;
  }
  const wantsPage = /^accept:[^\n]*text\/html/im.test(lastPacket(error).toString('latin1'));
  const { status, headers, body } = responseOf(codeOfParserError(error), uuidv7(), wantsPage);
  const sent = { ...headers, connection: 'close', 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}

/** Node's are empty: without a host, or with an unknown `Expect`. */
function replaceRefusals(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, headers }) => {
    if (raw.httpVersion === '1.1' && headers.host === undefined) throw new ApiError('malformed_request');
  });
  // A server may ignore what it does not know (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));
}

/** As the routes respond: problem details or, to a browser, a page. */
export function frameworkErrors(): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> & {
  watch(app: FastifyInstance): void;
} {
  const responses: LatestResponses = new WeakMap();
  return {
    frameworkErrors: handleFrameworkError,
    clientErrorHandler: (error, socket) => handleParserError(error, socket, responses),
    watch(app) {
      app.server.on('request', ({ socket }, response) => responses.set(socket, response));
      replaceRefusals(app);
    },
  };
}
