import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

export interface ReceivedRequest {
  method: string;
  /** The path below /api, without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}
export interface Answer {
  status?: number;
  body?: unknown;
  /** The response is sent after this promise. */
  after?: Promise<unknown>;
  /** Ends the connection without a response. */
  isLost?: boolean;
}
type Handler = (request: ReceivedRequest) => Answer | Promise<Answer>;

/** An HTTP server on the loopback interface with handlers set by the test; records all requests. */
export class Loopback {
  readonly requests: ReceivedRequest[] = [];
  private readonly handlers = new Map<string, Handler>();
  private server: Server | undefined;

  /** `call` is a method and a path below /api, such as "GET /users/me". */
  on(call: string, handler: Handler | Answer): void {
    this.handlers.set(call, typeof handler === 'function' ? handler : () => handler);
  }

  to(path: string): ReceivedRequest[] {
    return this.requests.filter((request) => request.path === path);
  }

  reset(): void {
    this.requests.length = 0;
    this.handlers.clear();
  }

  async listen(): Promise<string> {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const url = new URL(request.url ?? '/', 'http://loopback');
        void this.answer(response, {
          method: request.method ?? '',
          path: url.pathname.replace(/^\/api/, ''),
          query: url.searchParams,
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.server?.closeAllConnections();
    return new Promise((resolve) => this.server?.close(() => resolve()));
  }

  private async answer(response: ServerResponse, request: ReceivedRequest): Promise<void> {
    this.requests.push(request);
    const handler = this.handlers.get(`${request.method} ${request.path}`);
    const {
      status = 200,
      body,
      after,
      isLost,
    } = handler ? await handler(request) : { status: 404, body: problem('not_found') };
    await after;
    if (isLost) return void response.destroy();
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  }
}

export const problem = (code: string, message = code, more: object = {}) => ({ code, message, ...more });

/** An access token of that user; tokens with different `serial`s differ. */
export const tokenOf = (sub: string, serial = 0) =>
  `h.${btoa(JSON.stringify({ sub, accountId: 'account', role: 'OWNER', serial }))}.s`;

export const setAddress = (address: string) =>
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(address);

/** Starts a server for the tests of a file and sets the browser's address to it. */
export function useLoopback(): Loopback & { origin: string } {
  const loopback = new Loopback() as Loopback & { origin: string };
  beforeAll(async () => {
    loopback.origin = await loopback.listen();
  });
  afterAll(() => loopback.close());
  beforeEach(() => {
    loopback.reset();
    localStorage.clear();
    sessionStorage.clear();
    setAddress(`${loopback.origin}/`);
  });
  return loopback;
}
