import { type AllowList, refuseUrl } from './addresses.ts';
import { OutboundError } from './outbound-error.ts';

/** Of a redirect chain. Header names are in lower case. */
export interface RequestHop {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const PRIVATE_HEADERS = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  // API keys of model providers.
  'x-api-key',
  'x-goog-api-key',
  'api-key',
]);

export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

const omitHeaders = (headers: Record<string, string>, isUnwanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isUnwanted(name)));

/** Another origin gets no credentials and no cookies. Throws OutboundError `bad_redirect`, `address_refused`. */
export function nextHop(hop: RequestHop, status: number, location: string | undefined, allow: AllowList): RequestHop {
  if (!location || !URL.canParse(location, hop.url))
    throw new OutboundError('bad_redirect', `from ${hop.url} to nowhere`);
  const target = new URL(location, hop.url);
  const refusal = refuseUrl(target, allow);
  if (refusal)
    throw new OutboundError(refusal === 'bad_url' ? 'bad_redirect' : refusal, `${hop.url} points to ${target}`);
  const isSameOrigin = target.origin === new URL(hop.url).origin;
  const headers = isSameOrigin ? hop.headers : omitHeaders(hop.headers, (name) => PRIVATE_HEADERS.has(name));
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST';
  if (!becomesGet) return { ...hop, url: target.href, headers };
  return { url: target.href, method: 'GET', headers: omitHeaders(headers, (name) => name.startsWith('content-')) };
}
