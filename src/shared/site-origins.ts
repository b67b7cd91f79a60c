/** Returns whether a host is a domain name, which may have a `www.` prefix, and not an IP address or `localhost`. */
const isDomainName = (host: string): boolean => /\.[a-z][a-z0-9-]*\.?(:\d+)?$/i.test(host);

/**
 * Returns the origins (RFC 6454) of a site: its own and, for a domain name, those with and without `www.`. Empty for
 * an invalid web address.
 */
export function originsOfSite(address: string | undefined): string[] {
  const url = address ? URL.parse(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return [];
  if (!isDomainName(url.host)) return [url.origin];
  const bare = url.host.replace(/^www\./, '');
  return [`${url.protocol}//${bare}`, `${url.protocol}//www.${bare}`];
}

/** Returns `Loja Azul` for `https://www.loja-azul.com.br`; null if there is no name, such as for an IP address. */
export function nameOfSite(address: string | undefined): string | null {
  const url = address ? URL.parse(address) : null;
  if (!url || !isDomainName(url.host)) return null;
  const label = url.hostname.replace(/^www\./, '').split('.')[0] ?? '';
  const words = label.split(/[-_]+/).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toLocaleUpperCase('pt-BR') + word.slice(1)).join(' ');
  return name === '' ? null : name.slice(0, 80);
}
