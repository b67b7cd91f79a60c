import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { extractFile } from '../../src/reading/extract/extract-file.ts';
import { PARSER_FLAGS } from '../../src/reading/extract/run-parser.ts';
import { fixture } from '../fixtures/fixture.ts';

/** Returns the ids of the parser processes that this process started and that are still running. */
function parsers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
        return (
          Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('parser-process')
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

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
    const watch = setInterval(() => (maxParsers = Math.max(maxParsers, parsers().length)), 10);
    const extracted = await Promise.all(Array.from({ length: 6 }, () => extractFile(fixture('manual.docx'))));
    clearInterval(watch);
    expect(new Set(extracted.map((document) => document.blocks.length)).size).toBe(1);
    expect(maxParsers).toBe(2);
    expect(parsers()).toEqual([]);
  });

  it('is stopped when its caller gives up, and the queue continues', async () => {
    const signal = AbortSignal.timeout(60);
    const given = Array.from({ length: 4 }, () => extractFile(fixture('catalog.pdf'), { signal }));
    for (const one of await Promise.allSettled(given)) {
      expect(one).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError' } });
    }
    expect(parsers()).toEqual([]);
    expect((await extractFile(fixture('manual.doc'))).blocks.length).toBeGreaterThan(10);
  });

  it.each([
    ['prose', (n: number) => `Quem lê o parágrafo ${n} do manual sabe como a peça se monta.${n % 5 ? ' ' : '\n\n'}`],
    ['a table with one row per line', (n: number) => `${n}\tuma peça\tum preço\n`],
  ])('reads a text of the maximum upload size: %s', { timeout: 90_000 }, async (_name, make) => {
    const parts = Array.from({ length: 500_000 }, (_, n) => make(n));
    const bytes = Buffer.from(parts.join('')).subarray(0, 9.9 * 1024 * 1024);
    expect(bytes.length).toBeGreaterThan(9.8 * 1024 * 1024);
    const { blocks } = await extractFile({ name: 'grande.txt', bytes });
    const read = blocks.reduce((sum, { text }) => sum + text.length, 0);
    expect(read).toBeGreaterThan(bytes.length * 0.9);
  });
});
