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
import type { ErrorCode, Problem } from '../../shared/error-codes.ts';
import { t } from '../runtime/translate.ts';
import { codeOf, problem, PROBLEM_TYPE } from './problem.ts';

/** What helmet sends with every other answer; here no hook of the app runs. */
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

/** A page for a person whose address or request we cannot read. All of its text is ours, so nothing is escaped. */
const pageOf = ({ message }: Problem) =>
  `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${t('not-found.title')}</title><style>${STYLE}</style></head><body><main><h1>${t('not-found.title')}</h1>` +
  `<p>${message}</p><p><a href="/">${t('not-found.action')}</a></p></main></body></html>`;

interface PlainAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

function answerOf(code: ErrorCode, requestId: string, wantsPage: boolean): PlainAnswer {
  const told = problem(code, { id: requestId });
  const type = wantsPage ? 'text/html; charset=utf-8' : PROBLEM_TYPE;
  const headers = { ...SECURITY_HEADERS, vary: 'accept', 'content-type': type };
  return { status: told.status, headers, body: wantsPage ? pageOf(told) : JSON.stringify(told) };
}

/** Requests that the router refuses before any route: an address that cannot be decoded, or is too long. */
function answerFrameworkError(
  error: FastifyError,
  { id, headers: asked }: FastifyRequest,
  { raw }: FastifyReply,
): void {
  const { status, headers, body } = answerOf(codeOf(error), id, (asked.accept ?? '').includes('text/html'));
  // A body that came along is not read: the connection ends with the answer.
  raw.writeHead(status, { ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) }).end(body);
}

/** What came last, of any length: perhaps not the beginning of the request. Its type is a version behind. */
function lastPacket({ rawPacket }: { rawPacket?: unknown }): Buffer {
  return rawPacket instanceof Buffer ? rawPacket : Buffer.alloc(0);
}

/** Longer first lines than this are an address that is too long; shorter ones leave the blame with the headers. */
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

/** The latest answer on each socket. */
type Answers = WeakMap<Socket, ServerResponse>;

/** What is written to a socket in the middle of an answer would become a part of it. */
function isAnswering(socket: Socket, answers: Answers): boolean {
  const answer = answers.get(socket);
  return answer !== undefined && answer.headersSent && !answer.writableEnded;
}

/** What the HTTP parser refuses never becomes a request: the answer is written to the socket itself. */
function answerParserError(error: ConnectionError, socket: Socket, answers: Answers): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket, answers)) {
    socket.destroy();
    return;
  }
  const wantsPage = /^accept:[^\n]*text\/html/im.test(lastPacket(error).toString('latin1'));
  const { status, headers, body } = answerOf(codeOfParserError(error), uuidv7(), wantsPage);
  const sent = { ...headers, connection: 'close', 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}

/** Errors that no route sees are answered as those of routes are: as problem details, and to a browser as a page. */
export function frameworkErrors(): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> & {
  watch(app: FastifyInstance): void;
} {
  const answers: Answers = new WeakMap();
  return {
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: (error, socket) => answerParserError(error, socket, answers),
    watch: (app) => void app.server.on('request', ({ socket }, response) => answers.set(socket, response)),
  };
}
