import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../db/tenant.ts';
import { connectionError } from '../runtime/connection-error.ts';
import { describeError } from '../runtime/log.ts';
import {
  claimJobs,
  deferJob,
  type Job,
  type JobSelection,
  LEASE_SECONDS,
  listenToQueue,
  LostLease,
  postponeJob,
  renewLease,
} from './queue.ts';

/** How many jobs of a kind run at once. */
interface Concurrency {
  total: number;
  /** Slow servers of others must not hold up everybody. */
  perAccount?: number;
  perHost?: number;
  batch?: number;
}

export interface JobHandler {
  /** For kinds that take minutes or wait for a network, so that they do not block short jobs. */
  concurrency?: Concurrency;
  /** `signal` aborts when the job is lost to another process or given back. */
  run(job: Job, signal: AbortSignal): Promise<void>;
  giveUp?(job: Job): Promise<void>;
}

export interface Worker {
  wake(): void;
  /**
   * Waits for running jobs. After `timeoutMs`, the rest goes back without counting the attempt, and their signals abort.
   */
  stop(timeoutMs?: number): Promise<void>;
}

interface JobLog {
  warn(fields: object, message: string): void;
}

const POLL_MS = 1_000;

interface Bell {
  ring(): void;
  /** Rung since the last call, or after a poll's time. */
  wait(): Promise<void>;
}

function createBell(pollMs: number): Bell {
  let next = Promise.withResolvers<void>();
  return {
    ring: () => next.resolve(),
    async wait() {
      const timer = setTimeout(next.resolve, pollMs);
      await next.promise;
      clearTimeout(timer);
      next = Promise.withResolvers();
    },
  };
}

/** Some read pages or wait for a model. */
const SHARED_CONCURRENCY: Concurrency = { total: 4, perAccount: 2 };

const hostOf = ({ payload: { host } }: Job) => (typeof host === 'string' ? host : '');

/** Those that leave no room for `batch` more. Empty values have no limit. */
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

/** @param pollMs how often it looks for jobs that it was not woken for */
export function startWorker(
  db: Db,
  handlers: Record<string, JobHandler>,
  log: JobLog,
  { pollMs = POLL_MS } = {},
): Worker {
  let stopped = false;
  const ending = new AbortController();
  const shared = createBell(pollMs);
  const bells = new Map<string, Bell>();
  const stopListening = listenToQueue(db, (kind) => (bells.get(kind) ?? shared).ring());
  const wake = () => {
    for (const bell of [shared, ...bells.values()]) bell.ring();
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
      if (await postponeJob(db, job, connectionError(error) ?? describeError(error))) await handler?.giveUp?.(job);
    } finally {
      clearInterval(heartbeat);
      ending.signal.removeEventListener('abort', giveBack);
    }
  }

  /** One claim at a time, so that idle workers cost nothing. */
  async function serve(
    bell: Bell,
    { total, perAccount, perHost, batch = 1 }: Concurrency,
    kinds: JobSelection,
  ): Promise<void> {
    const running = new Map<Job, Promise<void>>();
    const findFull = () => ({
      isFull: running.size + batch > total,
      exceptAccounts: fullOf(running.keys(), perAccount, batch, ({ accountId }) => accountId),
      exceptHosts: fullOf(running.keys(), perHost, batch, hostOf),
    });
    const claim = async (): Promise<Job[]> => {
      const { isFull, ...full } = findFull();
      if (isFull) return [];
      return claimJobs(db, { ...kinds, ...full }, batch).catch((error) => {
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

  const apart = Object.entries(handlers).flatMap(([kind, { concurrency }]) =>
    concurrency ? [{ kind, concurrency }] : [],
  );
  const running = [
    ...apart.map(({ kind, concurrency }) => {
      const bell = createBell(pollMs);
      bells.set(kind, bell);
      return serve(bell, concurrency, { kinds: [kind] });
    }),
    serve(shared, SHARED_CONCURRENCY, { otherThan: apart.map(({ kind }) => kind) }),
  ];
  return {
    wake,
    async stop(timeoutMs) {
      stopped = true;
      stopListening();
      wake();
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => ending.abort(), timeoutMs);
      await Promise.all(running).finally(() => clearTimeout(timer));
    },
  };
}
