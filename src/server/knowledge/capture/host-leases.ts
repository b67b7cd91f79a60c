import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { acquireHostLease, HOST_LEASE_SECONDS, releaseHostLease } from '../../db/host-leases.ts';
import type { Db } from '../../db/tenant.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { type HostLeases, useHostLeases } from './host-limit.ts';

/** Interval between attempts to get a lease, and between renewals. */
const RETRY_MS = 500;
const RENEW_MS = (HOST_LEASE_SECONDS * 1_000) / 3;

/** This process's exclusive right to send requests to one host. */
interface Lease {
  /** Requests that are running or waiting for the lease. */
  users: number;
  running: number;
  /** End of the guaranteed validity, as performance.now(); 0 without a lease. */
  validUntil: number;
  /** Another process wants the lease, or is about to get it: no new request starts. */
  isEnding: boolean;
  /** Serializes the database calls for this lease. */
  pending: Promise<void>;
  isAcquiring: boolean;
  timer?: NodeJS.Timeout;
}

/**
 * Makes processes that share a database take turns per host, so that only one of them sends requests to it at a time.
 * Does nothing on an embedded database, which has a single process.
 */
export function shareHosts(outbound: Outbound, db: Db, renewMs = RENEW_MS): void {
  if (db.kind !== 'embedded') useHostLeases(outbound, createHostLeases(db, renewMs));
}

function createHostLeases(db: Db, renewMs: number): HostLeases {
  const processId = uuidv7();
  const leases = new Map<string, Lease>();

  const serialize = (lease: Lease, work: () => Promise<void>) => (lease.pending = lease.pending.then(work, work));

  /** Gets or renews the lease. Releases it when another process wants it and no request is running. */
  const acquire = (host: string, lease: Lease) =>
    serialize(lease, async () => {
      const at = performance.now();
      const { isHeld, isWanted } = await acquireHostLease(db, host, processId);
      lease.validUntil = isHeld ? at + HOST_LEASE_SECONDS * 1_000 : 0;
      lease.isEnding ||= isHeld && isWanted;
      if (isHeld) lease.timer ??= setTimeout(() => void renew(host, lease), renewMs).unref();
      if (lease.isEnding && lease.running === 0) void release(host, lease);
    });

  function release(host: string, lease: Lease): Promise<void> {
    lease.isEnding = true;
    clearTimeout(lease.timer);
    lease.timer = undefined;
    return serialize(lease, async () => {
      lease.validUntil = 0;
      // A lease that cannot be released expires by itself.
      await releaseHostLease(db, host, processId).catch(() => undefined);
      lease.isEnding = false;
      if (lease.users === 0) leases.delete(host);
    });
  }

  async function renew(host: string, lease: Lease): Promise<void> {
    lease.timer = undefined;
    if (lease.users === 0) return release(host, lease);
    await acquire(host, lease).catch(() => undefined);
    // Also renews after a database error: the next call may succeed.
    if (!lease.isEnding && lease.validUntil > 0)
      lease.timer ??= setTimeout(() => void renew(host, lease), renewMs).unref();
  }

  async function wait(host: string, lease: Lease, signal?: AbortSignal): Promise<void> {
    const canBegin = () => lease.validUntil > performance.now() && !lease.isEnding;
    while (!canBegin()) {
      signal?.throwIfAborted();
      // Several requests may wait, but only one asks the database.
      if (lease.isAcquiring || lease.isEnding) await sleep(RETRY_MS / 10, undefined, { signal });
      else {
        lease.isAcquiring = true;
        await acquire(host, lease).finally(() => (lease.isAcquiring = false));
        if (!canBegin()) await sleep(RETRY_MS, undefined, { signal });
      }
    }
  }

  return {
    async use(host, signal) {
      const fresh = {
        users: 0,
        running: 0,
        validUntil: 0,
        isEnding: false,
        isAcquiring: false,
        pending: Promise.resolve(),
      };
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
        if (lease.running === 0 && lease.isEnding) void release(host, lease);
      };
    },
  };
}
