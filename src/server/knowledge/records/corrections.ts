import { createHash } from 'node:crypto';
import { nearestHeading, type Passage } from '../../../search/passage.ts';
import { pricesIn } from '../../../search/records/price-records.ts';
import { linesOf } from '../../../search/records/read-records.ts';
import type { Steps } from '../../../search/slices.ts';
import { fold } from '../../../search/words.ts';

/** What a person changed in a line of a content's text. */
export interface Correction {
  key: string;
  /** The innermost heading above the line; empty without one. */
  heading: string;
  /** The line as it was read. */
  line: string;
  /** What is said instead; null to leave the line as it is, which confirms one that was read from a picture. */
  text: string | null;
  isUsed: boolean;
}

/** A line of a content's text: a sentence, or a row of a table. */
export interface ContentLine {
  key: string;
  /** Index of its passage. */
  passage: number;
  start: number;
  end: number;
  heading: string;
  line: string;
}

/** Returns whether a line that was read from a picture has a number, which a person must confirm. */
export const mustBeConfirmed = ({ line }: Pick<ContentLine, 'line'>): boolean => /\d/.test(line);

type HeadedText = Pick<Passage, 'heading' | 'text'>;

const flat = (text: string) => fold(text).replace(/\s+/g, ' ').trim();
const hashOf = (...parts: readonly string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22);

/** Returns the key of a line, by its words and the heading above it. */
export const lineKey = ({ heading, line }: Pick<ContentLine, 'heading' | 'line'>): string =>
  hashOf(flat(heading), flat(line));

/** Returns the key of what a line names with its only price; null for any other line. */
function namedPriceKey({ heading, line }: Pick<ContentLine, 'heading' | 'line'>): string | null {
  const [price, ...others] = linesOf(line).flatMap(pricesIn);
  return price && others.length === 0 && price.name !== '' ? hashOf(flat(heading), flat(price.name)) : null;
}

/** Returns the lines of a content's passages. */
export function* linesIn(passages: readonly HeadedText[]): Steps<ContentLine[]> {
  const lines: ContentLine[] = [];
  for (const [passage, { heading: path, text }] of passages.entries()) {
    yield;
    const heading = nearestHeading({ heading: path });
    for (const { start, end, text: line } of linesOf(text))
      lines.push({ key: lineKey({ heading, line }), passage, start, end, heading, line });
  }
  return lines;
}

/**
 * Returns the lines that corrections belong to. A correction belongs to the line with the same words below the same
 * heading. If the text has changed, the correction of a price belongs to the only line there that has a price with the
 * same name; any other one belongs to no line.
 */
export function placeCorrections(
  lines: readonly ContentLine[],
  corrections: readonly Correction[],
): Map<ContentLine, Correction> {
  const placed = new Map<ContentLine, Correction>();
  const byKey = Map.groupBy(lines, ({ key }) => key);
  const [found, moved] = [true, false].map((isFound) => corrections.filter(({ key }) => byKey.has(key) === isFound));
  for (const correction of found!) for (const line of byKey.get(correction.key)!) placed.set(line, correction);
  const corrected = moved!.filter(({ text }) => text !== null);
  const byName = corrected.length > 0 ? Map.groupBy(lines, namedPriceKey) : new Map<string, ContentLine[]>();
  for (const correction of corrected) {
    const name = namedPriceKey(correction);
    const [line, ...others] = (name !== null && byName.get(name)) || [];
    if (line && others.length === 0 && !placed.has(line)) placed.set(line, correction);
  }
  return placed;
}
