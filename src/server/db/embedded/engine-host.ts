import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type EngineData, SYNCS, TURNS } from './engine-data.ts';

const TICK_MS = 250;

export interface EngineHost {
  /** Calls of fsync so far. */
  syncs(): number;
  /** From now on an engine that works at one statement for longer is replaced. */
  limitStatements(ms: number): void;
  /** Runs what may take as long as it likes: the embedded database's own maintenance. */
  unlimited<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Options {
  folder: string;
  socketPath: string;
  log: (message: string, fields?: object) => void;
  /** The engine ended by itself. */
  onLost: (error: Error) => void;
}

function startEngine(data: EngineData): Promise<Worker> {
  rmSync(data.socketPath, { force: true });
  const worker = new Worker(new URL('./engine.ts', import.meta.url), { workerData: data });
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve(worker));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The embedded database ended with ${code} before it was ready`)));
  });
}

function stopEngine(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve());
    worker.once('message', () => void worker.terminate());
    worker.postMessage('close');
  });
}

/**
 * Calls `onStuck` when the count that `turns` reads has stayed at the same odd number for too long. What runs in the
 * engine cannot be told to stop: its thread listens to nothing until the statement ends.
 */
function watchTurns(
  turns: () => number,
  isPaused: () => boolean,
  limitMs: number,
  onStuck: () => void,
): NodeJS.Timeout {
  const tickMs = Math.min(TICK_MS, limitMs / 4);
  let last = 0;
  // Ticks, not time: a process that was stopped for a while has not worked for as long.
  let ticks = 0;
  const look = () => {
    const turn = turns();
    ticks = turn % 2 === 1 && turn === last && !isPaused() ? ticks + 1 : 0;
    last = turn;
    if (ticks * tickMs < limitMs) return;
    ticks = 0;
    onStuck();
  };
  return setInterval(look, tickMs).unref();
}

/**
 * Starts the engine on a thread of its own. PGlite has no statement timeout, since nothing can interrupt it; in its place an
 * engine that works at a statement for too long is ended and started anew. That loses nothing: what was committed is
 * on disk, and an open transaction is rolled back as after a crash.
 */
export async function hostEngine({ folder, socketPath, log, onLost }: Options): Promise<EngineHost> {
  const counts = new Int32Array(new SharedArrayBuffer(8));
  const data: EngineData = { folder, socketPath, counts };
  let closing: Promise<void> | undefined;
  let unlimited = 0;
  let watch: NodeJS.Timeout | undefined;

  async function start(): Promise<Worker> {
    const worker = await startEngine(data);
    worker.removeAllListeners('error').removeAllListeners('exit');
    worker.once('error', onLost);
    worker.once('exit', (code) => closing ?? onLost(new Error(`The embedded database ended with ${code}`)));
    return worker;
  }

  async function replace(worker: Worker): Promise<Worker> {
    worker.removeAllListeners('error').removeAllListeners('exit');
    await worker.terminate();
    Atomics.store(counts, TURNS, 0);
    return start();
  }

  let running = start();
  await running;
  return {
    syncs: () => Atomics.load(counts, SYNCS),
    limitStatements(ms) {
      clearInterval(watch);
      watch = watchTurns(
        () => Atomics.load(counts, TURNS),
        () => unlimited > 0 || closing !== undefined,
        ms,
        () => {
          log('a statement took too long: the embedded database is started anew');
          running = running.then(replace);
          running.catch(onLost);
        },
      );
    },
    async unlimited(work) {
      unlimited += 1;
      try {
        return await work();
      } finally {
        unlimited -= 1;
      }
    },
    close: () => (closing ??= running.then(stopEngine).finally(() => clearInterval(watch))),
  };
}
