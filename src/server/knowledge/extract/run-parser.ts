import { fork, type ChildProcess } from 'node:child_process';
import { realpathSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Block, ExtractedDocument } from '../blocks.ts';
import { ExtractError } from './extract-error.ts';
import type { ParserAnswer, ParserJob, ParserOrder } from './parser-process.ts';
import { residentBytes } from './resident-memory.ts';

const TIME_MAX_MS = 30_000;
const MEMORY_MAX = 512 * 1024 * 1024;
const WATCH_MS = 50;
const PARSERS_MAX = 2;
const SLICE_BYTES = 512 * 1024;
/** Half of what "below normal" means: a busy machine must still finish an honest file in its time. */
const NICENESS = 5;

/** V8 aborts when its heap is full; Linux kills when the machine is. */
const OUT_OF_MEMORY = new Set<NodeJS.Signals>(['SIGABRT', 'SIGTRAP', 'SIGKILL']);

const root = realpathSync(join(import.meta.dirname, '../../../..'));
const packages = realpathSync(join(root, 'node_modules'));

/**
 * What a parser may do: read the code that it runs, and nothing else. Node has no switch for the network; the process
 * itself shuts it (shut-network.ts).
 */
export const PARSER_FLAGS = [
  '--permission',
  `--allow-fs-read=${join(root, 'package.json')}`,
  `--allow-fs-read=${join(root, 'src/server/knowledge')}/*`,
  `--allow-fs-read=${packages}/*`,
  '--disallow-code-generation-from-strings',
  '--max-old-space-size=384',
  '--no-warnings',
];

let running = 0;
const waiting: (() => void)[] = [];

async function takeTurn(signal?: AbortSignal): Promise<void> {
  if (running < PARSERS_MAX) {
    running += 1;
    return;
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = () => {
    const place = waiting.indexOf(resolve);
    if (place !== -1) waiting.splice(place, 1);
    reject(signal!.reason as Error);
  };
  waiting.push(resolve);
  signal?.addEventListener('abort', leave, { once: true });
  // The turn is handed over by whoever ends, so `running` stays as it is.
  await promise.finally(() => signal?.removeEventListener('abort', leave));
}

function giveTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}

/**
 * Runs one parser in a fresh process, two at most at once, each with 30 s and 512 MB.
 * @throws ExtractError with the parser's reason, `timeout`, `too_complex` (memory) or `damaged` (the process died);
 *   the signal's reason once it is aborted; a system error when no process can be started
 */
export async function runParser(job: ParserJob, signal?: AbortSignal): Promise<ExtractedDocument> {
  await takeTurn(signal);
  try {
    // To start a process is all that the server may do in one go.
    await setImmediate();
    signal?.throwIfAborted();
    return await parseApart(job, signal);
  } finally {
    giveTurn();
  }
}

async function parseApart(job: ParserJob, signal?: AbortSignal): Promise<ExtractedDocument> {
  const { promise, resolve, reject } = Promise.withResolvers<ExtractedDocument>();
  const child = fork(join(import.meta.dirname, 'parser-process.ts'), {
    execArgv: PARSER_FLAGS,
    // None of the server's secrets.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const fail = (reason: ConstructorParameters<typeof ExtractError>[0]) => reject(new ExtractError(reason));
  const abort = () => reject(signal!.reason as Error);
  const blocks: Block[] = [];
  const timer = setTimeout(() => fail('timeout'), TIME_MAX_MS);
  const watch = setInterval(() => {
    if (residentBytes(child.pid) > MEMORY_MAX) fail('too_complex');
  }, WATCH_MS);
  signal?.addEventListener('abort', abort, { once: true });
  child.on('message', (answer: ParserAnswer) => {
    if ('blocks' in answer) for (const block of answer.blocks) blocks.push(block);
    else if ('document' in answer) resolve({ ...answer.document, blocks });
    else fail(answer.reason);
  });
  child.on('exit', (_code, killer) => fail(killer && OUT_OF_MEMORY.has(killer) ? 'too_complex' : 'damaged'));
  // A process that never began is no fault of the file.
  child.on('error', (error) => (child.pid === undefined ? reject(error) : fail('damaged')));
  if (child.pid !== undefined) yieldToServer(child);
  try {
    await Promise.race([promise, sendJob(child, job)]);
    return await promise;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal?.removeEventListener('abort', abort);
    await stop(child);
  }
}

/** A slice at a time: what is written in one go holds up the server. @throws ExtractError `damaged` when the process has ended */
async function sendJob(child: ChildProcess, { format, bytes }: ParserJob): Promise<void> {
  const send = (order: ParserOrder) =>
    new Promise<void>((resolve, reject) => {
      child.send(order, (error) => (error ? reject(new ExtractError('damaged')) : resolve()));
    });
  await setImmediate();
  for (let from = 0; from < bytes.length; from += SLICE_BYTES)
    await send({ slice: bytes.subarray(from, from + SLICE_BYTES) });
  await send({ format });
}

/** The server comes first: for the processor, and when Linux looks for a process to end because memory is short. */
function yieldToServer(child: ChildProcess): void {
  try {
    setPriority(child.pid!, NICENESS);
    writeFileSync(`/proc/${child.pid}/oom_score_adj`, '1000');
  } catch {
    // Not every system has these, or lets us.
  }
}

/** Its turn is free when it is gone, not before. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}
