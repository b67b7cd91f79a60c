import type { Outbound } from '../../outbound/outbound.ts';

/** Requests at once to one host, of whatever account and purpose. */
const AT_ONCE = 2;

interface Host {
  running: number;
  waiting: (() => void)[];
}

const hosts = new WeakMap<Outbound, Map<string, Host>>();

/**
 * Waits until one more request may be made to the host of `url`; the caller ends its turn. Captures, trainings and syncs of
 * all accounts share them. Rejects with the reason of an abort.
 */
export async function hostTurn(
  outbound: Outbound,
  url: string,
  { atOnce = AT_ONCE, signal }: { atOnce?: number; signal?: AbortSignal } = {},
): Promise<{ end(): void }> {
  const known = hosts.get(outbound) ?? new Map<string, Host>();
  hosts.set(outbound, known);
  const name = URL.parse(url)?.host ?? '';
  const host = known.get(name) ?? { running: 0, waiting: [] };
  known.set(name, host);
  const end = () => {
    const next = host.waiting.shift();
    // The turn is handed over, so that `running` stays as it is.
    if (next) next();
    else if (--host.running === 0) known.delete(name);
  };
  if (host.running < atOnce) host.running++;
  else await waitIn(host, signal);
  return { end };
}

async function waitIn({ waiting }: Host, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = () => {
    waiting.splice(waiting.indexOf(resolve), 1);
    reject(signal!.reason as Error);
  };
  waiting.push(resolve);
  signal?.addEventListener('abort', leave, { once: true });
  await promise.finally(() => signal?.removeEventListener('abort', leave));
}
