import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXTRACT_REASONS, ExtractError } from '../../src/reading/extract/extract-error.ts';
import { extractFile } from '../../src/reading/extract/extract-file.ts';
import { blockingPdf, docxOf, expandingDocx, expandingPdf, loopingDoc } from '../fixtures/crafted-files.ts';
import { fixture } from '../fixtures/fixture.ts';

/** The maximum delay of a 20 ms timer during extraction; generous, because the machine is shared. */
const DELAY_MAX_MS = 500;
const TIME_MAX_MS = 31_500;

let worstDelay = 0;
let timer: NodeJS.Timeout;
beforeEach(() => {
  worstDelay = 0;
  let last = performance.now();
  timer = setInterval(() => {
    worstDelay = Math.max(worstDelay, performance.now() - last - 20);
    last = performance.now();
  }, 20);
});
afterEach(() => clearInterval(timer));

async function reasonOf(name: string, bytes: Buffer) {
  // Building the bytes blocked this process, so that delay is not counted.
  await new Promise((resolve) => setTimeout(resolve, 100));
  worstDelay = 0;
  const began = performance.now();
  const reason = await extractFile({ name, bytes }).then(
    () => 'read',
    (error: unknown) => (error instanceof ExtractError ? error.reason : error),
  );
  const elapsed = performance.now() - began;
  console.info(
    `${name}: ${bytes.length} bytes, ${String(reason)}, ${Math.round(elapsed)} ms, delay ${Math.round(worstDelay)} ms`,
  );
  expect(elapsed).toBeLessThan(TIME_MAX_MS);
  expect(worstDelay).toBeLessThan(DELAY_MAX_MS);
  return reason;
}

describe('hostile files', () => {
  it('logs the timer delay of the idle machine', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    console.info(`idle: delay ${Math.round(worstDelay)} ms`);
  });

  it('refuses a docx that expands a thousandfold', async () => {
    expect(await reasonOf('bomb.docx', expandingDocx(15_000_000, 0))).toBe('too_complex');
  });

  it('refuses a docx that expands eightyfold, which is allowed, and then fills the memory', async () => {
    expect(await reasonOf('swelling.docx', expandingDocx(13_000_000, 1_000_000))).toBe('too_complex');
  });

  it('refuses a docx nested a hundred thousand levels deep', async () => {
    const depth = 100_000;
    const bytes = docxOf('<w:sdt><w:sdtContent>'.repeat(depth) + '</w:sdtContent></w:sdt>'.repeat(depth));
    expect(['too_complex', 'damaged']).toContain(await reasonOf('deep.docx', bytes));
  });

  it('refuses a doc with a loop of sectors', async () => {
    expect(await reasonOf('ring.doc', loopingDoc())).toBe('damaged');
  });

  it('times out on a pdf that blocks for minutes', async () => {
    expect(await reasonOf('blocking.pdf', blockingPdf())).toBe('timeout');
  });

  it('refuses a pdf with a page that expands to half a gigabyte', async () => {
    expect(await reasonOf('swelling.pdf', await expandingPdf())).toBe('too_complex');
  });

  it('reads ten megabytes of text on one line', async () => {
    const bytes = Buffer.from('palavra '.repeat(1_300_000));
    const { blocks } = await extractFile({ name: 'long.txt', bytes });
    expect(blocks.map(({ text }) => text.length)).toEqual([bytes.length - 1]);
  });

  it('reads a valid file after two hostile ones release their workers', async () => {
    const signal = AbortSignal.timeout(4_000);
    const hostile = [1, 2].map(() =>
      extractFile({ name: 'a.pdf', bytes: blockingPdf() }, { signal }).catch(() => null),
    );
    const began = performance.now();
    const { blocks } = await extractFile(fixture('manual.docx'));
    expect(performance.now() - began).toBeGreaterThan(3_500);
    expect(blocks.length).toBeGreaterThan(10);
    expect(await Promise.all(hostile)).toEqual([null, null]);
  });
});

describe('files with changed bytes', () => {
  /** Pseudorandom numbers from 0 to 1, the same in every run. */
  function* dice(seed: number) {
    for (let state = seed; ;) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      yield state / 2 ** 32;
    }
  }

  it.each(['manual.pdf', 'manual.docx', 'manual.doc', 'manual-utf16le.txt'])('reads or refuses %s', async (name) => {
    const rolls = dice(name.length);
    const roll = () => rolls.next().value as number;
    const resultCounts = new Map<string, number>();
    for (let round = 0; round < 25; round += 1) {
      const { bytes } = fixture(name);
      for (let change = 0; change < 1 + round; change += 1)
        bytes[Math.floor(roll() * bytes.length)] = Math.floor(roll() * 256);
      const result = await extractFile({ name, bytes }).then(
        () => 'read',
        (error: unknown) => (error as ExtractError).reason,
      );
      expect(['read', ...EXTRACT_REASONS]).toContain(result);
      resultCounts.set(result, (resultCounts.get(result) ?? 0) + 1);
    }
    console.info(name, Object.fromEntries(resultCounts));
    expect(worstDelay).toBeLessThan(DELAY_MAX_MS);
  });
});
