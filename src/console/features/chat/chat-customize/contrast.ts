import { FastColor } from '@ant-design/fast-color';
import { isHex } from '../../../../shared/appearance.ts';

/** Minimum contrast ratio of small text (WCAG 2, level AA). */
export const READABLE = 4.5;

/** Returns the visible colour of layers over white, the top layer first; null if one is no valid colour. */
function seen(...hexes: readonly string[]): FastColor | null {
  if (!hexes.every(isHex)) return null;
  return hexes.reduceRight((below, hex) => new FastColor(hex).onBackground(below), new FastColor('#FFFFFF'));
}

const toHex = (color: FastColor) => color.toHexString().toUpperCase();

/** Returns the colour as seen over white, in six hex digits; black if it is no valid colour. */
export const opaque = (hex: string): string => toHex(seen(hex) ?? new FastColor('#000000'));

function ratioOf(one: FastColor, other: FastColor): number {
  const [a, b] = [one.getLuminance(), other.getLuminance()];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/**
 * Returns the contrast ratio of a text on its background, from 1 to 21; null if a colour is invalid. `under` shows
 * through a transparent background.
 */
export function contrastOf(text: string, ground: string, under = '#FFFFFF'): number | null {
  const [over, below] = [seen(text, ground, under), seen(ground, under)];
  return over && below ? ratioOf(over, below) : null;
}

const distance = (one: FastColor, other: FastColor) => Math.hypot(one.r - other.r, one.g - other.g, one.b - other.b);

/** Moves `from` towards `end` (black or white) and returns the first readable colour; undefined if none is. */
function blendUntilReadable(end: string, from: FastColor, ground: FastColor): FastColor | undefined {
  const steps = Array.from({ length: 257 }, (_, step) => from.mix(end, (step * 100) / 256));
  return steps.find((moved) => ratioOf(moved, ground) >= READABLE);
}

/**
 * Returns the colour nearest to `text`, darker or lighter, with a contrast of at least 4.5:1 on `ground`; `text` itself
 * if it already has that. A result always exists: on any background, black or white is readable.
 */
export function readableOn(text: string, ground: string, under = '#FFFFFF'): string {
  const [over, below] = [seen(text, ground, under), seen(ground, under)];
  if (!over || !below || ratioOf(over, below) >= READABLE) return text;
  const found = ['#000000', '#FFFFFF'].flatMap((end) => blendUntilReadable(end, over, below) ?? []);
  found.sort((one, other) => distance(one, over) - distance(other, over));
  return found[0] ? toHex(found[0]) : '#000000';
}

/**
 * Returns near-black or white: the one with more contrast on `ground`. Returns pure black for the few backgrounds on
 * which neither is readable.
 */
export function inkFor(ground: string): string {
  const ratio = (ink: string) => contrastOf(ink, ground) ?? 0;
  const better = ratio('#0E1512') > ratio('#FFFFFF') ? '#0E1512' : '#FFFFFF';
  return ratio(better) >= READABLE ? better : '#000000';
}
