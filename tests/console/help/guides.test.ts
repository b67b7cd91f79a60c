import { describe, expect, it, test } from 'vitest';
import guides from '../../../locales/pt-BR/guides.json';
import type { Screen } from '../../../src/console/providers/screen.ts';
import { screens as all } from '../../../src/console/screens.tsx';
import { shippedHelp } from '../../../src/server/chat/help-base/help-texts.ts';
import { guideAt, openAddress } from '../../../src/shared/help.ts';

/** The written guides plus those generated from the declarations of resources. */
const { screens } = shippedHelp;

/** The addresses of the workspace screens. A form opens over a screen and uses that screen's guide. */
const addressesOf = (list: readonly Screen[]): string[] =>
  list.flatMap(({ path, children = [] }) => (path ? [path] : addressesOf(children)));
const addresses = addressesOf(all.filter(({ frame = 'workspace' }) => frame === 'workspace'));

test('has a guide for every screen', () => {
  expect(addresses.length).toBeGreaterThan(20);
  // The guide of a list also covers the detail view that the resource engine adds.
  const hasGuide = (path: string) => path in screens || path.replace(/\/:id$/, '') in screens;
  expect(addresses.filter((path) => !hasGuide(path))).toEqual([]);
});

test('has a screen for every guide', () => {
  expect(Object.keys(screens).filter((path) => !addresses.includes(path))).toEqual([]);
});

describe.each(Object.entries(screens))('the guide of %s', (path, guide) => {
  it('has a title, a purpose and a few short questions', () => {
    expect(guide.title).not.toBe('');
    expect(guide.for).toMatch(/^[A-ZÀ-Ú].{10,140}\.$/u);
    expect(guide.questions.length).toBeGreaterThanOrEqual(3);
    expect(guide.questions.length).toBeLessThanOrEqual(6);
    for (const { q, a } of guide.questions) {
      expect(q).toMatch(/\?$/);
      expect(a).toMatch(/[.”]$/);
      // Longer answers are too much to read next to the screen.
      expect(a.length).toBeLessThanOrEqual(300);
    }
  });

  it('links to other screens that exist', () => {
    expect(guide.related).not.toContain(path);
    expect(guide.related.filter((other) => !(other in screens) || other.includes(':'))).toEqual([]);
    expect(openAddress(screens, path) in screens).toBe(true);
    expect(openAddress(screens, path)).not.toContain(':');
  });
});

test('asks no question twice', () => {
  const all = [...Object.values(screens).flatMap(({ questions }) => questions), ...guides.facts].map(({ q }) => q);
  expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([]);
});

test.each([
  ['/', '/'],
  ['/users/new', '/users'],
  ['/users/edit/018f', '/users'],
  ['/conversations/018f', '/conversations/:conversationId'],
  ['/knowledge-base/content/upload', '/knowledge-base/content/upload'],
  ['/knowledge-base/content/edit/018f', '/knowledge-base/content/edit/:contentId'],
  ['/admin/accounts/018f', '/admin/accounts'],
])('shows at %s the guide of %s', (pathname, path) => {
  expect(guideAt(screens, pathname)).toBe(path);
});
