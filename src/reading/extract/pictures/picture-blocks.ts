import type { Block } from '../../blocks.ts';
import { blocksOf, typographyOf } from '../pdf-blocks.ts';
import { linesOf } from '../pdf-lines.ts';
import type { TextRun } from '../pdf-page.ts';
import { confidenceOf, type PictureWord } from './recogniser.ts';

/** From 0 to 100. A sharp scan has 95; below this, words are wrong. */
const PICTURE_MIN = 85;
const LINE_MIN = 70;
/** With fewer, a picture has no text worth reading: a logo, a photograph. */
const CHARS_MIN = 12;
const HEIGHT_SHARE = 0.8;
/** Their heights depend on their letters. */
const SAME_SIZE = 1.3;
const NUMBER = /\d/;

/** Null if it cannot be read surely enough. */
export function pictureBlocks(words: readonly PictureWord[], page?: number): Block[] | null {
  if (words.reduce((sum, { text }) => sum + text.length, 0) < CHARS_MIN || confidenceOf(words) < PICTURE_MIN)
    return null;
  const lines = linesOf(runsOf(words), page ?? 1, 0);
  return blocksOf(lines, typographyOf(lines)).map(({ kind, level, text }): Block => {
    // What is written above a text is not asked to be confirmed, so it has no numbers.
    const isText = kind === 'heading' && NUMBER.test(text);
    return {
      kind: isText ? 'paragraph' : kind,
      text,
      ...(!isText && level && { level }),
      ...(page !== undefined && { page }),
      isFromPicture: true,
    };
  });
}

function runsOf(words: readonly PictureWord[]): TextRun[] {
  const lines = [...Map.groupBy(words, ({ line }) => line).values()].filter((line) => confidenceOf(line) >= LINE_MIN);
  const heights = lines.map(heightOf);
  const usual = heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 2)] ?? 0;
  return lines.flatMap((line, at) => {
    const isUsual = heights[at]! < usual * SAME_SIZE;
    const size = Math.round((isUsual ? usual : heights[at]!) * HEIGHT_SHARE);
    const y = Math.max(...line.map(({ bottom }) => bottom));
    return line.map(({ text, x0, x1 }, order) => ({ text, x0, x1, y, size, bold: false, order, spaced: true }));
  });
}

const heightOf = (line: readonly PictureWord[]) =>
  Math.max(...line.map(({ bottom }) => bottom)) - Math.min(...line.map(({ top }) => top));
