import type { SheetChoice } from '../../shared/contents.ts';
import { batchesOf } from '../batches.ts';
import type { Block, ExtractedDocument } from '../blocks.ts';
import type { Chunk } from '../chunk.ts';
import { ExtractError, type ExtractReason } from '../extract/extract-error.ts';
import type { Sheet } from '../faq-sheet/read-sheet.ts';
import { openThreadPool } from '../threads/thread-pool.ts';
import type { TrainingResult } from './passages.ts';

type TrainedPassage = TrainingResult['passages'][number];

export type TextPart = { title: string; unwanted: readonly string[] } | { blocks: Block[] } | { chunks: Chunk[] };
/** Or the blocks that the parser made of an Excel or HTML file. */
export type SheetSource = { choice: SheetChoice } & (
  { sheet: Uint8Array } | { format: 'xlsx' | 'html'; blocks: Pick<Block, 'kind' | 'text'>[] }
);
export interface PassageBatch {
  passages: (Omit<TrainedPassage, 'analysis'> & { analysed: number })[];
  analyses: Uint8Array<ArrayBuffer>;
}
export type Trained = Omit<TrainingResult, 'passages'>;
export interface Failed {
  reason: ExtractReason;
}

const openTextThread = () =>
  openThreadPool({
    file: new URL('./text-thread.ts', import.meta.url),
    threads: 1,
    // A regular text needs less than a tenth of this.
    timeMaxMs: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
const inDocumentThread = openTextThread();
/** A user is waiting for it. */
const inSheetThread = openTextThread();

function assertRead<Result extends object>(result: Result | Failed): asserts result is Result {
  if ('reason' in result) throw new ExtractError(result.reason);
}

function toPassages({ passages, analyses }: PassageBatch): TrainedPassage[] {
  const bytes = Buffer.from(analyses.buffer);
  let end = 0;
  return passages.map(({ analysed, ...passage }) => ({
    ...passage,
    analysis: bytes.subarray(end, (end += analysed)),
  }));
}

async function analyseInThread(
  parts: TextPart[],
  title: string,
  signal?: AbortSignal,
  unwanted: readonly string[] = [],
): Promise<TrainingResult> {
  const passages: TrainedPassage[] = [];
  const trained = await inDocumentThread<Trained | Failed, PassageBatch>('readPassages', {
    parts: [{ title, unwanted }, ...parts].map((part) => [part]),
    onPart: (batch) => {
      for (const passage of toPassages(batch)) passages.push(passage);
    },
    signal,
  });
  assertRead(trained);
  return { ...trained, passages };
}

const lengthOf = ({ text }: { text: string }) => text.length;

/** Without texts with the keys `unwanted`. Throws `ExtractError` `no_text`; the signal's reason when aborted. */
export const passagesInThread = (
  { blocks }: ExtractedDocument,
  title: string,
  signal?: AbortSignal,
  unwanted?: readonly string[],
) =>
  analyseInThread(
    Array.from(batchesOf(blocks, lengthOf), (batch) => ({ blocks: batch })),
    title,
    signal,
    unwanted,
  );

/** Split already. Throws the signal's reason when aborted. */
export const analyseChunksInThread = (chunks: readonly Chunk[], title: string, signal?: AbortSignal) =>
  analyseInThread(
    Array.from(batchesOf(chunks, lengthOf), (batch) => ({ chunks: batch })),
    title,
    signal,
  );

/** Throws `ExtractError` `too_complex`. */
export async function readSheetInThread(table: SheetSource): Promise<Sheet> {
  const sheet = await inSheetThread<Sheet | Failed>('parseSheet', { parts: [[table]] });
  assertRead(sheet);
  return sheet;
}
