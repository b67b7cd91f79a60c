import { setImmediate } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import type { Sent, Task } from './thread-task.ts';

interface PoolOptions {
  /** The file whose tasks the threads run: see `threadTask`. */
  file: URL;
  threads: number;
  timeMaxMs: number;
  /** Time after which an idle thread is stopped. */
  idleMs?: number;
  resourceLimits?: { maxOldGenerationSizeMb: number; maxYoungGenerationSizeMb?: number };
  env?: Record<string, string>;
}

interface TaskOptions<Part> {
  /** Small enough not to block the event loop. */
  parts: readonly Sent[];
  onPart?: (part: Part) => void;
  signal?: AbortSignal;
}

type RunInThread = <Result, Part = never>(name: string, options: TaskOptions<Part>) => Promise<Result>;

/** It took too long or too much memory. */
export class ThreadStopped extends Error {
  readonly reason: 'timeout' | 'too_large';

  constructor(reason: ThreadStopped['reason']) {
    super(`A thread was stopped: ${reason}`);
    this.reason = reason;
  }
}

/** Each thread does one task at a time and starts when needed. One that breaks fails its task only. */
export function openThreadPool({ file, threads, timeMaxMs, idleMs = 30_000, ...options }: PoolOptions): RunInThread {
  const filename = file.href;
  const pool = new Piscina({
    ...options,
    filename,
    execArgv: [],
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
  });
  // A thread that breaks between two tasks is replaced by the next one.
  pool.on('error', () => undefined);
  // The pool never queues a task, so its time begins when it runs.
  const places = pLimit(threads);

  return (name, { parts, onPart, signal }) =>
    places(async () => {
      signal?.throwIfAborted();
      const tooLong = new AbortController();
      const timer = setTimeout(() => tooLong.abort(), timeMaxMs);
      const { port1, port2 } = new MessageChannel();
      port1.on('message', (part) => {
        timer.refresh();
        onPart?.(part);
        void setImmediate().then(() => port1.postMessage('next'));
      });
      try {
        const [[first, moved = []] = [], ...others] = parts;
        const task: Task = { first, others: others.length, port: port2 };
        const result = pool.run(task, {
          name,
          transferList: [port2, ...moved],
          signal: signal ? AbortSignal.any([tooLong.signal, signal]) : tooLong.signal,
        });
        result.catch(() => undefined);
        for (const [part, moved] of others) {
          port1.postMessage(part, moved ?? []);
          await setImmediate();
        }
        return await result;
      } catch (error) {
        signal?.throwIfAborted();
        if (tooLong.signal.aborted) throw new ThreadStopped('timeout');
        if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new ThreadStopped('too_large');
        throw error;
      } finally {
        clearTimeout(timer);
        port1.close();
      }
    });
}
