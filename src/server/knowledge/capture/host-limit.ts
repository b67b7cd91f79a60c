import type { Outbound } from '../../outbound/outbound.ts';

/** Concurrent requests to one host, across all accounts and purposes. */
const MAX_CONCURRENT = 2;

interface Host {
  running: number;
  waiting: (() => void)[];
}

const hosts = new WeakMap<Outbound, Map<string, Host>>();

/** Leases by which several processes take turns per host. */
export interface HostLeases {
  /**
   * Waits until this process may send requests to `host`. Returns a function that the caller must call when done.
   * Rejects with the reason of an abort.
   */
  use(host: string, signal?: AbortSignal): Promise<() => void>;
}

const leasesByOutbound = new WeakMap<Outbound, HostLeases>();

/** Makes all requests through `outbound` wait for leases, too. */
export const useHostLeases = (outbound: Outbound, leases: HostLeases): void =>
  void leasesByOutbound.set(outbound, leases);

interface HostLimitOptions {
  concurrency?: number;
  signal?: AbortSignal;
}

/** Returns the host without `www.`: both names are one host. */
const hostOf = (url: string) => URL.parse(url)?.host.replace(/^www\./, '') ?? '';

/**
 * Runs one request within the host's request limit, which applies to the captures, trainings and syncs of all accounts
 * and, with `shareHosts`, of all processes on the same database. Rejects with the reason of an abort.
 */
export async function withinHostLimit<T>(
  outbound: Outbound,
  url: string,
  { concurrency = MAX_CONCURRENT, signal }: HostLimitOptions,
  request: () => Promise<T>,
): Promise<T> {
  const known = hosts.get(outbound) ?? new Map<string, Host>();
  hosts.set(outbound, known);
  const name = hostOf(url);
  const host = known.get(name) ?? { running: 0, waiting: [] };
  known.set(name, host);
  if (host.running < concurrency) host.running++;
  else await waitForSlot(host, signal);
  let endLease: (() => void) | undefined;
  try {
    endLease = await leasesByOutbound.get(outbound)?.use(name, signal);
    return await request();
  } finally {
    endLease?.();
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
