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

/** Returns the segment without the passages of these contents. */
export function hideContents(segment: Segment, contentIds: ReadonlySet<string>): Segment {
  const indexes: number[] = [];
  for (const [index, { contentId }] of segment.passages.entries()) if (contentIds.has(contentId)) indexes.push(index);
  return { ...segment, hidden: { contentIds, indexes } };
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
