/** Contrast that keeps small text readable. */

type Rgb = readonly [red: number, green: number, blue: number];

const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Hex: # with 3, 4, 6 or 8 digits. */
export function safeColor(value: unknown, otherwise: string): string {
  return typeof value === 'string' && HEX.test(value) ? value : otherwise;
}

/** Returns `value` as a number, clamped to `min` and `max`. */
export function safeNumber(value: unknown, min: number, max: number): number {
  const number = Number(value);
  return number > max ? max : number > min ? number : min;
}

/** From 0 to 255; ignores transparency. */
export function rgbOf(hex: string): Rgb {
  const wide = hex.length > 5;
  const channel = (index: number) =>
    wide ? parseInt(hex.slice(1 + 2 * index, 3 + 2 * index), 16) : parseInt(hex.charAt(1 + index), 16) * 17;
  return [channel(0), channel(1), channel(2)];
}

/** `share` of `over`; # with 6 digits. */
export function mix(over: string, under: string, share: number): string {
  const [a, b] = [rgbOf(over), rgbOf(under)];
  let hex = '#';
  for (let index = 0; index < 3; index++) {
    const value = Math.round(a[index]! * share + b[index]! * (1 - share));
    hex += (value < 16 ? '0' : '') + value.toString(16);
  }
  return hex;
}

/** WCAG relative luminance, 0 to 1. */
export function luminance(hex: string): number {
  const weights = [0.2126, 0.7152, 0.0722];
  const channels = rgbOf(hex);
  let sum = 0;
  for (let index = 0; index < 3; index++) {
    const share = channels[index]! / 255;
    sum += weights[index]! * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
  }
  return sum;
}

export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The first mix from `share` on with a contrast of 4.5:1 against all `grounds`. */
export function readableMix(text: string, ground: string, share: number, grounds: readonly string[]): string {
  for (let more = share; more < 1; more += 0.06) {
    const mixed = mix(text, ground, more);
    let worst = 21;
    for (const each of grounds) worst = Math.min(worst, contrast(mixed, each));
    if (worst >= 4.5) return mixed;
  }
  return mix(text, ground, 1);
}
