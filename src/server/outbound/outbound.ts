import { Agent, fetch as undiciFetch } from 'undici';
import { readAllowList, refuseUrl } from './addresses.ts';
import { guardedConnector, resolveBySystem, type ResolveHost } from './connect.ts';
import { limitResponse } from './limit-response.ts';
import { onAbort } from './on-abort.ts';
import { OutboundError } from './outbound-error.ts';
import { ACCEPTED_ENCODINGS, decompressBody } from './read-body.ts';
import { isRedirect, nextHop, type RequestHop } from './redirect.ts';
import { type OutboundHead, type PendingRequest, sendRequest } from './send-request.ts';

const MAX_REDIRECTS = 5;
/** Of `webFetch`, decompressed: more than a long streamed answer or a batch of embeddings. */
const STREAMED_MAX_BYTES = 16 * 1024 * 1024;

export type { OutboundHead };

export interface OutboundResponse extends OutboundHead {
  /** Decompressed. Empty for HEAD, 204 and 304, and when `wantsBody` returned false. */
  body: Buffer;
  redirects: number;
}

export interface OutboundRequest {
  method?: string;
  headers?: Record<string, string>;
  /** Sent again at redirects that keep the method. */
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /** Of the body, both compressed and decompressed. */
  maxBytes: number;
  /** DNS, connection, redirects and body together. */
  timeoutMs: number;
  maxRedirects?: number;
  /** Before the body is read; if false, it is skipped and empty. */
  wantsBody?: (head: OutboundHead) => boolean;
}

export interface Outbound {
  readonly userAgent: string;
  fetch(url: string, request: OutboundRequest): Promise<OutboundResponse>;
  /** For libraries that stream: takes URLs only and does not follow redirects. Fails beyond `STREAMED_MAX_BYTES`. */
  readonly webFetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

interface OutboundOptions {
  allow: readonly string[];
  userAgent: string;
  resolve?: ResolveHost;
}

const TIMEOUT_CODES = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

const withLowerCaseNames = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** An abort by the caller keeps its own reason. */
function toOutboundError(error: unknown, url: string, isLate: boolean, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  if (isLate) return new OutboundError('timeout', url);
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof OutboundError) return at;
  const code = (error as { code?: string } | null)?.code ?? '';
  return new OutboundError(TIMEOUT_CODES.has(code) ? 'timeout' : 'unreachable', `${url} (${code || error})`, {
    cause: error,
  });
}

/**
 * The only way to make HTTP requests to other servers; protects against SSRF. Refuses addresses that are not public, as
 * literals, after DNS resolution and at each redirect; only http(s) on ports 80 and 443, unless `allow` lists the host.
 * Throws OutboundError, or the caller's abort reason.
 */
export function createOutbound({ allow: entries, userAgent, resolve = resolveBySystem }: OutboundOptions): Outbound {
  const allow = readAllowList(entries);
  const agent = new Agent({ connect: guardedConnector(allow, resolve) });
  const defaults = { 'user-agent': userAgent, 'accept-encoding': ACCEPTED_ENCODINGS };

  /** `onRequest` gets each request, so that it can be aborted. */
  async function follow(
    first: RequestHop,
    request: OutboundRequest,
    onRequest: (current: PendingRequest) => void,
  ): Promise<OutboundResponse> {
    let hop = first;
    for (let redirects = 0; redirects <= (request.maxRedirects ?? MAX_REDIRECTS); redirects++) {
      const current = sendRequest(agent, hop, request);
      onRequest(current);
      const { head, compressed } = await current.response;
      if (!isRedirect(head.status)) {
        const body =
          compressed.length > 0 ? await decompressBody(compressed, head.headers, request.maxBytes) : compressed;
        return { ...head, redirects, body };
      }
      hop = nextHop(hop, head.status, head.headers.location, allow);
    }
    throw new OutboundError('bad_redirect', `${first.url} redirects too often`);
  }

  async function fetch(url: string, request: OutboundRequest): Promise<OutboundResponse> {
    const { method = 'GET', signal, timeoutMs } = request;
    const parsed = URL.parse(url);
    const refusal = parsed ? refuseUrl(parsed, allow) : 'bad_url';
    if (refusal || !parsed) throw new OutboundError(refusal ?? 'bad_url', url);
    signal?.throwIfAborted();
    let ended: { reason: unknown } | null = null;
    let current: PendingRequest | null = null;
    const end = (reason: unknown) => {
      ended ??= { reason };
      current?.abort(reason);
    };
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      end(new OutboundError('timeout', url));
    }, timeoutMs);
    const stopListening = signal && onAbort(signal, () => end(signal.reason));
    try {
      const headers = { ...defaults, ...withLowerCaseNames(request.headers) };
      return await follow({ url: parsed.href, method, headers, body: request.body }, request, (sent) => {
        current = sent;
        // The request was aborted between two hops.
        if (ended) sent.abort(ended.reason);
      });
    } catch (error) {
      throw toOutboundError(error, url, isLate, signal);
    } finally {
      clearTimeout(timer);
      stopListening?.();
    }
  }

  const webFetch = (async (input: string | URL, init: RequestInit = {}) => {
    const refusal = refuseUrl(input, allow);
    if (refusal) throw new OutboundError(refusal, String(input));
    // Following redirects here would bypass the check of scheme and port.
    const guarded = { ...init, redirect: 'error', dispatcher: agent } as unknown as Parameters<typeof undiciFetch>[1];
    return limitResponse((await undiciFetch(input, guarded)) as unknown as Response, STREAMED_MAX_BYTES);
  }) as typeof globalThis.fetch;

  return { userAgent, fetch, webFetch, close: () => agent.destroy() };
}
