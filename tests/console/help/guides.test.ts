import { describe, expect, it, test } from 'vitest';
import guides from '../../../locales/pt-BR/guides.json';
import type { Screen } from '../../../src/console/screen.ts';
import { screens as all } from '../../../src/console/screens.tsx';
import { shippedHelp } from '../../../src/server/chat/help-base/help-texts.ts';
import { guideAt, openAddress } from '../../../src/shared/help.ts';

/** The written guides, and those made from the declarations of resources that have none. */
const { screens } = shippedHelp;

/** The addresses of the workspace's screens; forms lie over a screen, whose guide is theirs. */
const addressesOf = (list: readonly Screen[]): string[] =>
  list.flatMap(({ path, children = [] }) => (path ? [path] : addressesOf(children)));
const addresses = addressesOf(all.filter(({ frame = 'workspace' }) => frame === 'workspace'));

test('every screen has a guide', () => {
  expect(addresses.length).toBeGreaterThan(20);
  // A row that the engine shows by itself is spoken of in the guide of its list.
  const hasGuide = (path: string) => path in screens || path.replace(/\/:id$/, '') in screens;
  expect(addresses.filter((path) => !hasGuide(path))).toEqual([]);
});

test('every guide has a screen', () => {
  expect(Object.keys(screens).filter((path) => !addresses.includes(path))).toEqual([]);
});

describe.each(Object.entries(screens))('the guide of %s', (path, guide) => {
  it('is short and whole', () => {
    expect(guide.title).not.toBe('');
    expect(guide.for).toMatch(/^[A-ZÀ-Ú].{10,140}\.$/u);
    expect(guide.questions.length).toBeGreaterThanOrEqual(3);
    expect(guide.questions.length).toBeLessThanOrEqual(6);
    for (const { q, a } of guide.questions) {
      expect(q).toMatch(/\?$/);
      expect(a).toMatch(/[.”]$/);
      // A long answer is not read beside the work.
      expect(a.length).toBeLessThanOrEqual(300);
    }
  });

  it('leads to other screens that there are', () => {
    expect(guide.related).not.toContain(path);
    expect(guide.related.filter((other) => !(other in screens) || other.includes(':'))).toEqual([]);
    expect(openAddress(screens, path) in screens).toBe(true);
    expect(openAddress(screens, path)).not.toContain(':');
  });
});

test('no question is asked twice', () => {
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
])('at %s the guide is that of %s', (place, path) => {
  expect(guideAt(screens, place)).toBe(path);
});
