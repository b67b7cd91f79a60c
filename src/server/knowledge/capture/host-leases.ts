import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { HOST_TURN_SECONDS, leaveHost, takeHost } from '../../db/platform.ts';
import type { Db } from '../../db/tenant.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { type HostLeases, leaseHosts } from './host-turns.ts';

/** Interval between attempts to get a lease, and between renewals. */
const ASK_MS = 500;
const RENEW_MS = (HOST_TURN_SECONDS * 1_000) / 3;

/** This process's exclusive right to send requests to one host. */
interface Lease {
  /** Requests that are running or waiting for the lease. */
  users: number;
  running: number;
  /** End of the guaranteed validity, as performance.now(); 0 without a lease. */
  goodUntil: number;
  /** Another process wants the lease, or is about to get it: no new request starts. */
  isEnding: boolean;
  /** Serializes the database calls for this lease. */
  saying: Promise<void>;
  isAsking: boolean;
  timer?: NodeJS.Timeout;
}

/**
 * Makes processes that share a database take turns per host, so that only one of them sends requests to it at a time.
 * An embedded database has a single process, so nothing is needed.
 */
export function shareHosts(outbound: Outbound, db: Db, renewMs = RENEW_MS): void {
  if (db.kind !== 'embedded') leaseHosts(outbound, createHostLeases(db, renewMs));
}

function createHostLeases(db: Db, renewMs: number): HostLeases {
  const holder = uuidv7();
  const leases = new Map<string, Lease>();

  const say = (lease: Lease, work: () => Promise<void>) => (lease.saying = lease.saying.then(work, work));

  /** Gets or renews the lease. Releases it when another process wants it and no request is running. */
  const ask = (host: string, lease: Lease) =>
    say(lease, async () => {
      const at = performance.now();
      const { isHeld, isWanted } = await takeHost(db, host, holder);
      lease.goodUntil = isHeld ? at + HOST_TURN_SECONDS * 1_000 : 0;
      lease.isEnding ||= isHeld && isWanted;
      if (isHeld) lease.timer ??= setTimeout(() => void renew(host, lease), renewMs).unref();
      if (lease.isEnding && lease.running === 0) void leave(host, lease);
    });

  function leave(host: string, lease: Lease): Promise<void> {
    lease.isEnding = true;
    clearTimeout(lease.timer);
    lease.timer = undefined;
    return say(lease, async () => {
      lease.goodUntil = 0;
      // A lease that cannot be released expires by itself.
      await leaveHost(db, host, holder).catch(() => undefined);
      lease.isEnding = false;
      if (lease.users === 0) leases.delete(host);
    });
  }

  async function renew(host: string, lease: Lease): Promise<void> {
    lease.timer = undefined;
    if (lease.users === 0) return leave(host, lease);
    await ask(host, lease).catch(() => undefined);
    // Also renews after a database error: the next call may succeed.
    if (!lease.isEnding && lease.goodUntil > 0)
      lease.timer ??= setTimeout(() => void renew(host, lease), renewMs).unref();
  }

  async function wait(host: string, lease: Lease, signal?: AbortSignal): Promise<void> {
    const canBegin = () => lease.goodUntil > performance.now() && !lease.isEnding;
    while (!canBegin()) {
      signal?.throwIfAborted();
      // Several requests may wait, but only one asks the database.
      if (lease.isAsking || lease.isEnding) await sleep(ASK_MS / 10, undefined, { signal });
      else {
        lease.isAsking = true;
        await ask(host, lease).finally(() => (lease.isAsking = false));
        if (!canBegin()) await sleep(ASK_MS, undefined, { signal });
      }
    }
  }

  return {
    async use(host, signal) {
      const fresh = { users: 0, running: 0, goodUntil: 0, isEnding: false, isAsking: false, saying: Promise.resolve() };
      const lease: Lease = leases.get(host) ?? fresh;
      leases.set(host, lease);
      lease.users++;
      try {
        await wait(host, lease, signal);
      } catch (error) {
        if (--lease.users === 0 && !lease.timer && !lease.isEnding) leases.delete(host);
        throw error;
      }
      lease.running++;
      return () => {
        lease.users--;
        lease.running--;
        if (lease.running === 0 && lease.isEnding) void leave(host, lease);
      };
    },
  };
}
