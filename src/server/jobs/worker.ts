import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../db/tenant.ts';
import { describeError } from '../runtime/log.ts';
import {
  claimJob,
  deferJob,
  type Job,
  type Kinds,
  LEASE_SECONDS,
  LostLease,
  postponeJob,
  renewLease,
} from './queue.ts';

export interface Handler {
  /** Does the work and ends the job by `finishJob` in the transaction of its result. `signal`: the job is another's by now. */
  run(job: Job, signal: AbortSignal): Promise<void>;
  /** Called once the last try has failed. */
  giveUp?(job: Job): Promise<void>;
}

export interface Worker {
  /** There may be work: look now. */
  nudge(): void;
  /**
   * Takes no more jobs and waits for the running ones; after `patienceMs` they are given back to the queue as if
   * untried, and their signal goes off.
   */
  stop(patienceMs?: number): Promise<void>;
}

interface Log {
  warn(fields: object, message: string): void;
}

/** How often the queue is looked at when nobody nudges. */
const LOOK_MS = 1_000;

/** What takes minutes, or waits for a server of somebody else's, and so must not stand in the way of what takes seconds. */
const APART = ['capture', 'mail'];
/** What nobody waits for, and what may take long: one at a time. */
const IDLE = 'check-knowledge';
const OTHERS: Kinds = { but: [...APART, IDLE] };
const LANES: Kinds[] = [...APART.flatMap((only) => [{ only }, { only }]), { only: IDLE }, OTHERS, OTHERS];

/** Starts loops that take jobs one after the other: two for the search of sites, two for mails, one for what nobody waits for, two for everything else. */
export function startWorker(db: Db, handlers: Record<string, Handler>, log: Log): Worker {
  let stopped = false;
  const ending = new AbortController();
  let wake: (() => void)[] = [];
  const nudge = () => {
    for (const go of wake) go();
    wake = [];
  };
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS);
      wake.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });

  async function work(job: Job): Promise<void> {
    const lost = new AbortController();
    const beat = setInterval(
      () =>
        void renewLease(db, job).then(
          (held) => held || lost.abort(),
          () => undefined,
        ),
      (LEASE_SECONDS * 1_000) / 3,
    );
    // Given back first: whatever the handler makes of its signal is then kept no more than that of a lost job.
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
      clearInterval(beat);
      ending.signal.removeEventListener('abort', giveBack);
    }
  }

  async function lane(kinds: Kinds): Promise<void> {
    while (!stopped) {
      const job = await claimJob(db, uuidv7(), kinds).catch((error) => {
        if (!stopped) log.warn({ err: error }, 'the queue could not be read');
        return null;
      });
      if (job) await work(job).catch((error) => log.warn({ err: error, job: job.id }, 'job could not be put back'));
      else if (!stopped) await rest();
    }
  }

  const running = LANES.map(lane);
  return {
    nudge,
    async stop(patienceMs) {
      stopped = true;
      nudge();
      const timer = patienceMs === undefined ? undefined : setTimeout(() => ending.abort(), patienceMs);
      await Promise.all(running).finally(() => clearTimeout(timer));
    },
  };
}
