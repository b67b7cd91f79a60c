/** The origin and host of an address. */
interface Authority {
  origin: string;
  host: string;
}

/** The part of an address up to the path, in a form whose meaning does not depend on the rest of the address. */
const PLAIN_BEGINNING = /^https?:\/\/[a-z\d.-]+(?::\d{1,5})?\//;
const MAX_CACHED = 1_000;
const cache = new Map<string, Authority | null>();

function parse(address: string): Authority | null {
  const url = URL.parse(address);
  return url && { origin: url.origin, host: url.host };
}

/**
 * Returns the origin and host of an address, or null when it is invalid. Caches the result: all addresses of a site
 * begin alike.
 */
export function authorityOf(address: string): Authority | null {
  const beginning = PLAIN_BEGINNING.exec(address)?.[0];
  if (beginning === undefined) return parse(address);
  let authority = cache.get(beginning);
  if (authority === undefined) {
    authority = parse(beginning);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(beginning, authority);
  }
  return authority;
}
