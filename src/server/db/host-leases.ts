import { sql } from 'drizzle-orm';
import { type Db, withPlatform } from './tenant.ts';

/* The leases on hosts, which all processes share. They belong to no tenant. */

/** A process that does not renew its lease on a host within this time loses it. */
export const HOST_LEASE_SECONDS = 15;
/** A waiting process has to renew its request within this time. */
const WANTED_SECONDS = 3;

/**
 * Acquires or renews the lease on a host for process `holder`. If another process holds it, marks the host as wanted.
 * A holder that released the host for another process only gets it back after that process had its turn. Returns
 * whether this process holds the lease, and whether another one wants it.
 */
export async function acquireHostLease(
  db: Db,
  host: string,
  holder: string,
): Promise<{ isHeld: boolean; isWanted: boolean }> {
  const until = sql`now() + make_interval(secs => ${HOST_LEASE_SECONDS})`;
  const isOwn = sql`(t.holder = excluded.holder and t.until > now())`;
  const isFree = sql`(t.until <= now() and (t.holder <> excluded.holder or coalesce(t.wanted_until <= now(), true)))`;
  const { rows } = await withPlatform(db, (tx) =>
    tx.execute(sql`
      insert into host_turns as t (host, holder, until) values (${host}, ${holder}, ${until})
      on conflict (host) do update set
        holder = case when ${isFree} then excluded.holder else t.holder end,
        until = case when ${isFree} or ${isOwn} then excluded.until else t.until end,
        wanted_until = case when ${isFree} then null when t.holder = excluded.holder then t.wanted_until
          else now() + make_interval(secs => ${WANTED_SECONDS}) end
      returning t.holder = ${holder} and t.until > now() as "isHeld",
        t.holder = ${holder} and coalesce(t.wanted_until > now(), false) as "isWanted"`),
  );
  return rows[0] as { isHeld: boolean; isWanted: boolean };
}

/** Releases the lease on a host, to the waiting process if there is one. */
export async function releaseHostLease(db: Db, host: string, holder: string): Promise<void> {
  const isOwn = sql`host = ${host} and holder = ${holder}`;
  await withPlatform(db, async (tx) => {
    await tx.execute(sql`delete from host_turns where ${isOwn} and coalesce(wanted_until <= now(), true)`);
    await tx.execute(sql`update host_turns set until = now() where ${isOwn}`);
  });
}
