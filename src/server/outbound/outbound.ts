import { Agent, fetch as undiciFetch } from 'undici';
import { readAllowList, refuseUrl } from './addresses.ts';
import { ask, type Asked, type OutboundHead } from './ask.ts';
import { guardedConnector, type Resolve, resolveBySystem } from './connect.ts';
import { OutboundError } from './outbound-error.ts';
import { onAbort } from './on-abort.ts';
import { ACCEPTED_ENCODINGS, unpackBody } from './read-body.ts';
import { type Hop, isRedirect, nextHop } from './redirect.ts';

export const MAX_REDIRECTS = 5;

export type { OutboundHead };

export interface OutboundResponse extends OutboundHead {
  /** Unpacked; empty for HEAD, 204 and 304, and when it was not wanted. */
  body: Buffer;
  redirects: number;
}

export interface OutboundRequest {
  method?: string;
  headers?: Record<string, string>;
  /** Sent again at a redirect that keeps the method. */
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /** The most bytes of a body, packed and unpacked. */
  maxBytes: number;
  /** For everything together: name, connection, redirects and body. */
  timeoutMs: number;
  maxRedirects?: number;
  /** Sees the head before the body is read; when it says no, the body is left on the wire and comes back empty. */
  wantsBody?: (head: OutboundHead) => boolean;
}

export interface Outbound {
  readonly userAgent: string;
  fetch(url: string, request: OutboundRequest): Promise<OutboundResponse>;
  /** The web's own `fetch` behind the same guard, for libraries that stream (by URL, not by Request): no redirects, no cap on bytes. */
  readonly webFetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

export interface OutboundOptions {
  /** `host:port` entries reached whatever their address. */
  allow: readonly string[];
  userAgent: string;
  /** The system's resolver unless given. */
  resolve?: Resolve;
}

const TIMEOUT_CODES = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

const withLowerCaseNames = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** What went wrong, as our own error; the caller's own abort keeps its reason. */
function explain(error: unknown, url: string, isLate: boolean, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  if (isLate) return new OutboundError('timeout', url);
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof OutboundError) return at;
  const code = (error as { code?: string } | null)?.code ?? '';
  return new OutboundError(TIMEOUT_CODES.has(code) ? 'timeout' : 'unreachable', `${url} (${code || error})`, {
    cause: error,
  });
}

/**
 * The one way out of the house for HTTP. Refuses addresses that are not public: as literals, after the name is
 * resolved, and again at each redirect; http and https only, ports 80 and 443 only, unless `allow` names the host.
 * Its calls throw OutboundError, or the reason of the caller's own abort.
 */
export function createOutbound({ allow: entries, userAgent, resolve = resolveBySystem }: OutboundOptions): Outbound {
  const allow = readAllowList(entries);
  const agent = new Agent({ connect: guardedConnector(allow, resolve) });
  const defaults = { 'user-agent': userAgent, 'accept-encoding': ACCEPTED_ENCODINGS };

  /** `asked` is told of each request on the way, so that it can be ended. */
  async function follow(
    first: Hop,
    request: OutboundRequest,
    asked: (current: Asked) => void,
  ): Promise<OutboundResponse> {
    let hop = first;
    for (let redirects = 0; redirects <= (request.maxRedirects ?? MAX_REDIRECTS); redirects++) {
      const current = ask(agent, hop, request);
      asked(current);
      const { head, packed } = await current.answer;
      if (!isRedirect(head.status)) {
        const body = packed.length > 0 ? await unpackBody(packed, head.headers, request.maxBytes) : packed;
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
    let current: Asked | null = null;
    const end = (reason: unknown) => {
      ended ??= { reason };
      current?.abort(reason);
    };
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      end(new OutboundError('timeout', url));
    }, timeoutMs);
    const leave = signal && onAbort(signal, () => end(signal.reason));
    try {
      const headers = { ...defaults, ...withLowerCaseNames(request.headers) };
      return await follow({ url: parsed.href, method, headers, body: request.body }, request, (asked) => {
        current = asked;
        // Time was up between two hops.
        if (ended) asked.abort(ended.reason);
      });
    } catch (error) {
      throw explain(error, url, isLate, signal);
    } finally {
      clearTimeout(timer);
      leave?.();
    }
  }

  const webFetch = (async (input: string | URL, init: RequestInit = {}) => {
    const refusal = refuseUrl(input, allow);
    if (refusal) throw new OutboundError(refusal, String(input));
    // Followed redirects would pass by the check of scheme and port.
    const guarded = { ...init, redirect: 'error', dispatcher: agent } as unknown as Parameters<typeof undiciFetch>[1];
    return (await undiciFetch(input, guarded)) as unknown as Response;
  }) as typeof globalThis.fetch;

  return { userAgent, fetch, webFetch, close: () => agent.destroy() };
}
