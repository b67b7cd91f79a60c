import type { Passage } from './passage.ts';
import type { Segment } from './segment.ts';

/** Deleted or replaced after indexing: never found, but they still count in the segment's statistics. */
export interface HiddenPassages {
  contentIds: ReadonlySet<string>;
  indexes: readonly number[];
}

/** Relies on passages being sorted by content. */
function firstOf(passages: readonly Passage[], contentId: string): number {
  let [from, to] = [0, passages.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (passages[middle]!.contentId < contentId) from = middle + 1;
    else to = middle;
  }
  return from;
}

export function hideContents(segment: Segment, contentIds: Iterable<string>): Segment {
  const { passages, hidden } = segment;
  const ids = new Set(hidden?.contentIds);
  const indexes = [...(hidden?.indexes ?? [])];
  for (const id of contentIds) {
    if (ids.has(id)) continue;
    ids.add(id);
    for (let at = firstOf(passages, id); passages[at]?.contentId === id; at++) indexes.push(at);
  }
  return { ...segment, hidden: { contentIds: ids, indexes } };
}

export const isHidden = ({ hidden }: Segment, { contentId }: Passage): boolean =>
  hidden?.contentIds.has(contentId) ?? false;

export const livePassages = (segment: Segment): readonly Passage[] =>
  segment.hidden ? segment.passages.filter((passage) => !isHidden(segment, passage)) : segment.passages;

export function scoreHidden({ hidden }: Segment, scores: Float32Array, score: number): Float32Array {
  for (const index of hidden?.indexes ?? []) scores[index] = score;
  return scores;
}
