import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 8;

let sliceEnd = 0;
let nextSlice: Promise<void> | undefined;

async function startSlice(): Promise<void> {
  await setImmediate();
  sliceEnd = performance.now() + SLICE_MS;
  nextSlice = undefined;
}

/** Async work that awaits only itself, such as generators that read from each other, never yields on its own. */
async function giveWay(): Promise<void> {
  if (performance.now() >= sliceEnd) await (nextSlice ??= startSlice());
}

/** Bytes. The longest lines of an export, slices of files, have a third of it. */
export const LINE_MAX_BYTES = 2 * 1024 * 1024;
/** Empty ones included. */
export const LINES_MAX = 200_000;

const NEWLINE = 0x0a;
const BOM = '\uFEFF';

export interface SourceLine {
  line: number;
  /** Null when too long, not UTF-8 or one too many. */
  text: string | null;
  fault?: 'too_long' | 'not_utf8' | 'too_many_lines';
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(line: number, pieces: readonly Buffer[]): SourceLine {
  try {
    const text = decoder.decode(Buffer.concat(pieces)).trim();
    return { line, text: line === 1 && text.startsWith(BOM) ? text.slice(1) : text };
  } catch {
    return { line, text: null, fault: 'not_utf8' };
  }
}

/** The rest of a line beyond `LINE_MAX_BYTES` is skipped. Ends with a fault beyond `LINES_MAX`. */
export async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<SourceLine> {
  let [line, size, pieces]: [number, number, Buffer[]] = [1, 0, []];
  const take = (piece: Buffer) => {
    size += piece.length;
    if (size <= LINE_MAX_BYTES) pieces.push(piece);
    else pieces = [];
  };
  const end = (): SourceLine | null => {
    const isTooLong = size > LINE_MAX_BYTES;
    const ended: SourceLine | null = isTooLong
      ? { line, text: null, fault: 'too_long' }
      : size > 0
        ? decode(line, pieces)
        : null;
    [line, size, pieces] = [line + 1, 0, []];
    return ended?.text === '' ? null : ended;
  };
  for await (const chunk of source) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      await giveWay();
      if (line > LINES_MAX) return yield { line, text: null, fault: 'too_many_lines' };
      take(chunk.subarray(from, at));
      from = at + 1;
      const ended = end();
      if (ended) yield ended;
    }
    take(chunk.subarray(from));
  }
  const last = end();
  if (last) yield last;
}
