import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../src/console');
/** Of the pages before the sign-in, which load without the shell's styles, or refined where it belongs to. */
const SHARED = ['mark', 'wordmark', 'avatar-button'];

/** The classes that a style sheet gives a look of their own, wherever they stand; what a width refines is left aside. */
function classesOf(css: string): string[] {
  const bare = css.replace(/\/\*.*?\*\//gs, '').replace(/@[\w-]+[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  const selectors = [...bare.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) => list.split(','));
  return selectors.flatMap((one) => /^\.([a-z][\w-]*)$/.exec(one.trim())?.[1] ?? []);
}

test('a class is drawn in one place: style sheets of screens that were left stay in the page', async () => {
  const places = new Map<string, Set<string>>();
  for await (const file of glob('**/*.css', { cwd: ROOT })) {
    for (const name of classesOf(readFileSync(join(ROOT, file), 'utf8'))) {
      places.set(name, (places.get(name) ?? new Set()).add(file));
    }
  }
  const twice = [...places].filter(([name, files]) => files.size > 1 && !SHARED.includes(name));
  expect(twice.map(([name, files]) => `.${name}: ${[...files].sort().join(', ')}`)).toEqual([]);
});
