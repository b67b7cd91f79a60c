import { and, eq, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { jobs } from '../db/schema/platform.ts';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';

export interface NewJob {
  accountId: string;
  kind: string;
  /** What the job is about; together with `version` it is queued once. */
  subjectId: string;
  version?: number;
  payload?: Record<string, unknown>;
  runAt?: Date;
}

export interface Job {
  accountId: string;
  id: string;
  kind: string;
  subjectId: string;
  version: number;
  payload: Record<string, unknown>;
  /** 1 at the first try. */
  attempts: number;
  leaseToken: string;
}

/** Of one kind, or of any but some. */
export type Kinds = { only: string } | { but: readonly string[] };

/** A process that stops renewing its lease for so long has lost the job to another. */
export const LEASE_SECONDS = 30;
export const MAX_ATTEMPTS = 4;
/** Seconds to wait after the first, second and third failure. */
const BACKOFF_SECONDS = [2, 15, 60];

/**
 * Puts a job into the queue, in the transaction of the row that it serves. A job that is there already stays as it is,
 * and does not end before that transaction does: so a handler that looks again after `finishJob` sees the row.
 */
export async function addJob(tx: Tx, job: NewJob): Promise<void> {
  await tx
    .insert(jobs)
    .values({ id: uuidv7(), ...job })
    .onConflictDoUpdate({
      target: [jobs.accountId, jobs.kind, jobs.subjectId, jobs.version],
      set: { kind: sql`excluded.kind` },
    });
}

const isOf = (kinds: Kinds): SQL => ('only' in kinds ? sql`j.kind = ${kinds.only}` : sql`j.kind not in ${kinds.but}`);

/**
 * Takes the next due job, of the account that was served the longest ago. Jobs whose lease ran out are taken again:
 * their process died.
 */
export function claimJob(db: Db, leaseToken: string, kinds?: Kinds): Promise<Job | null> {
  const ofKind = kinds ? sql`and ${isOf(kinds)}` : sql``;
  return withPlatform(db, async (tx) => {
    const { rows } = await tx.execute(sql`
      update jobs set attempts = attempts + 1, lease_token = ${leaseToken},
        lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where (account_id, id) = (
        select j.account_id, j.id from jobs j left join job_turns t on t.account_id = j.account_id
        where j.state = 'waiting' and j.run_at <= now() and (j.lease_until is null or j.lease_until < now())
          ${ofKind}
        order by t.served_at nulls first, j.run_at, j.id
        limit 1 for update of j skip locked)
      returning account_id as "accountId", id, kind, subject_id as "subjectId", version, payload, attempts,
        lease_token as "leaseToken"`);
    const job = rows[0] as Job | undefined;
    if (!job) return null;
    await tx.execute(sql`
      insert into job_turns (account_id, served_at) values (${job.accountId}, clock_timestamp())
      on conflict (account_id) do update set served_at = excluded.served_at`);
    return job;
  });
}

const isHeld = (job: Job) =>
  and(eq(jobs.accountId, job.accountId), eq(jobs.id, job.id), eq(jobs.leaseToken, job.leaseToken));

/** Keeps a running job. Answers false when another process has it by now. */
export async function renewLease(db: Db, job: Job): Promise<boolean> {
  const rows = await withPlatform(db, (tx) =>
    tx
      .update(jobs)
      .set({ leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
      .where(isHeld(job))
      .returning({ id: jobs.id }),
  );
  return rows.length > 0;
}

/** The job was lost to another process: what this one made must not be kept. */
export class LostLease extends Error {}

/**
 * Ends a job, in the transaction that keeps its result: so a result is kept once, by the process that holds the job.
 * @throws LostLease
 */
export async function finishJob(tx: Tx, job: Job): Promise<void> {
  const rows = await tx.delete(jobs).where(isHeld(job)).returning({ id: jobs.id });
  if (rows.length === 0) throw new LostLease(job.id);
}

/** What the database keeps of a note: no NUL. */
const noteOf = (error: string) => error.replaceAll('\0', '').slice(0, 500).toWellFormed();

/**
 * After a failure: tried again later, or parked after the last try. Answers whether it was the last. What could not be
 * noted must not keep the job where it is: then it goes on without its note.
 */
export async function postponeJob(db: Db, job: Job, error: string): Promise<boolean> {
  return putBack(db, job, noteOf(error)).catch(() => putBack(db, job, 'Error'));
}

async function putBack(db: Db, job: Job, error: string): Promise<boolean> {
  const isLast = job.attempts >= MAX_ATTEMPTS;
  const wait = BACKOFF_SECONDS[job.attempts - 1] ?? 60;
  await withPlatform(db, (tx) =>
    tx
      .update(jobs)
      .set({
        state: isLast ? 'parked' : 'waiting',
        error,
        leaseToken: null,
        leaseUntil: null,
        runAt: sql`now() + make_interval(secs => ${wait})`,
      })
      .where(isHeld(job)),
  );
  return isLast;
}

/** Puts a running job back for later, as if it had not been tried: what it waits for is not there yet. */
export async function deferJob(db: Db, job: Job, seconds: number): Promise<void> {
  await withPlatform(db, (tx) =>
    tx
      .update(jobs)
      .set({
        attempts: job.attempts - 1,
        leaseToken: null,
        leaseUntil: null,
        runAt: sql`now() + make_interval(secs => ${seconds})`,
      })
      .where(isHeld(job)),
  );
}

/** On the embedded database no other process can be at work: what a dead one held is free at once. */
export async function freeLeases(db: Db): Promise<void> {
  await withPlatform(db, (tx) => tx.update(jobs).set({ leaseToken: null, leaseUntil: null }));
}
