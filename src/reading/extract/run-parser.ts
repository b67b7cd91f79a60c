import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Block, ExtractedDocument } from '../blocks.ts';
import { ExtractError } from './extract-error.ts';
import { endIdleBeyond, keepIdle, type Parser, takeIdle } from './idle-parsers.ts';
import { residentBytes, stop, yieldToServer } from './parser-child.ts';
import type { ParserJob, ParserRequest, ParserResponse } from './parser-process.ts';

const TIME_MAX_MS = 30_000;
const PICTURES_TIME_MAX_MS = 120_000;
const MEMORY_MAX = 512 * 1024 * 1024;
const WATCH_MS = 50;
const PARSERS_MAX = 2;
const SLICE_BYTES = 512 * 1024;

/** V8 aborts when its heap is full; the Linux OOM killer sends SIGKILL. */
const OUT_OF_MEMORY = new Set<NodeJS.Signals>(['SIGABRT', 'SIGTRAP', 'SIGKILL']);

const root = realpathSync(join(import.meta.dirname, '../../..'));
const packages = realpathSync(join(root, 'node_modules'));

/** Only the code that it runs may be read. Node has no network permission: disable-network.ts disables it. */
export const PARSER_FLAGS = [
  '--permission',
  `--allow-fs-read=${join(root, 'package.json')}`,
  `--allow-fs-read=${join(root, 'src/reading')}/*`,
  `--allow-fs-read=${join(root, 'src/search')}/*`,
  `--allow-fs-read=${join(root, 'src/shared')}/*`,
  `--allow-fs-read=${packages}/*`,
  '--disallow-code-generation-from-strings',
  '--max-old-space-size=384',
  '--no-warnings',
];

const limit = pLimit(PARSERS_MAX);

export interface ParserOptions {
  signal?: AbortSignal;
  /** Only files of one owner are read by the same process; without an owner, each has its own. */
  owner?: string;
}

let running = 0;

/**
 * At most two at once, each limited to 30 s (120 s more for pictures) and 512 MB. Waits for more files of the owner,
 * but ends after any failure. Throws `ExtractError` with the parser's reason, `timeout`, `too_complex` (memory) or
 * `damaged` (crash); the signal's reason when aborted (a waiting run: when its turn comes); a system error when no
 * process can start.
 */
export function runParser(job: ParserJob, options: ParserOptions = {}): Promise<ExtractedDocument> {
  return limit(async () => {
    running += 1;
    try {
      // Yields first: starting a process blocks the event loop for a while.
      await setImmediate();
      options.signal?.throwIfAborted();
      const idle = takeIdle(options.owner);
      if (!idle) return await parseInNewProcess(job, options);
      return await parseWith(idle, job, options).catch((error: unknown) => {
        // An earlier file may have used the memory or left something behind.
        const isItsOwn = !(error instanceof ExtractError) || !['damaged', 'too_complex'].includes(error.reason);
        if (isItsOwn) throw error;
        return parseInNewProcess(job, options);
      });
    } finally {
      running -= 1;
    }
  });
}

async function parseInNewProcess(job: ParserJob, options: ParserOptions): Promise<ExtractedDocument> {
  await endIdleBeyond(PARSERS_MAX - running);
  const child = fork(join(import.meta.dirname, 'parser-process.ts'), {
    execArgv: PARSER_FLAGS,
    // Keeps the server's secrets out of the process.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (child.pid !== undefined) yieldToServer(child.pid);
  return parseWith({ child, files: 0 }, job, options);
}

async function parseWith(
  { child, files }: Parser,
  job: ParserJob,
  { signal, owner }: ParserOptions,
): Promise<ExtractedDocument> {
  const { promise, resolve, reject } = Promise.withResolvers<ExtractedDocument>();
  const fail = (reason: ConstructorParameters<typeof ExtractError>[0]) => reject(new ExtractError(reason));
  const abort = () => reject(signal!.reason as Error);
  const blocks: Block[] = [];
  const expire = () => fail('timeout');
  let timer = setTimeout(expire, TIME_MAX_MS);
  const watch = setInterval(() => {
    if (residentBytes(child.pid) > MEMORY_MAX) fail('too_complex');
  }, WATCH_MS);
  signal?.addEventListener('abort', abort, { once: true });
  child.on('message', (answer: ParserResponse) => {
    if ('blocks' in answer) for (const block of answer.blocks) blocks.push(block);
    else if ('isReadingPictures' in answer) {
      clearTimeout(timer);
      timer = setTimeout(expire, PICTURES_TIME_MAX_MS);
    } else if ('document' in answer) resolve({ ...answer.document, blocks });
    else fail(answer.reason);
  });
  child.on('exit', (_code, killer) => fail(killer && OUT_OF_MEMORY.has(killer) ? 'too_complex' : 'damaged'));
  // A process that could not be started is not the file's fault.
  child.on('error', (error) => (child.pid === undefined ? reject(error) : fail('damaged')));
  let isRead = false;
  try {
    await Promise.race([promise, sendJob(child, job)]);
    const document = await promise;
    isRead = true;
    return document;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal?.removeEventListener('abort', abort);
    for (const event of ['message', 'exit', 'error']) child.removeAllListeners(event);
    const isKept = isRead && keepIdle({ child, files: files + 1 }, owner);
    if (!isKept) await stop(child);
  }
}

/**
 * In slices, because a large message blocks the event loop. Throws `ExtractError` `damaged` when the process has ended.
 */
async function sendJob(child: ChildProcess, { format, bytes }: ParserJob): Promise<void> {
  const send = (request: ParserRequest) =>
    new Promise<void>((resolve, reject) => {
      child.send(request, (error) => (error ? reject(new ExtractError('damaged')) : resolve()));
    });
  await setImmediate();
  for (let from = 0; from < bytes.length; from += SLICE_BYTES)
    await send({ slice: bytes.subarray(from, from + SLICE_BYTES) });
  await send({ format });
}
