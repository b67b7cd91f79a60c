import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialAppearance } from '../../src/shared/appearance.ts';
import { QUESTION_MAX } from '../../src/shared/constants.ts';
import { contrast, mix, rgbOf, safeColor } from '../../src/widget/colors.ts';
import { LONGEST_QUESTION } from '../../src/widget/composer.ts';
import { initials } from '../../src/widget/sizes.ts';
import { themeRule } from '../../src/widget/theme.ts';

const appearance = initialAppearance('Lia', 'Aurora');

function themeOf(colors: Partial<typeof appearance.colors>): Record<string, string> {
  const rule = themeRule({ ...appearance, colors: { ...appearance.colors, ...colors } });
  return Object.fromEntries([...rule.matchAll(/--([\w-]+):([^;]+);/g)].map(([, name, value]) => [name!, value!]));
}

describe('colors', () => {
  it('can have 3, 4, 6 or 8 digits', () => {
    for (const hex of ['#fa0', '#fa0c', '#ffaa00', '#FFAA00cc']) expect(rgbOf(hex)).toEqual([255, 170, 0]);
    expect(mix('#000', '#ffffff', 0.5)).toBe('#808080');
    expect(contrast('#000', '#fff')).toBeCloseTo(21);
    expect(safeColor('#12345', '#000')).toBe('#000');
  });

  it('derived from readable colors are readable too', () => {
    const hex = fc.stringMatching(/^#[0-9a-f]{6}$/);
    fc.assert(
      fc.property(hex, hex, hex, (primary, ground, text) => {
        fc.pre(contrast(text, ground) >= 4.5);
        const theme = themeOf({ primary, ground, text, botBubble: ground });
        expect(contrast(theme.quiet!, ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(theme.link!, ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(theme.edge!, ground)).toBeGreaterThanOrEqual(3);
        expect(contrast(theme.ring!, ground)).toBeGreaterThanOrEqual(3);
      }),
    );
  });
});

it('shows the initials of the first two words in an avatar', () => {
  expect(initials('Assistente da Loja')).toBe('AD');
  expect(initials('lia')).toBe('L');
  expect(initials(' “Ágata” (bot)')).toBe('ÁB');
  expect(initials('—')).toBe('?');
});

it('allows questions as long as the server does', () => expect(LONGEST_QUESTION).toBe(QUESTION_MAX));
