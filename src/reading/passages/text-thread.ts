import { SHEET_MAX_LINES_READ } from '../../shared/contents.ts';
import { batchesOf } from '../batches.ts';
import type { Block } from '../blocks.ts';
import type { Chunk } from '../chunk.ts';
import { ExtractError } from '../extract/extract-error.ts';
import { linesOfHtml, linesOfWorkbook, readSheet, type Sheet } from '../faq-sheet/read-sheet.ts';
import { type Sent, threadTask } from '../threads/thread-task.ts';
import { passagesOfChunks, passagesOfDocument, type TrainingResult } from './passages.ts';
import type { Failed, PassageBatch, SheetSource, TextPart, Trained } from './text-in-thread.ts';

function* batchesOfPassages({ passages, ...trained }: TrainingResult): Generator<Sent<PassageBatch>, Trained> {
  for (const batch of batchesOf(passages, ({ text }) => text.length)) {
    // A copy, because the buffer is moved: small Buffers share their memory pool with others.
    const analyses = new Uint8Array(Buffer.concat(batch.map(({ analysis }) => analysis)));
    const own = batch.map(({ analysis, ...passage }) => ({ ...passage, analysed: analysis.length }));
    yield [{ passages: own, analyses }, [analyses.buffer]];
  }
  return trained;
}

/** Long tables would block the server's event loop. */
function checkLength(sheet: Sheet): Sheet {
  if (sheet.lines.length > SHEET_MAX_LINES_READ) throw new ExtractError('too_complex');
  return sheet;
}

function sheetOf(source: SheetSource): Sheet {
  if ('sheet' in source) return readSheet(source.sheet, source.choice);
  const read = source.format === 'xlsx' ? linesOfWorkbook : linesOfHtml;
  return { ...read(source.blocks, source.choice), separator: 'tab' };
}

/** An error loses its class between threads. */
function* expecting<Part, Result>(work: () => Generator<Part, Result>): Generator<Part, Result | Failed> {
  try {
    return yield* work();
  } catch (error) {
    if (error instanceof ExtractError) return { reason: error.reason };
    throw error;
  }
}

export const readPassages = threadTask((parts: TextPart[]) =>
  expecting(function* () {
    const { title, unwanted } = parts.find((part) => 'title' in part)!;
    const chunks = parts.flatMap((part): Chunk[] => ('chunks' in part ? part.chunks : []));
    if (chunks.length > 0) return yield* batchesOfPassages(passagesOfChunks(chunks, title));
    const blocks = parts.flatMap((part): Block[] => ('blocks' in part ? part.blocks : []));
    return yield* batchesOfPassages(passagesOfDocument({ title: null, blocks }, title, unwanted));
  }),
);

export const parseSheet = threadTask(([source]: SheetSource[]) =>
  expecting(function* () {
    return checkLength(sheetOf(source!));
  }),
);
