import { decodeHtml } from '../../../reading/capture/charset.ts';
import { eachElement, rawText } from '../../../reading/capture/page-tree.ts';
import { parseHtml } from '../../../reading/capture/parse-html.ts';
import type { SiteCheck } from '../../../shared/appearance-editing.ts';
import { type Db, type Tenant, withTenant } from '../../db/tenant.ts';
import { requireContext } from '../../knowledge/context-row.ts';
import type { Outbound, OutboundResponse } from '../../outbound/outbound.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { ApiError } from '../../runtime/api-error.ts';

const MAX_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const LOADER = /\/w\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.js\b/gi;
const TAG_MANAGER = /googletagmanager\.com\/(?:gtm\.js|ns\.html|gtag\/js)/i;

/** Plain text and comments do not count, because browsers do not run them. */
function readSnippet(html: string, contextId: string): Pick<SiteCheck, 'snippet' | 'hasTagManager'> {
  const scripts: string[] = [];
  eachElement(parseHtml(html).root, (element) => {
    if (element.name === 'iframe') scripts.push(element.attribs.src ?? '');
    if (element.name === 'script') scripts.push(element.attribs.src ?? '', rawText(element));
  });
  const all = scripts.join('\n');
  const ids = new Set([...all.matchAll(LOADER)].map(([, id]) => id?.toLowerCase()));
  const snippet = ids.has(contextId.toLowerCase()) ? 'found' : ids.size > 0 ? 'other' : 'missing';
  return { snippet, hasTagManager: TAG_MANAGER.test(all) };
}

async function fetchPage(outbound: Outbound, url: string, signal?: AbortSignal): Promise<OutboundResponse | null> {
  try {
    const headers = { accept: 'text/html,application/xhtml+xml' };
    return await outbound.fetch(url, { headers, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.code === 'address_refused' || error.code === 'bad_url') throw new ApiError('address_refused');
    return null;
  }
}

/** An unreachable https page also by http, because a browser would open the site that way. */
async function findPage(outbound: Outbound, url: string, signal?: AbortSignal): Promise<OutboundResponse | null> {
  const page = await fetchPage(outbound, url, signal);
  if (page || !/^https:/i.test(url)) return page;
  return fetchPage(outbound, url.replace(/^https:/i, 'http:'), signal);
}

/** As a visitor's browser would. Throws `ApiError` `not_found`; `address_refused` for an address that is not public. */
export async function checkSite(
  { db, outbound }: { db: Db; outbound: Outbound },
  tenant: Tenant,
  { contextId, url }: { contextId: string; url: string },
  signal?: AbortSignal,
): Promise<SiteCheck> {
  const { origins, seenOrigins } = await withTenant(db, tenant, (tx) =>
    requireContext(tx, tenant, contextId, 'key share'),
  );
  const page = await findPage(outbound, url, signal);
  const finalUrl = page?.url ?? new URL(url).href;
  const { origin } = new URL(finalUrl);
  const siteFields = {
    url: finalUrl,
    origin,
    isAllowed: origins.includes(origin),
    askedAt: seenOrigins[origin] ?? null,
  };
  if (!page) return { ...siteFields, status: null, snippet: 'unknown', hasTagManager: false };
  const html = decodeHtml(page.body, page.headers['content-type']);
  return { ...siteFields, status: page.status, ...readSnippet(html, contextId) };
}
