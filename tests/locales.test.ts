import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { resources } from '../resources/index.ts';
import type { Resource } from '../resources/kit/resource.ts';
import { ERROR_STATUS } from '../src/shared/error-codes.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'locales/pt-BR');
const words: Record<string, unknown> = Object.fromEntries(
  globSync('*.json', { cwd: FOLDER }).map((file) => [
    basename(file, '.json'),
    JSON.parse(readFileSync(join(FOLDER, file), 'utf8')),
  ]),
);

const isGroup = (node: unknown): node is Record<string, unknown> => typeof node === 'object' && node !== null;

/** Whether there are words under a key, be it in its plural forms alone. */
function isTranslated(key: string): boolean {
  const names = key.split('.');
  const last = names.pop() ?? '';
  let group: unknown = words;
  for (const name of names) group = isGroup(group) ? group[name] : undefined;
  if (!isGroup(group)) return false;
  const found = group[last] ?? group[`${last}_other`];
  return typeof found === 'string' ? found.trim() !== '' : found !== undefined;
}

/** What the screens of a declaration say; one without a screen of its own has words of the screen that shows it. What is left out here has words of the engine's own (locales/pt-BR/resource.json). */
function impliedBy({ name, path, storage, fields, list, form, actions }: Resource): string[] {
  if (path === '') return [];
  // The engine shows all of a row that it keeps; a capability may keep fields to itself.
  const shown =
    storage === 'derived' ? Object.keys(fields) : [...list.columns, ...(list.filters ?? []), ...(form ?? []).flat()];
  const options = Object.entries(fields).flatMap(([field, { options: values = [] }]) =>
    values.map((value) => `options.${field}.${value}`),
  );
  const paths = [
    ...['title', 'intro', 'one'],
    ...(list.search ? ['search'] : []),
    ...(form && actions.includes('create') ? ['new'] : []),
    ...(form && actions.includes('edit') ? ['edit'] : []),
    ...shown.map((field) => `fields.${field}`),
    ...options,
  ];
  return paths.map((path) => `${name}.${path}`);
}

describe('words', () => {
  it.each(resources.map((resource) => [resource.name, resource] as const))(
    'say all that the declaration of %s implies',
    (_name, resource) => {
      expect(impliedBy(resource).filter((key) => !isTranslated(key))).toEqual([]);
    },
  );

  test('are there for every error', () => {
    const keys = Object.keys(ERROR_STATUS).map((code) => `errors.${code}`);
    expect(keys.filter((key) => !isTranslated(key))).toEqual([]);
  });

  test('are there for every key that the code writes out', () => {
    const files = Object.keys(words).map((name) => name.replaceAll('-', '\\-'));
    const written = new RegExp(`'((?:${files.join('|')})(?:\\.[\\w-]+)+)'`, 'g');
    const keys = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(written)].map(([, key = '']) => ({ file, key })),
    );
    expect(keys.length).toBeGreaterThan(1_000);
    expect(keys.filter(({ key }) => !isTranslated(key))).toEqual([]);
  });
});

test('Refine’s own words are all there', () => {
  const files = ['core', 'antd'].flatMap((name) =>
    globSync(`node_modules/@refinedev/${name}/src/{hooks,components}/**/*.{ts,tsx}`, { cwd: ROOT }),
  );
  const asked = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\btranslate\(\s*"((?:\w+\.)*\w+)"/g)].map(
      ([, key = '']) => key,
    ),
  );
  // Its pages of the sign-in are not used: ours are.
  const wanted = [...new Set(asked)].filter(
    (key) => !/^pages\.(login|register|forgotPassword|updatePassword)\./.test(key),
  );
  expect(wanted).toContain('warnWhenUnsavedChanges');
  expect(wanted.filter((key) => !isTranslated(`refine.${key}`))).toEqual([]);
});
