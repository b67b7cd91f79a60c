import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { findRanked } from '../search/find-ranked.ts';
import type { Passage } from '../search/passage.ts';
import { indexPhrasings } from '../search/phrasings.ts';
import { type AnalysedPassage, buildSegment, type Phrasing, type Segment } from '../search/segment.ts';

/** A phrasing as loaded with the passages of its content. */
export interface PhrasingRow {
  text: string;
  /** SHA-256 of the text of the passage that answers it; null if none was chosen. */
  digest: string | null;
}

/** Returns SQL for the accepted phrasings of a context, as a table `w` with one row per content. */
export const acceptedPhrasings = (accountId: string, contextId: string): SQL => sql`(
  select p.content_id, json_agg(json_build_object('text', p.text, 'digest', p.passage_digest) order by p.id) as list
  from phrasings p join contents o on o.account_id = p.account_id and o.id = p.content_id
  where p.account_id = ${accountId} and o.context_id = ${contextId} and p.state = 'accepted' group by 1) w`;

export const passageDigest = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Returns the passage that answers a phrasing: the chosen one if its content still has it, otherwise the best match.
 */
function passageFor({ text, digest }: PhrasingRow, own: readonly AnalysedPassage[]): Passage | undefined {
  const chosen = digest && own.find(({ passage }) => passageDigest(passage.text) === digest);
  if (chosen || own.length === 1) return (chosen || own[0])?.passage;
  const [best] = findRanked([buildSegment(own)], text, undefined)?.ranked ?? [];
  return best ? best.candidate.segment.passages[best.candidate.index] : own[0]?.passage;
}

/** Returns a copy of the segment with the phrasings of its contents. */
export function withPhrasings(
  segment: Segment,
  analysed: readonly AnalysedPassage[],
  byContent: ReadonlyMap<string, readonly PhrasingRow[]>,
): Segment {
  if (byContent.size === 0) return segment;
  const list = [...byContent].flatMap(([contentId, rows]): Phrasing[] => {
    const own = analysed.filter(({ passage }) => passage.contentId === contentId);
    return rows.flatMap((row) => {
      const passage = passageFor(row, own);
      return passage ? [{ text: row.text, passage }] : [];
    });
  });
  const phrasings = indexPhrasings(list);
  return { ...segment, phrasings, byteSize: segment.byteSize + 2 * phrasings.segment.byteSize };
}
