import { hostPort, readAllowList, refuseUrl } from '../outbound/addresses.ts';
import type { Env } from '../runtime/env.ts';

/** https, because the data are about visitors, unless the allow list has the host. Names are checked when sending. */
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
