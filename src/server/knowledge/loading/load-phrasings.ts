import { createHash } from 'node:crypto';
import type { Passage } from '../../../search/passage.ts';
import { indexPhrasings } from '../../../search/phrasings.ts';
import { rankPassages } from '../../../search/rank-passages.ts';
import { type AnalysedPassage, buildSegment, type Segment } from '../../../search/segment.ts';

export interface PhrasingRow {
  text: string;
  /** SHA-256 of the chosen passage's text; null for none. */
  digest: string | null;
}

export const passageDigest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The chosen one if its content still has it, otherwise the best match. */
function passageFor({ text, digest }: PhrasingRow, own: readonly AnalysedPassage[]): Passage | undefined {
  const chosen = digest && own.find(({ passage }) => passageDigest(passage.text) === digest);
  if (chosen || own.length === 1) return (chosen || own[0])?.passage;
  const [best] = rankPassages([buildSegment(own)], text, undefined)?.ranked ?? [];
  return best ? best.candidate.segment.passages[best.candidate.index] : own[0]?.passage;
}

/** Answered by the passage at `index`. */
export interface IndexedPhrasing {
  text: string;
  index: number;
}

/** `passages`: those of the segment; `analysed`: the same ones. */
export function indexedPhrasings(
  passages: readonly Passage[],
  analysed: readonly AnalysedPassage[],
  byContent: ReadonlyMap<string, readonly PhrasingRow[]>,
): IndexedPhrasing[] {
  if (byContent.size === 0) return [];
  const own = Map.groupBy(analysed, ({ passage }) => passage.contentId);
  const indexes = new Map(passages.map((passage, index) => [passage, index]));
  return [...byContent].flatMap(([contentId, rows]) =>
    rows.flatMap((row) => {
      const passage = passageFor(row, own.get(contentId) ?? []);
      return passage ? [{ text: row.text, index: indexes.get(passage)! }] : [];
    }),
  );
}

export function withPhrasings(segment: Segment, list: readonly IndexedPhrasing[]): Segment {
  if (list.length === 0) return segment;
  const phrasings = indexPhrasings(list.map(({ text, index }) => ({ text, passage: segment.passages[index]! })));
  return { ...segment, phrasings, byteSize: segment.byteSize + 2 * phrasings.segment.byteSize };
}
