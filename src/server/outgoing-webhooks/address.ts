import { hostPort, readAllowList, refuseUrl } from '../outbound/addresses.ts';
import type { Env } from '../runtime/env.ts';

/**
 * Returns why events may not be sent to an address; null if they may. It must use https, because the data are about
 * visitors; only hosts on the allow list (`CRAWL_ALLOW`) may do without. Names are resolved and checked when sending.
 */
export function refuseAddress(
  url: string,
  { CRAWL_ALLOW }: Pick<Env, 'CRAWL_ALLOW'>,
): 'https_required' | 'bad_url' | 'address_refused' | null {
  const allow = readAllowList(CRAWL_ALLOW);
  const parsed = URL.parse(url);
  if (!parsed) return 'bad_url';
  if (parsed.protocol === 'http:' && !allow.has(hostPort(parsed))) return 'https_required';
  return refuseUrl(parsed, allow);
}
