/** Query parameters that identify the visitor or the campaign. They do not change a page's content. */
const TRACKING =
  /^(?:utm_\w+|gclid|gclsrc|gad_\w+|gbraid|wbraid|dclid|fbclid|msclkid|yclid|igshid|srsltid|ttclid|twclid|mc_[ce]id|_ga|_gl|_hsenc|_hsmi|hs\w*tracking|phpsessid|jsessionid|aspsessionid\w*|sessionid|replytocom)$/i;
const BINARY =
  /\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|csv|rtf|epub|zip|rar|7z|gz|tgz|tar|exe|msi|dmg|apk|iso|jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|webm|ogg|wav|avi|mov|wmv|flv|css|js|mjs|map|json|xml|rss|atom|woff2?|ttf|otf|eot|txt|ics|vcf)$/i;
/** Technical addresses of common site builders, without text. */
const TECHNICAL =
  /\/(?:wp-admin|wp-json|wp-login\.php|xmlrpc\.php|cdn-cgi)(?:\/|$)|\/feed\/?$|[?&](?:add-to-cart|add_to_wishlist)=/i;
const READABLE_FILE = /\.(?:pdf|docx?)$/i;
const INDEX = /\/(?:index|default)\.(?:html?|php|aspx?)$/i;
const MAX_LENGTH = 2_000;
const MAX_SAME_FOLDERS = 3;

const withoutWww = (host: string) => host.replace(/^www\./, '');

/** Ignores `www.` and the scheme. */
export function isSameSite(a: URL, b: URL): boolean {
  if (withoutWww(a.hostname) !== withoutWww(b.hostname)) return false;
  return a.port === b.port;
}

/**
 * Without fragment and tracking parameters. Null for another scheme, a binary file, a technical address, or too long.
 */
export function pageAddress(address: string): URL | null {
  const url = URL.parse(address);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  // Each assignment parses the URL again, so it is avoided when nothing changes.
  if (url.href.includes('#')) url.hash = '';
  if (url.pathname.includes(';')) url.pathname = url.pathname.replace(/;jsessionid=[^/]*/i, '');
  if (url.search) {
    const parameters = [...url.searchParams].filter(([name]) => !TRACKING.test(name));
    url.search = parameters.length ? `?${new URLSearchParams(parameters)}` : '';
  }
  const isPage =
    url.href.length <= MAX_LENGTH && !BINARY.test(url.pathname) && !TECHNICAL.test(url.pathname + url.search);
  return isPage && !hasRepeatedFolders(url.pathname) ? url : null;
}

export function fileAddress(address: string): URL | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > MAX_LENGTH || !READABLE_FILE.test(url.pathname))
    return null;
  url.hash = '';
  return url;
}

/** Detects broken relative links, which add a folder at each step: /a/b/a/b/a/b. */
function hasRepeatedFolders(path: string): boolean {
  const folders = path.split('/');
  // `split` adds an empty first element.
  if (folders.length - 1 <= MAX_SAME_FOLDERS) return false;
  const counts = new Map<string, number>();
  for (const folder of folders) if (folder) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts.values()].some((count) => count > MAX_SAME_FOLDERS);
}

/** Ignores scheme, `www.`, index file, trailing slash and the order of parameters. */
export function pageKey(url: URL): string {
  const path = url.pathname.replace(INDEX, '/').replace(/\/+$/, '');
  if (!url.search) return `${withoutWww(url.host)}${path}`;
  const query = new URLSearchParams(url.search);
  query.sort();
  return `${withoutWww(url.host)}${path}${query.size ? `?${query}` : ''}`;
}

/** Equal for the days of a calendar: ignores digits in the path and the values of parameters. */
export function pageKind(url: URL): string {
  if (!url.search) return `${url.pathname.replace(/\d+/g, '#')}?`;
  return `${url.pathname.replace(/\d+/g, '#')}?${[...new Set(url.searchParams.keys())].sort().join('&')}`;
}
