import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../db/tenant.ts';
import { describeError } from '../runtime/log.ts';
import {
  claimJob,
  deferJob,
  type Job,
  type JobKinds,
  LEASE_SECONDS,
  LostLease,
  postponeJob,
  renewLease,
} from './queue.ts';

export interface JobHandler {
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

/**
 * Kinds that take minutes or depend on other people's servers. They have their own lanes, so that they do not block
 * short jobs.
 */
const SLOW_KINDS = ['capture', 'mail', 'webhook'];
/** Low priority and possibly long: one at a time. */
const LOW_PRIORITY_KIND = 'check-knowledge';
const OTHER_KINDS: JobKinds = { but: [...SLOW_KINDS, LOW_PRIORITY_KIND] };
const LANES: JobKinds[] = [
  ...SLOW_KINDS.flatMap((only) => [{ only }, { only }]),
  { only: LOW_PRIORITY_KIND },
  OTHER_KINDS,
  OTHER_KINDS,
];

/**
 * Starts the lanes, each of which runs one job at a time: two for captures, mails and webhooks each, one for low
 * priority, two for everything else.
 */
export function startWorker(db: Db, handlers: Record<string, JobHandler>, log: JobLog): Worker {
  let stopped = false;
  const ending = new AbortController();
  let wakers: (() => void)[] = [];
  const wake = () => {
    for (const go of wakers) go();
    wakers = [];
  };
  const sleep = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      wakers.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });

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

  async function lane(kinds: JobKinds): Promise<void> {
    while (!stopped) {
      const job = await claimJob(db, uuidv7(), kinds).catch((error) => {
        if (!stopped) log.warn({ err: error }, 'the queue could not be read');
        return null;
      });
      if (job) await work(job).catch((error) => log.warn({ err: error, job: job.id }, 'job could not be postponed'));
      else if (!stopped) await sleep();
    }
  }

  const running = LANES.map(lane);
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
