import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../db/tenant.ts';
import { describeError } from '../runtime/log.ts';
import {
  claimJobs,
  deferJob,
  type Job,
  type JobSelection,
  LEASE_SECONDS,
  LostLease,
  postponeJob,
  renewLease,
} from './queue.ts';

/** How many jobs of a kind run at once in this process. */
export interface Lanes {
  total: number;
  /** For kinds that wait for other people's servers: slow ones must not take all lanes. */
  perAccount?: number;
  perHost?: number;
  /** How many jobs to claim at once. Default: 1. */
  batch?: number;
}

export interface JobHandler {
  /** Kinds that take minutes or wait for a network have their own lanes, so that they do not block short jobs. */
  lanes?: Lanes;
  /**
   * Does the work and calls `finishJob` in the transaction of its result. `signal` aborts when the job is lost to
   * another process or given back.
   */
  run(job: Job, signal: AbortSignal): Promise<void>;
  /** Called after the last attempt failed. */
  giveUp?(job: Job): Promise<void>;
}

export interface Worker {
  /** Checks the queue now. */
  wake(): void;
  /**
   * Stops claiming jobs and waits for the running ones. After `timeoutMs`, the remaining jobs go back to the queue
   * without counting the attempt, and their signals abort.
   */
  stop(timeoutMs?: number): Promise<void>;
}

interface JobLog {
  warn(fields: object, message: string): void;
}

/** Polling interval when nothing wakes the worker. */
const POLL_MS = 1_000;

interface Bell {
  ring(): void;
  /** Resolves when it has been rung since the last call, or after `POLL_MS`. */
  wait(): Promise<void>;
}

function createBell(): Bell {
  let next = Promise.withResolvers<void>();
  return {
    ring: () => next.resolve(),
    async wait() {
      const timer = setTimeout(next.resolve, POLL_MS);
      await next.promise;
      clearTimeout(timer);
      next = Promise.withResolvers();
    },
  };
}

/** For all kinds without lanes of their own. Some read pages or wait for a model. */
const SHARED_LANES: Lanes = { total: 4, perAccount: 2 };

const hostOf = ({ payload: { host } }: Job) => (typeof host === 'string' ? host : '');

/** Returns the values of the jobs that leave no room for `batch` more of them. Empty values have no limit. */
function fullOf(
  running: Iterable<Job>,
  max: number | undefined,
  batch: number,
  valueOf: (job: Job) => string,
): string[] {
  if (max === undefined) return [];
  const byValue = Map.groupBy(running, valueOf);
  byValue.delete('');
  return [...byValue].filter(([, jobs]) => jobs.length + batch > max).map(([value]) => value);
}

/** Starts working the queue: each kind in its own lanes, or in those that all others share. */
export function startWorker(db: Db, handlers: Record<string, JobHandler>, log: JobLog): Worker {
  let stopped = false;
  const ending = new AbortController();
  const bells: Bell[] = [];
  const wake = () => {
    for (const bell of bells) bell.ring();
  };

  async function work(job: Job): Promise<void> {
    const lost = new AbortController();
    const heartbeat = setInterval(
      () =>
        void renewLease(db, job).then(
          (isRenewed) => isRenewed || lost.abort(),
          () => undefined,
        ),
      (LEASE_SECONDS * 1_000) / 3,
    );
    // Give the job back before aborting, so that whatever the handler still stores is rejected as from a lost job.
    const giveBack = () =>
      void deferJob(db, job, 0)
        .catch(() => undefined)
        .finally(() => lost.abort());
    ending.signal.addEventListener('abort', giveBack);
    const handler = handlers[job.kind];
    try {
      if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}`);
      await handler.run(job, lost.signal);
    } catch (error) {
      if (error instanceof LostLease || lost.signal.aborted) return;
      log.warn({ err: error, job: job.id, kind: job.kind, attempt: job.attempts }, 'job failed');
      if (await postponeJob(db, job, describeError(error))) await handler?.giveUp?.(job);
    } finally {
      clearInterval(heartbeat);
      ending.signal.removeEventListener('abort', giveBack);
    }
  }

  /** Runs jobs in these lanes until the worker stops. One claim at a time, so that idle lanes cost nothing. */
  async function serve({ total, perAccount, perHost, batch = 1 }: Lanes, kinds: JobSelection): Promise<void> {
    const running = new Map<Job, Promise<void>>();
    const bell = createBell();
    bells.push(bell);
    /** What has no room for another batch. */
    const findFull = () => ({
      isFull: running.size + batch > total,
      exceptAccounts: fullOf(running.keys(), perAccount, batch, ({ accountId }) => accountId),
      exceptHosts: fullOf(running.keys(), perHost, batch, hostOf),
    });
    const claim = async (): Promise<Job[]> => {
      const { isFull, ...full } = findFull();
      if (isFull) return [];
      return claimJobs(db, uuidv7(), { ...kinds, ...full }, batch).catch((error) => {
        if (!stopped) log.warn({ err: error }, 'the queue could not be read');
        return [];
      });
    };
    const begin = (job: Job) =>
      work(job)
        .catch((error) => log.warn({ err: error, job: job.id }, 'job could not be postponed'))
        .finally(() => {
          const before = findFull();
          running.delete(job);
          if (!isDeepStrictEqual(findFull(), before)) bell.ring();
        });
    while (!stopped) {
      const claimed = await claim();
      for (const job of claimed) running.set(job, begin(job));
      if (claimed.length < batch && !stopped) await bell.wait();
    }
    await Promise.all(running.values());
  }

  const ownLanes = Object.entries(handlers).flatMap(([kind, { lanes }]) => (lanes ? [{ kind, lanes }] : []));
  const running = [
    ...ownLanes.map(({ kind, lanes }) => serve(lanes, { kinds: [kind] })),
    serve(SHARED_LANES, { otherThan: ownLanes.map(({ kind }) => kind) }),
  ];
  return {
    wake,
    async stop(timeoutMs) {
      stopped = true;
      wake();
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => ending.abort(), timeoutMs);
      await Promise.all(running).finally(() => clearTimeout(timer));
    },
  };
}
