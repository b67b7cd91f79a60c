import type { Outbound } from '../../server/outbound/outbound.ts';
import { siteHost } from '../../shared/site-origins.ts';

const MAX_CONCURRENT = 2;

interface Host {
  running: number;
  waiting: (() => void)[];
}

const hosts = new WeakMap<Outbound, Map<string, Host>>();

interface HostLimitOptions {
  concurrency?: number;
  signal?: AbortSignal;
}

/** Shared by all accounts of this process. Rejects with the reason of an abort. */
export async function withinHostLimit<T>(
  outbound: Outbound,
  url: string,
  { concurrency = MAX_CONCURRENT, signal }: HostLimitOptions,
  request: () => Promise<T>,
): Promise<T> {
  const known = hosts.get(outbound) ?? new Map<string, Host>();
  hosts.set(outbound, known);
  const name = siteHost(url);
  const host = known.get(name) ?? { running: 0, waiting: [] };
  known.set(name, host);
  if (host.running < concurrency) host.running++;
  else await waitForSlot(host, signal);
  try {
    return await request();
  } finally {
    const next = host.waiting.shift();
    // Passes the slot on, so `running` stays the same.
    if (next) next();
    else if (--host.running === 0) known.delete(name);
  }
}

async function waitForSlot({ waiting }: Host, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const removeFromQueue = () => {
    waiting.splice(waiting.indexOf(resolve), 1);
    reject(signal!.reason as Error);
  };
  waiting.push(resolve);
  signal?.addEventListener('abort', removeFromQueue, { once: true });
  await promise.finally(() => signal?.removeEventListener('abort', removeFromQueue));
}
