import type { Passage } from './passage.ts';
import type { Segment } from './segment.ts';

/**
 * Contents of a segment that were deleted or replaced after it was indexed. Their passages are never found, but still
 * count in its statistics.
 */
export interface HiddenPassages {
  contentIds: ReadonlySet<string>;
  /** The indexes of their passages. */
  indexes: readonly number[];
}

/** Returns the index of a content's first passage: passages are sorted by content. */
function firstOf(passages: readonly Passage[], contentId: string): number {
  let [from, to] = [0, passages.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (passages[middle]!.contentId < contentId) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns the segment without the passages of these contents, in addition to those that are hidden already. */
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

/** Returns the passages of a segment that may be used. */
export const livePassages = (segment: Segment): readonly Passage[] =>
  segment.hidden ? segment.passages.filter((passage) => !isHidden(segment, passage)) : segment.passages;

/** Sets the scores of a segment's hidden passages to `score`. */
export function scoreHidden({ hidden }: Segment, scores: Float32Array, score: number): Float32Array {
  for (const index of hidden?.indexes ?? []) scores[index] = score;
  return scores;
}
