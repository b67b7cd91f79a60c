/** Where an address leads, apart from the path. */
export interface Authority {
  origin: string;
  host: string;
}

/** The beginning of an address up to its path, in a form in which nothing that follows can change what it means. */
const PLAIN_BEGINNING = /^https?:\/\/[a-z\d.-]+(?::\d{1,5})?\//;
const KEPT = 1_000;
const known = new Map<string, Authority | null>();

function parse(address: string): Authority | null {
  const url = URL.parse(address);
  return url && { origin: url.origin, host: url.host };
}

/** Origin and host of an address, or null when it is none. All addresses of a site begin alike, and are parsed once. */
export function authorityOf(address: string): Authority | null {
  const beginning = PLAIN_BEGINNING.exec(address)?.[0];
  if (beginning === undefined) return parse(address);
  let authority = known.get(beginning);
  if (authority === undefined) {
    authority = parse(beginning);
    if (known.size >= KEPT) known.clear();
    known.set(beginning, authority);
  }
  return authority;
}
