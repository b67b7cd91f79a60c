import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type EngineData, SYNCS, TURNS } from './engine-data.ts';

const TICK_MS = 250;

export interface EngineHost {
  syncs(): number;
  /** Longer statements restart the engine from now on. */
  limitStatements(ms: number): void;
  /** Without the statement timeout, such as maintenance. */
  unlimited<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface EngineOptions {
  folder: string;
  socketPath: string;
  log: (message: string, fields?: object) => void;
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

/** The engine receives no messages until a statement ends: a counter that stays odd tells that it is stuck. */
function watchTurns(
  turns: () => number,
  isPaused: () => boolean,
  limitMs: number,
  onStuck: () => void,
): NodeJS.Timeout {
  const tickMs = Math.min(TICK_MS, limitMs / 4);
  let last = 0;
  // Counts ticks instead of time, so that a suspended process does not look like a slow statement.
  let ticks = 0;
  const tick = () => {
    const turn = turns();
    ticks = turn % 2 === 1 && turn === last && !isPaused() ? ticks + 1 : 0;
    last = turn;
    if (ticks * tickMs < limitMs) return;
    ticks = 0;
    onStuck();
  };
  return setInterval(tick, tickMs).unref();
}

/**
 * On a thread: PGlite has no statement timeout and cannot be interrupted, so an engine that takes too long is
 * terminated and restarted. Committed data is on disk; an open transaction is rolled back as after a crash.
 */
export async function hostEngine({ folder, socketPath, log, onLost }: EngineOptions): Promise<EngineHost> {
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
