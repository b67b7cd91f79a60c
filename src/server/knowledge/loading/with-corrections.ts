import type { Passage } from '../../../search/passage.ts';
import type { StoredRecords } from '../../../search/records/read-records.ts';
import type { Steps } from '../../../search/slices.ts';
import {
  type ContentLine,
  type Correction,
  linesIn,
  mustBeConfirmed,
  placeCorrections,
} from '../records/corrections.ts';
import type { PhrasingRow } from './load-phrasings.ts';

export interface ChunkRow extends Omit<Passage, 'answer' | 'records'> {
  isBoilerplate: boolean;
  isFromPicture: boolean;
  analysis: Buffer;
  vector: Buffer | null;
  records: StoredRecords | null;
  phrasings: PhrasingRow[] | null;
  corrections: Correction[] | null;
}

const saidInstead = ({ line }: ContentLine, { text, isUsed }: Correction) => (isUsed ? (text ?? line) : '');

function* correctContent(rows: readonly ChunkRow[], corrections: readonly Correction[]): Steps<ChunkRow[]> {
  const lines = yield* linesIn(rows);
  const corrected = placeCorrections(lines, corrections);
  const placed = [...corrected];
  const open = lines.filter(
    (line) => rows[line.passage]!.isFromPicture && !corrected.has(line) && mustBeConfirmed(line),
  );
  const byPassage = Map.groupBy(placed, ([{ passage }]) => passage);
  const said = rows.map((whole, at) => {
    const unconfirmed = open.filter(({ passage }) => passage === at).map(({ line }) => line);
    const row = unconfirmed.length > 0 ? { ...whole, unconfirmed } : whole;
    const own = (byPassage.get(at) ?? []).toSorted(([a], [b]) => b.start - a.start);
    if (own.length === 0) return row;
    let { text } = row;
    for (const [line, correction] of own)
      text = text.slice(0, line.start) + saidInstead(line, correction) + text.slice(line.end);
    // What training stored belongs to the old text, so it is read again.
    return { ...row, text, analysis: Buffer.alloc(0), records: null };
  });
  // The phrasings of a content come with its first passage, which may be left out.
  const [first, ...rest] = said.filter(({ text }) => text.trim() !== '');
  return first ? [{ ...first, phrasings: rows[0]!.phrasings }, ...rest] : [];
}

/** With the lines that people have yet to confirm. All passages of a content must be there, in order. */
export function* withCorrections(rows: ChunkRow[]): Steps<ChunkRow[]> {
  if (rows.every(({ corrections, isFromPicture }) => !corrections && !isFromPicture)) return rows;
  const corrected: ChunkRow[] = [];
  for (const own of Map.groupBy(rows, ({ contentId }) => contentId).values()) {
    const { corrections } = own[0]!;
    const isPlain = !corrections && !own.some(({ isFromPicture }) => isFromPicture);
    for (const row of isPlain ? own : yield* correctContent(own, corrections ?? [])) corrected.push(row);
  }
  return corrected;
}
