import type { Steps } from '../../../search/slices.ts';
import { type ContentLine, type Correction, linesIn, placeCorrections } from '../records/corrections.ts';
import type { ChunkRow } from './chunk-row.ts';

/** Returns what answers say instead of a line. An empty text leaves it out. */
const saidInstead = ({ line }: ContentLine, { text, isUsed }: Correction) => (isUsed ? (text ?? line) : '');

function* correctContent(rows: readonly ChunkRow[], corrections: readonly Correction[]): Steps<ChunkRow[]> {
  const placed = [...placeCorrections(yield* linesIn(rows), corrections)];
  const byPassage = Map.groupBy(placed, ([{ passage }]) => passage);
  const corrected = rows.map((row, at) => {
    const own = (byPassage.get(at) ?? []).toSorted(([a], [b]) => b.start - a.start);
    if (own.length === 0) return row;
    let { text } = row;
    for (const [line, correction] of own)
      text = text.slice(0, line.start) + saidInstead(line, correction) + text.slice(line.end);
    // What training stored belongs to the old text, so it is read again.
    return { ...row, text, analysis: Buffer.alloc(0), records: null };
  });
  // The phrasings of a content come with its first passage, which may be left out.
  const [first, ...rest] = corrected.filter(({ text }) => text.trim() !== '');
  return first ? [{ ...first, phrasings: rows[0]!.phrasings }, ...rest] : [];
}

/**
 * Returns the rows of contents as corrected by people. All passages of a content must be among them, in their order.
 */
export function* withCorrections(rows: ChunkRow[]): Steps<ChunkRow[]> {
  if (rows.every(({ corrections }) => !corrections)) return rows;
  const corrected: ChunkRow[] = [];
  for (const own of Map.groupBy(rows, ({ contentId }) => contentId).values()) {
    const { corrections } = own[0]!;
    for (const row of corrections ? yield* correctContent(own, corrections) : own) corrected.push(row);
  }
  return corrected;
}
