import { createHash } from 'node:crypto';
import { nearestHeading, type Passage } from '../../../search/passage.ts';
import { pricesIn } from '../../../search/records/price-records.ts';
import { linesOf } from '../../../search/records/read-records.ts';
import type { Steps } from '../../../search/slices.ts';
import { fold } from '../../../search/words.ts';

export interface Correction {
  key: string;
  heading: string;
  line: string;
  /** Null leaves the line as it is, which confirms one from a picture. */
  text: string | null;
  isUsed: boolean;
}

export interface ContentLine {
  key: string;
  passage: number;
  start: number;
  end: number;
  heading: string;
  line: string;
}

/** It was read from a picture and has a number. */
export const mustBeConfirmed = ({ line }: Pick<ContentLine, 'line'>): boolean => /\d/.test(line);

type HeadedText = Pick<Passage, 'heading' | 'text'>;

const flat = (text: string) => fold(text).replace(/\s+/g, ' ').trim();
const hashOf = (...parts: readonly string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22);

export const lineKey = ({ heading, line }: Pick<ContentLine, 'heading' | 'line'>): string =>
  hashOf(flat(heading), flat(line));

/** With its only price; null for any other line. */
function namedPriceKey({ heading, line }: Pick<ContentLine, 'heading' | 'line'>): string | null {
  const [price, ...others] = linesOf(line).flatMap(pricesIn);
  return price && others.length === 0 && price.name !== '' ? hashOf(flat(heading), flat(price.name)) : null;
}

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

/** The same words and heading; in changed text, the only line with a price of the same name. */
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
