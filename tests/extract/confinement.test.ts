import { fork } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { extractFile } from '../../src/reading/extract/extract-file.ts';
import { endIdleBeyond } from '../../src/reading/extract/idle-parsers.ts';
import { PARSER_FLAGS } from '../../src/reading/extract/run-parser.ts';
import { fixture } from '../fixtures/fixture.ts';
import { parserProcesses } from '../support/parser-processes.ts';

describe('a parser', () => {
  it('cannot read, write, start a process or thread, generate code or use the network', async () => {
    const probe = join(import.meta.dirname, '../fixtures/probe.ts');
    const child = fork(probe, {
      execArgv: [...PARSER_FLAGS, `--allow-fs-read=${probe}`],
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const reported = await new Promise((resolve, reject) => child.once('message', resolve).once('exit', reject));
    expect(reported).toEqual({
      readSecret: 'ERR_ACCESS_DENIED',
      readEnvironment: 'ERR_ACCESS_DENIED',
      write: 'ERR_ACCESS_DENIED',
      startProcess: 'ERR_ACCESS_DENIED',
      startThread: 'ERR_ACCESS_DENIED',
      makeCode: 'EvalError',
      connect: 'A parser has no network',
      fetch: 'A parser has no network',
      resolve: 'A parser has no network',
      environment: 0,
    });
  });

  it('runs in at most two processes at a time, and every file gets its result', async () => {
    let maxParsers = 0;
    const watch = setInterval(() => (maxParsers = Math.max(maxParsers, parserProcesses().length)), 10);
    const extracted = await Promise.all(Array.from({ length: 6 }, () => extractFile(fixture('manual.docx'))));
    clearInterval(watch);
    expect(new Set(extracted.map((document) => document.blocks.length)).size).toBe(1);
    expect(maxParsers).toBe(2);
    expect(parserProcesses()).toEqual([]);
  });

  it('is stopped when its caller gives up, and the queue continues', async () => {
    const signal = AbortSignal.timeout(60);
    const given = Array.from({ length: 4 }, () => extractFile(fixture('catalog.pdf'), { signal }));
    for (const one of await Promise.allSettled(given)) {
      expect(one).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError' } });
    }
    expect(parserProcesses()).toEqual([]);
    expect((await extractFile(fixture('manual.doc'))).blocks.length).toBeGreaterThan(10);
  });
});

describe('a parser that waits for another file', () => {
  const read = (owner: string, name = 'manual-utf8.txt') => extractFile(fixture(name), { owner });
  afterEach(() => endIdleBeyond(0));

  it('reads the files of one owner only, and ends by itself when none follows', async () => {
    const alone = await extractFile(fixture('manual.docx'));
    await read('one');
    const [first] = parserProcesses();
    expect((await read('one', 'manual.docx')).blocks).toEqual(alone.blocks);
    expect(parserProcesses()).toEqual([first]);
    await read('two');
    // On a busy machine, the first may have ended meanwhile.
    expect(parserProcesses().filter((pid) => pid !== first)).toHaveLength(1);
    await vi.waitFor(() => expect(parserProcesses()).toEqual([]), { timeout: 15_000, interval: 100 });
  }, 20_000);

  it('leaves at most two processes, whoever the owners are', async () => {
    let maxParsers = 0;
    const watch = setInterval(() => (maxParsers = Math.max(maxParsers, parserProcesses().length)), 10);
    const texts = await Promise.all(['a', 'b', 'c', 'a', 'b', 'c'].map((owner) => read(owner)));
    clearInterval(watch);
    expect(new Set(texts.map(({ blocks }) => blocks.length)).size).toBe(1);
    expect(maxParsers).toBe(2);
  });

  it('ends when a file fails, and when it ends by itself the next file has another', async () => {
    await read('one');
    const [first] = parserProcesses();
    await expect(extractFile({ name: 'a.pdf', bytes: Buffer.from('%PDF-1.4') }, { owner: 'one' })).rejects.toThrow();
    expect(parserProcesses()).toEqual([]);
    await read('one');
    const [second] = parserProcesses();
    expect(second).not.toBe(first);
    process.kill(second!, 'SIGKILL');
    expect((await read('one')).blocks.length).toBeGreaterThan(10);
  });
});
