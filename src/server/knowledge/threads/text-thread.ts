/**
 * Entry point of the thread that processes long texts. Handles one task at a time; large inputs and results are sent in
 * batches.
 */
import { parentPort } from 'node:worker_threads';
import { batchesOf } from '../../../reading/batches.ts';
import type { Block } from '../../../reading/blocks.ts';
import type { Chunk } from '../../../reading/chunk.ts';
import { ExtractError } from '../../../reading/extract/extract-error.ts';
import { SHEET_MAX_LINES_READ } from '../../../shared/contents.ts';
import type { SheetRecord } from '../faqs/read-records.ts';
import { linesOfRecords, readSheet, type Sheet } from '../faqs/read-sheet.ts';
import { passagesOfChunks, passagesOfDocument } from '../passages.ts';
import type { TextRequest, TextResponse } from './text-worker.ts';

let blocks: Block[] = [];
let chunks: Chunk[] = [];
let responses: Iterator<TextResponse> = [].values();

function* passagesIn(title: string): Generator<TextResponse> {
  const [document, given] = [{ title: null, blocks }, chunks];
  [blocks, chunks] = [[], []];
  const { passages, ...trained } =
    given.length > 0 ? passagesOfChunks(given, title) : passagesOfDocument(document, title);
  for (const batch of batchesOf(passages, ({ text }) => text.length)) {
    yield {
      passages: batch.map(({ analysis, ...passage }) => ({ ...passage, analysed: analysis.length })),
      // A copy, because the buffer is transferred: small Buffers share their memory pool with others.
      analyses: new Uint8Array(Buffer.concat(batch.map(({ analysis }) => analysis))),
    };
  }
  yield { trained };
}

/** Long tables would block the server's event loop when it receives and answers them. */
function checkLength(sheet: Sheet): Sheet {
  if (sheet.lines.length > SHEET_MAX_LINES_READ) throw new ExtractError('too_complex');
  return sheet;
}

const sheetOfRows = (rows: readonly string[]): Sheet => ({
  ...linesOfRecords(rows.map((row) => JSON.parse(row) as SheetRecord)),
  separator: 'tab',
});

function* responsesTo(order: TextRequest): Generator<TextResponse> {
  try {
    if ('title' in order) yield* passagesIn(order.title);
    if ('sheet' in order) yield { sheet: checkLength(readSheet(order.sheet)) };
    if ('rows' in order) yield { sheet: checkLength(sheetOfRows(order.rows)) };
  } catch (error) {
    yield error instanceof ExtractError ? { reason: error.reason } : { failure: String(error) };
  }
}

parentPort!.on('message', (order: TextRequest) => {
  if ('blocks' in order) {
    for (const block of order.blocks) blocks.push(block);
    return;
  }
  if ('chunks' in order) {
    for (const chunk of order.chunks) chunks.push(chunk);
    return;
  }
  if (!('next' in order)) responses = responsesTo(order);
  const { value } = responses.next();
  if (value) parentPort!.postMessage(value, 'analyses' in value ? [value.analyses.buffer] : []);
});
