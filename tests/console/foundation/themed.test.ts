import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../src/console');
const FROM_ANTD = /^import (?!type\b)[^;]*?from '(?:antd|@ant-design)/m;
const IMPORT = /^(?:import|export)\s+(?!type\b)[^;]*?from '(\.[^']+)'/gm;
const LATER = /(withInputs\(\s*async \(\) =>[\s({]*(?:const [^;=]*= )?(?:await )?)?import\(\s*'(\.[^']+)'/g;

const texts = new Map(globSync('**/*.{ts,tsx}', { cwd: ROOT }).map((file) => [join(ROOT, file), '']));
for (const file of texts.keys()) texts.set(file, readFileSync(file, 'utf8'));
const usesAntd = (file: string) => FROM_ANTD.test(texts.get(file)!) && !file.includes('/theme/');

/** A module and all that comes with it. */
function closureOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !texts.has(file)) return found;
  found.add(file);
  for (const [, path] of texts.get(file)!.matchAll(IMPORT)) closureOf(resolve(dirname(file), path!), found);
  return found;
}
const drawsWithAntd = (file: string) => [...closureOf(file)].some(usesAntd);
const name = (file: string) => relative(ROOT, file);

test('no list waits for antd: neither the frame nor the engine’s list brings it', () => {
  const lists = ['workspace.tsx', 'resource/list-page.tsx', 'pages/content-list/content-list-page.tsx'];
  const brought = lists.flatMap((list) => [...closureOf(join(ROOT, list))].filter(usesAntd).map(name));
  expect(brought).toEqual([]);
});

test('what brings antd on demand brings its theme too', () => {
  const bare: string[] = [];
  for (const [file, text] of texts) {
    // Within what is drawn with antd the theme is there.
    if (drawsWithAntd(file)) continue;
    for (const [, isWrapped, path] of text.matchAll(LATER)) {
      const target = resolve(dirname(file), path!);
      if (!texts.has(target) || !drawsWithAntd(target) || isWrapped) continue;
      const isThemed = [text, texts.get(target)!].some((one) => one.includes('themed('));
      if (!isThemed || file.endsWith('/routes.tsx')) bare.push(`${name(file)}: ${path}`);
    }
  }
  expect(bare).toEqual([]);
});
