import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Palette, palettes } from '../../../src/console/theme/tokens.ts';

const read = (path: string) => readFileSync(new URL(`../../../src/console/${path}`, import.meta.url), 'utf8');

test('has the ground colors of both themes in index.html', () => {
  expect(read('index.html')).toContain(`name="theme-color" content="${palettes.dark.ground}"`);
  expect(read('index.html')).toContain(`'${palettes.light.ground}'`);
});

test('disables transitions for users who prefer reduced motion, because popups are measured when placed', () => {
  const [, still = ''] = /prefers-reduced-motion: reduce\)([^]*)$/.exec(read('theme/base.css')) ?? [];
  expect(/transition-duration: ([^ ]+) !important/.exec(still)?.[1]).toBe('0s');
  expect(/transition-delay: ([^ ]+) !important/.exec(still)?.[1]).toBe('0s');
});

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['ground', 'surface', 'raised', 'hover'] as const;
const TEXTS = ['text', 'quiet', 'primary', 'attention', 'danger', 'information'] as const;
const PAIRS: [keyof Palette, keyof Palette, number][] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground): [keyof Palette, keyof Palette, number] => [text, ground, 4.5])),
  ['onPrimary', 'primary', 4.5],
  ['onPrimary', 'primaryHover', 4.5],
  ['onPrimary', 'primaryPress', 4.5],
  ['onDanger', 'danger', 4.5],
  ['onDanger', 'dangerHover', 4.5],
  ['text', 'primarySoft', 4.5],
  ['primary', 'primarySoft', 4.5],
  ['attention', 'attentionSoft', 4.5],
  ['danger', 'dangerSoft', 4.5],
  ['information', 'informationSoft', 4.5],
  // Outlines of controls.
  ['edge', 'surface', 3],
  ['edge', 'ground', 3],
];

test.each(Object.entries(palettes))('has readable contrast in the %s theme (WCAG AA)', (_, palette) => {
  const low = PAIRS.filter(([over, under, min]) => contrast(palette[over], palette[under]) < min);
  expect(
    low.map(([over, under]) => `${over} on ${under} ${contrast(palette[over], palette[under]).toFixed(2)}`),
  ).toEqual([]);
});
