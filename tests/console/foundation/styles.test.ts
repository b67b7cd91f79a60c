import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../src/console');
/** Styled also by the auth pages, which load without the shell's styles, or refined by their own screen. */
const SHARED = ['mark', 'wordmark', 'avatar-button'];

/** The class names that a style sheet styles by themselves, without combinators and outside media queries. */
function classesOf(css: string): string[] {
  const topLevel = css.replace(/\/\*.*?\*\//gs, '').replace(/@[\w-]+[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  const selectors = [...topLevel.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) => list.split(','));
  return selectors.flatMap((one) => /^\.([a-z][\w-]*)$/.exec(one.trim())?.[1] ?? []);
}

test('styles each class in one file, because style sheets of left screens stay in the page', async () => {
  const filesByName = new Map<string, Set<string>>();
  for await (const file of glob('**/*.css', { cwd: ROOT })) {
    for (const name of classesOf(readFileSync(join(ROOT, file), 'utf8'))) {
      filesByName.set(name, (filesByName.get(name) ?? new Set()).add(file));
    }
  }
  const twice = [...filesByName].filter(([name, files]) => files.size > 1 && !SHARED.includes(name));
  expect(twice.map(([name, files]) => `.${name}: ${[...files].sort().join(', ')}`)).toEqual([]);
});
