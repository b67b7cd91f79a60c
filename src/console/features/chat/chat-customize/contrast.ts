import { isHex } from '../../../../shared/appearance.ts';

type RgbColor = readonly [number, number, number];
interface Color {
  rgb: RgbColor;
  /** 0 to 1. */
  alpha: number;
}

const BLACK: RgbColor = [0, 0, 0];
const WHITE: RgbColor = [255, 255, 255];
/** Minimum contrast ratio of small text (WCAG 2, level AA). */
export const READABLE = 4.5;

/** Returns the channels of a hex colour with 3, 4, 6 or 8 digits; null for any other text. */
function readColor(hex: string): Color | null {
  if (!isHex(hex)) return null;
  const digits = hex.length < 6 ? hex.replace(/\w/g, '$&$&') : hex;
  const [red = 0, green = 0, blue = 0, alpha = 255] = (digits.match(/\w\w/g) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  );
  return { rgb: [red, green, blue], alpha: alpha / 255 };
}

const toHex = (rgb: RgbColor): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase();

const mix = (over: RgbColor, under: RgbColor, share: number): RgbColor =>
  [0, 1, 2].map((at) => over[at]! * share + under[at]! * (1 - share)) as unknown as RgbColor;

/** Returns the visible colour of layers over white, the top layer first; null if one is no valid colour. */
function seen(hexes: readonly string[]): RgbColor | null {
  let below = WHITE;
  for (const hex of [...hexes].reverse()) {
    const color = readColor(hex);
    if (!color) return null;
    below = mix(color.rgb, below, color.alpha);
  }
  return below;
}

/** Returns the colour as seen over white, in six hex digits; black if it is no valid colour. */
export const opaque = (hex: string): string => toHex(seen([hex]) ?? BLACK);

const linear = (part: number) => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const luminance = ([red, green, blue]: RgbColor) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

function ratioOf(one: RgbColor, other: RgbColor): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/**
 * Returns the contrast ratio of a text on its background, from 1 to 21; null if a colour is invalid. `under` shows
 * through a transparent background.
 */
export function contrastOf(text: string, ground: string, under = '#FFFFFF'): number | null {
  const [over, below] = [seen([text, ground, under]), seen([ground, under])];
  return over && below ? ratioOf(over, below) : null;
}

const distance = ([r, g, b]: RgbColor, [red, green, blue]: RgbColor) => Math.hypot(r - red, g - green, b - blue);

const STEPS = 256;
/** Moves `from` towards `end` (black or white) and returns the first readable colour; null if none is. */
function blendUntilReadable(end: RgbColor, from: RgbColor, ground: RgbColor): RgbColor | null {
  for (let step = 0; step <= STEPS; step += 1) {
    const moved = mix(end, from, step / STEPS).map(Math.round) as unknown as RgbColor;
    if (ratioOf(moved, ground) >= READABLE) return moved;
  }
  return null;
}

/**
 * Returns the colour nearest to `text`, darker or lighter, with a contrast of at least 4.5:1 on `ground`; `text` itself
 * if it already has that. A result always exists: on any background, black or white is readable.
 */
export function readableOn(text: string, ground: string, under = '#FFFFFF'): string {
  const [over, below] = [seen([text, ground, under]), seen([ground, under])];
  if (!over || !below || ratioOf(over, below) >= READABLE) return text;
  const found = [BLACK, WHITE].map((end) => blendUntilReadable(end, over, below)).filter((one) => one !== null);
  found.sort((one, other) => distance(one, over) - distance(other, over));
  return toHex(found[0] ?? BLACK);
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
