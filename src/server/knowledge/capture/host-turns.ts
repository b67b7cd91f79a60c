import type { Outbound } from '../../outbound/outbound.ts';
import { authorityOf } from './authority.ts';

/** Requests at once to one host, of whatever account and purpose. */
const AT_ONCE = 2;

interface Host {
  running: number;
  waiting: (() => void)[];
}

const hosts = new WeakMap<Outbound, Map<string, Host>>();

/** What several processes keep to, so that one of them asks a host at a time. */
export interface HostLeases {
  /** Waits until this process may ask `host`; the caller says when it is done. Rejects with the reason of an abort. */
  use(host: string, signal?: AbortSignal): Promise<() => void>;
}

const shared = new WeakMap<Outbound, HostLeases>();

/** Has the requests that go out by `outbound` keep to leases as well. */
export const leaseHosts = (outbound: Outbound, leases: HostLeases): void => void shared.set(outbound, leases);

interface TurnOptions {
  atOnce?: number;
  signal?: AbortSignal;
}

/** A site under its two usual names is one host. */
const hostOf = (url: string) => authorityOf(url)?.host.replace(/^www\./, '') ?? '';

/**
 * Waits until one more request may be made to the host of `url`; the caller ends its turn. Captures, trainings and syncs of
 * all accounts share them, and so do all processes on one database (shareHosts). Rejects with the reason of an abort.
 */
export async function hostTurn(
  outbound: Outbound,
  url: string,
  { atOnce = AT_ONCE, signal }: TurnOptions = {},
): Promise<{ end(): void }> {
  const known = hosts.get(outbound) ?? new Map<string, Host>();
  hosts.set(outbound, known);
  const name = hostOf(url);
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
  const leases = shared.get(outbound);
  if (!leases) return { end };
  try {
    const done = await leases.use(name, signal);
    return { end: () => (done(), end()) };
  } catch (error) {
    end();
    throw error;
  }
}

/** Makes one request when its host's turn has come. */
export async function inTurn<T>(
  outbound: Outbound,
  url: string,
  options: TurnOptions,
  request: () => Promise<T>,
): Promise<T> {
  const turn = await hostTurn(outbound, url, options);
  try {
    return await request();
  } finally {
    turn.end();
  }
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
