import type { Agent, Dispatcher } from 'undici';
import { OutboundError } from './outbound-error.ts';
import { isRedirect, type RequestHop } from './redirect.ts';

/** Header names are in lower case; repeated headers are joined with commas. */
export interface OutboundHead {
  /** After redirects. */
  url: string;
  status: number;
  headers: Record<string, string>;
}

interface ResponseLimits {
  maxBytes: number;
  /** Before the body is read; if false, it is skipped and empty. */
  wantsBody?: (head: OutboundHead) => boolean;
}

export interface PendingRequest {
  response: Promise<{ head: OutboundHead; compressed: Buffer }>;
  abort(reason: unknown): void;
}

/** Of redirects: ignored, but short ones are read so that the connection can be reused. */
const REDIRECT_MAX_BYTES = 16_384;
const EMPTY = Buffer.alloc(0);

function joinHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    flat[name] = typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : '';
  }
  return flat;
}

/** A dispatch handler, because a stream and promises per chunk would be too slow. */
class ResponseCollector implements Dispatcher.DispatchHandler {
  private readonly hop: RequestHop;
  private readonly limits: ResponseLimits;
  private readonly outcome = Promise.withResolvers<{ head: OutboundHead; compressed: Buffer }>();
  private controller: Dispatcher.DispatchController | null = null;
  private head: OutboundHead | null = null;
  private chunks: Buffer[] = [];
  private size = 0;
  private isOver = false;
  private reason: unknown;

  constructor(hop: RequestHop, limits: ResponseLimits) {
    this.hop = hop;
    this.limits = limits;
  }

  get response() {
    return this.outcome.promise;
  }

  /** Once. Unless the response is complete, the connection is closed. */
  private finish(reason: unknown, compressed?: Buffer, isComplete = false): void {
    if (this.isOver) return;
    this.isOver = true;
    this.reason = reason;
    if (compressed) this.outcome.resolve({ head: this.head!, compressed });
    else this.outcome.reject(reason as Error);
    if (!isComplete)
      this.controller?.abort(reason instanceof Error ? reason : new Error('The rest of the response is not needed'));
  }

  abort(reason: unknown): void {
    this.finish(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.isOver) controller.abort(this.reason instanceof Error ? this.reason : new Error('The request has ended'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (this.isOver || status < 200) return;
    const head = { url: this.hop.url, status, headers: joinHeaders(headers) };
    this.head = head;
    if (isRedirect(status) || this.hop.method === 'HEAD' || status === 204 || status === 304) return;
    try {
      const announced = Number(head.headers['content-length'] ?? 0);
      if (this.limits.wantsBody?.(head) === false) this.finish(null, EMPTY);
      else if (announced > this.limits.maxBytes)
        this.finish(new OutboundError('too_large', `${announced} bytes announced`));
    } catch (error) {
      this.finish(error);
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isOver) return;
    this.size += chunk.length;
    const isMoving = isRedirect(this.head!.status);
    if (isMoving && this.size > REDIRECT_MAX_BYTES) return this.finish(null, EMPTY);
    if (isMoving) return;
    if (this.size > this.limits.maxBytes)
      return this.finish(new OutboundError('too_large', `more than ${this.limits.maxBytes} bytes`));
    this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    const { chunks } = this;
    this.finish(
      null,
      chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, isRedirect(this.head!.status) ? 0 : this.size),
      true,
    );
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.finish(error, undefined, true);
  }
}

export function sendRequest(agent: Agent, hop: RequestHop, limits: ResponseLimits): PendingRequest {
  const { origin, pathname, search } = new URL(hop.url);
  const collector = new ResponseCollector(hop, limits);
  const { method, headers, body } = hop;
  const options = {
    origin,
    path: pathname + search,
    method: method as Dispatcher.HttpMethod,
    headers,
    body: body ?? null,
  };
  try {
    agent.dispatch(options, collector);
  } catch (error) {
    collector.abort(error);
  }
  return collector;
}
