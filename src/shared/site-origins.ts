/** Not an IP address or `localhost`. */
const isDomainName = (host: string): boolean => /\.[a-z][a-z0-9-]*\.?(:\d+)?$/i.test(host);

/** RFC 6454; for a domain name, with and without `www.`. Empty for an invalid address. */
export function originsOfSite(address: string | undefined): string[] {
  const url = address ? URL.parse(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return [];
  if (!isDomainName(url.host)) return [url.origin];
  const bare = url.host.replace(/^www\./, '');
  return [`${url.protocol}//${bare}`, `${url.protocol}//www.${bare}`];
}

/** `Loja Azul` for `https://www.loja-azul.com.br`; null for an IP address. */
export function nameOfSite(address: string | undefined): string | null {
  const url = address ? URL.parse(address) : null;
  if (!url || !isDomainName(url.host)) return null;
  const label = url.hostname.replace(/^www\./, '').split('.')[0] ?? '';
  const words = label.split(/[-_]+/).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toLocaleUpperCase('pt-BR') + word.slice(1)).join(' ');
  return name === '' ? null : name.slice(0, 80);
}
