/** Colour contrast as WCAG 2 defines it, and the search for the nearest readable colour. */

type RgbColor = readonly [number, number, number];
interface Color {
  rgb: RgbColor;
  /** 0 to 1. */
  alpha: number;
}

const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
/** Minimum contrast ratio of small text (WCAG 2, level AA). */
export const READABLE = 4.5;

export const isHex = (value: string): boolean => HEX.test(value);

/** Returns the channels of a hex colour with 3, 4, 6 or 8 digits; null for any other text. */
function readColor(hex: string): Color | null {
  if (!isHex(hex)) return null;
  const short = hex.length < 6;
  const part = (at: number) =>
    short ? Number.parseInt(hex.charAt(1 + at), 16) * 17 : Number.parseInt(hex.slice(1 + 2 * at, 3 + 2 * at), 16);
  const hasAlpha = hex.length === 5 || hex.length === 9;
  return { rgb: [part(0), part(1), part(2)], alpha: hasAlpha ? part(3) / 255 : 1 };
}

const toHex = (rgb: RgbColor): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase();

const mix = (over: RgbColor, under: RgbColor, share: number): RgbColor =>
  [0, 1, 2].map((at) => over[at]! * share + under[at]! * (1 - share)) as unknown as RgbColor;

/** Returns the visible colour of layers over white, the top layer first; null if one is no valid colour. */
function seen(hexes: readonly string[]): RgbColor | null {
  let below: RgbColor = [255, 255, 255];
  for (const hex of [...hexes].reverse()) {
    const color = readColor(hex);
    if (!color) return null;
    below = mix(color.rgb, below, color.alpha);
  }
  return below;
}

/** Returns the colour as seen over white, in six hex digits; black if it is no valid colour. */
export const opaque = (hex: string): string => toHex(seen([hex]) ?? [0, 0, 0]);

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

/** Converts to OKLab, in which equal distances look equally large. */
function labOf(rgb: RgbColor): RgbColor {
  const [r, g, b] = rgb.map(linear) as unknown as RgbColor;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
const distance = (one: RgbColor, other: RgbColor) => {
  const [a, b] = [labOf(one), labOf(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
};

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
  const ends: RgbColor[] = [
    [0, 0, 0],
    [255, 255, 255],
  ];
  const found = ends.map((end) => blendUntilReadable(end, over, below)).filter((one) => one !== null);
  found.sort((one, other) => distance(one, over) - distance(other, over));
  return toHex(found[0] ?? [0, 0, 0]);
}

const INKS = ['#0E1512', '#FFFFFF', '#000000'];

/**
 * Returns near-black or white: the one with more contrast on `ground`. Returns pure black for the few backgrounds on
 * which neither is readable.
 */
export function inkFor(ground: string): string {
  const ratio = (ink: string) => contrastOf(ink, ground) ?? 0;
  const [dark = '', light = '', black = ''] = INKS;
  const better = ratio(dark) > ratio(light) ? dark : light;
  return ratio(better) >= READABLE ? better : ratio(black) > ratio(light) ? black : light;
}
