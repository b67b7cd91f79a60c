import { createOutbound, type Outbound } from '../../src/server/outbound/outbound.ts';

/** Returns an outbound and a function that adds `host:port` entries to its allow list, which is `allowed`. */
export function createGrowingOutbound(allowed: string[]): {
  outbound: Outbound;
  allow(hosts: readonly string[]): void;
} {
  const create = () => createOutbound({ allow: allowed, userAgent: 'ProsaBot/1.0 (tests)' });
  let current = create();
  return {
    outbound: {
      userAgent: current.userAgent,
      fetch: (...request) => current.fetch(...request),
      webFetch: (...request) => current.webFetch(...request),
      close: () => current.close(),
    },
    allow(hosts) {
      allowed.push(...hosts);
      current = create();
    },
  };
}
