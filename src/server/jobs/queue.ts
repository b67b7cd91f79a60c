import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterCommit } from '../db/after-commit.ts';
import { inBatches } from '../db/in-batches.ts';
import { isRunning } from '../db/running-until.ts';
import { jobs } from '../db/schema/platform.ts';
import {
  changePlatform,
  changeTenant,
  type Db,
  isRolledBack,
  tenant,
  type Tx,
  unlessZero,
  withPlatform,
  withTenant,
} from '../db/tenant.ts';

export interface NewJob {
  accountId: string;
  kind: string;
  /** Queued only once with the same kind and version. */
  subjectId: string;
  version?: number;
  payload?: Record<string, unknown>;
  runAt?: Date;
  /** One that is queued already waits until `runAt`, too. */
  isPostponed?: boolean;
}

export interface Job {
  accountId: string;
  id: string;
  kind: string;
  subjectId: string;
  version: number;
  payload: Record<string, unknown>;
  /** 1 in the first run. */
  attempts: number;
  leaseToken: string;
}

export interface JobSelection {
  kinds?: readonly string[];
  otherThan?: readonly string[];
  exceptAccounts?: readonly string[];
  /** `payload.host` */
  exceptHosts?: readonly string[];
}

/** Not renewed, the job goes to another process. */
export const LEASE_SECONDS = 30;
const MAX_ATTEMPTS = 4;
/** After the first, second and third failure. */
const BACKOFF_SECONDS = [2, 15, 60];

type QueueListener = (kind: string) => void;
const listenersOf = new WeakMap<pg.Pool, Set<QueueListener>>();

/** Called when this process has queued a job that is due. Returns the function that ends it. */
export function listenToQueue({ pool }: Db, listener: QueueListener): () => void {
  const listeners = listenersOf.get(pool) ?? new Set();
  listenersOf.set(pool, listeners.add(listener));
  return () => void listeners.delete(listener);
}

/** So that a job that another statement than `addJob` has queued does not wait for the next poll. */
export const announceJob = (tx: Tx, kind: string) =>
  afterCommit(tx, ({ pool }) => listenersOf.get(pool)?.forEach((listener) => listener(kind)));

/** In the transaction of its row. An existing job stays locked, so a handler that checks after `finishJob` sees it. */
export async function addJob(tx: Tx, { runAt, isPostponed, ...job }: NewJob): Promise<void> {
  const waitSeconds = runAt ? (runAt.getTime() - Date.now()) / 1_000 : 0;
  await tx
    .insert(jobs)
    // By the database's clock, which is also the one that decides when a job is due.
    .values({ id: uuidv7(), ...job, runAt: sql`now() + make_interval(secs => ${waitSeconds})` })
    .onConflictDoUpdate({
      target: [jobs.accountId, jobs.kind, jobs.subjectId, jobs.version],
      set: { kind: sql`excluded.kind`, ...(isPostponed && { runAt: sql`excluded.run_at` }) },
    });
  if (waitSeconds <= 0) announceJob(tx, job.kind);
}

/** Those that are queued already stay as they are. */
export async function addJobsOf(
  tx: Tx,
  kind: string,
  all: readonly Pick<NewJob, 'accountId' | 'subjectId' | 'version'>[],
): Promise<void> {
  const rows = all.map((job) => ({ ...job, id: uuidv7(), kind }));
  await inBatches(rows, (some) => tx.insert(jobs).values(some).onConflictDoNothing());
  if (rows.length > 0) announceJob(tx, kind);
}

/** Each in a transaction of its account. Returns their number. */
export async function addJobs(db: Db, all: readonly NewJob[]): Promise<number> {
  for (const job of all) await withTenant(db, tenant(job.accountId, 'all'), (tx) => addJob(tx, job));
  return all.length;
}

/** Arrays: the statement is the same for any number of values and stays prepared. */
const isSelected = ({ kinds, otherThan = [], exceptAccounts = [], exceptHosts = [] }: JobSelection): SQL => sql`
  ${kinds ? sql`j.kind = any(${sql.param(kinds)}::text[])` : sql`j.kind <> all(${sql.param(otherThan)}::text[])`}
  and j.account_id <> all(${sql.param(exceptAccounts)}::uuid[])
  and coalesce(j.payload ->> 'host', '') <> all(${sql.param(exceptHosts)}::text[])`;

/** Jobs are chosen before they are locked, in case other processes lock some first. */
const EXTRA_CHOSEN = 16;
const isDue = sql`j.state = 'waiting' and j.run_at <= now() and not ${isRunning(sql`j.lease_until`, LEASE_SECONDS)}`;
/** It waits the longest, or was served by a clock that was ahead. */
const servedAt = sql`case when t.served_at <= clock_timestamp() then t.served_at end`;

/**
 * Taking turns between accounts. `materialized`: as a subquery, `limit … skip locked` may run once for each row, and then
 * claims more. Each job has a lease of its own. One whose lease has expired is claimed again: its process died.
 */
export function claimJobs(db: Db, selection: JobSelection = {}, count = 1): Promise<Job[]> {
  return changePlatform<Job>(
    db,
    sql`
      with due as (
        select j.account_id, j.id, j.run_at, ${servedAt} as served_at
        from jobs j left join job_turns t on t.account_id = j.account_id
        where ${isDue} and ${isSelected(selection)}
        order by 4 nulls first, j.run_at, j.id limit ${count + EXTRA_CHOSEN}),
      chosen as materialized (
        select j.account_id, j.id from due join jobs j on j.account_id = due.account_id and j.id = due.id
        where ${isDue}
        order by due.served_at nulls first, due.run_at, due.id limit ${count} for update of j skip locked),
      claimed as (
        update jobs set attempts = attempts + 1, lease_token = gen_random_uuid(),
          lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
        where (account_id, id) in (select account_id, id from chosen)
        returning *),
      served as (
        insert into job_turns (account_id, served_at)
        select account_id, clock_timestamp() from claimed group by account_id order by account_id
        on conflict (account_id) do update set served_at = excluded.served_at)
      select account_id as "accountId", id, kind, subject_id as "subjectId", version, payload, attempts,
        lease_token as "leaseToken" from claimed`,
  );
}

/** With the lease of `job`. Not those that have failed: one that always fails takes the others down only once. */
export function claimMore(db: Db, { accountId, kind, leaseToken }: Job, limit: number, matches: SQL): Promise<Job[]> {
  return changePlatform<Job>(
    db,
    sql`
      with chosen as materialized (
        select id from jobs
        where account_id = ${accountId} and kind = ${kind} and state = 'waiting' and attempts = 0 and run_at <= now()
          and lease_until is null and subject_id in (${matches})
        order by run_at, id limit ${limit} for update skip locked)
      update jobs set attempts = attempts + 1, lease_token = ${leaseToken},
        lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where account_id = ${accountId} and id in (select id from chosen)
      returning account_id as "accountId", id, kind, subject_id as "subjectId", version, payload, attempts,
        lease_token as "leaseToken"`,
  );
}

const hasLease = ({ accountId, leaseToken }: Pick<Job, 'accountId' | 'leaseToken'>) =>
  and(eq(jobs.accountId, accountId), eq(jobs.leaseToken, leaseToken));

/** False when another process has claimed it. */
export async function renewLease(db: Db, job: Job): Promise<boolean> {
  const rows = await withPlatform(db, (tx) =>
    tx
      .update(jobs)
      .set({ leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
      .where(hasLease(job))
      .returning({ id: jobs.id }),
  );
  return rows.length > 0;
}

/** This process must not store its results. */
export class LostLease extends Error {}

/** In the transaction of its result. Only the holder of the lease can store one, and only once. Throws `LostLease`. */
export const finishJob = (tx: Tx, job: Job): Promise<void> => finishJobs(tx, [job]);

export async function finishJobs(tx: Tx, finished: readonly Job[]): Promise<void> {
  const [job] = finished;
  if (!job) return;
  const ids = finished.map(({ id }) => id);
  const rows = await tx
    .delete(jobs)
    .where(and(hasLease(job), inArray(jobs.id, ids)))
    .returning({ id: jobs.id });
  if (rows.length < ids.length) throw new LostLease(job.id);
}

/** Queues it anew if more has come meanwhile. Throws `LostLease`. */
export const finishOrRepeat = (db: Db, job: Job, hasMore: (tx: Tx) => Promise<unknown>): Promise<void> =>
  withTenant(db, tenant(job.accountId, 'all'), async (tx) => {
    await finishJob(tx, job);
    const { accountId, kind, subjectId } = job;
    if (await hasMore(tx)) await addJob(tx, { accountId, kind, subjectId });
  });

/** One round trip. Throws `LostLease`. */
export async function finishJobWith(db: Db, job: Job, ...results: SQL[]): Promise<void> {
  const finished = sql`
    with finished as (delete from ${jobs} where ${hasLease(job)} and ${eq(jobs.id, job.id)} returning 1)
    select ${unlessZero(sql`select count(*) from finished`)}`;
  try {
    await changeTenant(db, tenant(job.accountId, 'all'), ...results, finished);
  } catch (error) {
    throw isRolledBack(error) ? new LostLease(job.id) : error;
  }
}

/** PostgreSQL's text has no NUL and no unpaired surrogates. */
const toStorableText = (error: string) => error.replaceAll('\0', '').slice(0, 500).toWellFormed();

/** Or parks it after the last attempt, and then returns true. If the error text cannot be stored, it is left out. */
export async function postponeJob(db: Db, job: Job, error: string): Promise<boolean> {
  return reschedule(db, job, toStorableText(error)).catch(() => reschedule(db, job, 'Error'));
}

async function reschedule(db: Db, job: Job, error: string): Promise<boolean> {
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
      .where(hasLease(job)),
  );
  return isLast;
}

/** Does not count the attempt: something that the job needs is not available yet. */
export async function deferJob(db: Db, job: Job, seconds: number): Promise<void> {
  await withPlatform(db, (tx) =>
    tx
      .update(jobs)
      .set({
        attempts: sql`${jobs.attempts} - 1`,
        leaseToken: null,
        leaseUntil: null,
        runAt: sql`now() + make_interval(secs => ${seconds})`,
      })
      .where(hasLease(job)),
  );
}

/** Scheduled while the clock was ahead: after the same wait. Returns their number. */
export async function resumeJobs(db: Db): Promise<number> {
  const { rowCount } = await withPlatform(db, (tx) =>
    tx.execute(sql`update jobs set run_at = now() + (run_at - scheduled_at), scheduled_at = now()
      where scheduled_at > clock_timestamp() + interval '1 second'`),
  );
  return rowCount ?? 0;
}

/** The embedded database has only one process, so all leases at the start are a dead process's. */
export async function releaseLeases(db: Db): Promise<void> {
  await withPlatform(db, (tx) => tx.update(jobs).set({ leaseToken: null, leaseUntil: null }));
}
