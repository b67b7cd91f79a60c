import type { Agent, Dispatcher } from 'undici';
import { OutboundError } from './outbound-error.ts';
import { type Hop, isRedirect } from './redirect.ts';

/** The head of an answer. Header names are in lower case; repeated headers are joined by commas. */
export interface OutboundHead {
  /** After redirects. */
  url: string;
  status: number;
  headers: Record<string, string>;
}

export interface AskLimits {
  /** The most bytes that may travel as a body. */
  maxBytes: number;
  /** Sees the head before the body is read; when it says no, the body is left on the wire and comes back empty. */
  wantsBody?: (head: OutboundHead) => boolean;
}

export interface Asked {
  /** Resolves to the answer as it travelled: its body is still packed. Redirects are answers. */
  answer: Promise<{ head: OutboundHead; packed: Buffer }>;
  /** Ends it, wherever it stands; the answer rejects with `reason`. */
  abort(reason: unknown): void;
}

/** The body of a redirect says nothing: a short one is waited for, so that its connection can be used again. */
const REDIRECT_MAX_BYTES = 16_384;
const NOTHING = Buffer.alloc(0);

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    flat[name] = typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : '';
  }
  return flat;
}

/** Collects one answer chunk by chunk, counting. A stream, a signal and a promise a chunk would cost more than the rest. */
class Collector implements Dispatcher.DispatchHandler {
  private readonly hop: Hop;
  private readonly limits: AskLimits;
  private readonly settled = Promise.withResolvers<{ head: OutboundHead; packed: Buffer }>();
  private controller: Dispatcher.DispatchController | null = null;
  private head: OutboundHead | null = null;
  private chunks: Buffer[] = [];
  private size = 0;
  private isOver = false;
  private reason: unknown;

  constructor(hop: Hop, limits: AskLimits) {
    this.hop = hop;
    this.limits = limits;
  }

  get answer() {
    return this.settled.promise;
  }

  /** Ends with an answer or an error; what is still to come is left on the wire, with its connection. */
  private finish(reason: unknown, packed?: Buffer, isWhole = false): void {
    if (this.isOver) return;
    this.isOver = true;
    this.reason = reason;
    if (packed) this.settled.resolve({ head: this.head!, packed });
    else this.settled.reject(reason as Error);
    if (!isWhole) this.controller?.abort(reason instanceof Error ? reason : new Error('left on the wire'));
  }

  abort(reason: unknown): void {
    this.finish(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.isOver) controller.abort(this.reason instanceof Error ? this.reason : new Error('ended'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (this.isOver || status < 200) return;
    const head = { url: this.hop.url, status, headers: joined(headers) };
    this.head = head;
    if (isRedirect(status) || this.hop.method === 'HEAD' || status === 204 || status === 304) return;
    try {
      const announced = Number(head.headers['content-length'] ?? 0);
      if (this.limits.wantsBody?.(head) === false) this.finish(null, NOTHING);
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
    if (isMoving && this.size > REDIRECT_MAX_BYTES) return this.finish(null, NOTHING);
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

/** Sends one request, and takes what comes back as far as it is wanted. */
export function ask(agent: Agent, hop: Hop, limits: AskLimits): Asked {
  const { origin, pathname, search } = new URL(hop.url);
  const collector = new Collector(hop, limits);
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
