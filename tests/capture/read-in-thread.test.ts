import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CaptureError } from '../../src/reading/capture/capture-error.ts';
import { readInThread } from '../../src/reading/capture/read-in-thread.ts';

/* Pages that block a reading thread. The threads are real; only the clock that times them is fake. */

const CLOCK = ['setTimeout', 'clearTimeout', 'performance'] as const;
const TIME_MAX_MS = 20_000;
const IDLE_MS = 30_000;

const read = (name: string, html: string) =>
  readInThread({
    url: `https://loja.example/${name}`,
    status: 200,
    redirects: 0,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: Buffer.from(html),
  });
const readGood = async (name: string) => (await read(name, `<title>${name}</title><p>Uma página boa.</p>`)).title;
const whyNot = async (page: Promise<unknown>) => {
  const error = await page.then(
    () => new Error('it was read'),
    (error: unknown) => error,
  );
  return error instanceof CaptureError ? error.message : String(error);
};

/** One megabyte, repeated in all rows and columns that its cell spans. */
const swelling = `<table><tr>${'<td>c'.repeat(21)}</tr><tr><td rowspan=20 colspan=20>${'x'.repeat(1_000_000)}<td>y</tr>${'<tr><td>z</tr>'.repeat(25)}</table>`;
/** Keeps a thread busy for about half a second. */
const long = `<p>${'a&amp;b &lt; , '.repeat(250_000)}`;

let started = 0;
const count = () => void started++;
beforeAll(() => {
  vi.useFakeTimers({ toFake: [...CLOCK] });
  process.on('worker', count);
});
afterAll(() => {
  // Ends the threads that are idle by now.
  vi.advanceTimersByTime(IDLE_MS);
  vi.useRealTimers();
  process.off('worker', count);
});

/** Pages are sent at the end of a turn. */
const sent = () => new Promise((resolve) => setImmediate(resolve));
const threadsStartedBy = async (work: () => Promise<unknown>) => {
  const before = started;
  await work();
  return started - before;
};

describe('a page that breaks its thread', () => {
  test('by its memory is the only one to fail, and another thread reads the next pages', async () => {
    await readGood('antes');
    const startedNow = await threadsStartedBy(async () => {
      const bad = (name: string) => whyNot(read(name, swelling));
      const pages = [readGood('1'), bad('cheia'), readGood('2'), bad('outra'), readGood('3')];
      const [cheia, outra] = ['cheia', 'outra'].map((name) => `too_large: https://loja.example/${name}`);
      expect(await Promise.all(pages)).toEqual(['1', cheia, '2', outra, '3']);
    });
    expect(startedNow).toBe(2);
  });

  test('by its duration is the only one to fail, and another thread reads the next pages', async () => {
    await readGood('antes');
    const startedNow = await threadsStartedBy(async () => {
      const pages = [whyNot(read('longa', long)), readGood('1'), readGood('2')];
      await sent();
      vi.advanceTimersByTime(TIME_MAX_MS);
      expect(await Promise.all(pages)).toEqual(['timeout: https://loja.example/longa', '1', '2']);
    });
    expect(startedNow).toBe(1);
  });

  test('fails alone, although others were sent with it', async () => {
    await readGood('antes');
    const pages = ['1', '2', '3'].map((name) => read(name, `<title>${name}</title><p>Uma página boa.</p>`));
    await sent();
    vi.advanceTimersByTime(TIME_MAX_MS);
    const reasons = await Promise.all(pages.map(whyNot));
    expect(reasons.filter((reason) => reason.startsWith('timeout: '))).toHaveLength(1);
    expect(reasons.filter((reason) => reason === 'Error: it was read')).toHaveLength(2);
  });
});

test('starts a second thread while a page is slow, but no third', async () => {
  await readGood('antes');
  const startedNow = await threadsStartedBy(async () => {
    const first = read('longa', long);
    const together = readGood('1');
    await sent();
    vi.advanceTimersByTime(2_000);
    const queued = readGood('2');
    const second = read('longa', long);
    await sent();
    vi.advanceTimersByTime(2_000);
    expect(await Promise.all([together, queued, readGood('3')])).toEqual(['1', '2', '3']);
    expect((await Promise.all([first, second])).map(({ words }) => words)).toEqual([250_000, 250_000]);
  });
  expect(startedNow).toBe(Math.min(2, availableParallelism()) - 1);
});
