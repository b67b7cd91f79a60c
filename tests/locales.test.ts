import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { catalogueOf, readCases } from '../access-control/cases.ts';
import { readPolicyTexts } from '../access-control/policy-files.ts';
import { FLAGS, NO_FLAG, ROLES } from '../access-control/vocabulary.ts';
import { resources } from '../resources/index.ts';
import type { DeclaredAction, Resource } from '../resources/kit/resource.ts';
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

/** Whether there is a text for a key, also if only in its plural forms. */
function isTranslated(key: string): boolean {
  const names = key.split('.');
  const last = names.pop() ?? '';
  let group: unknown = words;
  for (const name of names) group = isGroup(group) ? group[name] : undefined;
  if (!isGroup(group)) return false;
  const found = group[last] ?? group[`${last}_other`];
  return typeof found === 'string' ? found.trim() !== '' : found !== undefined;
}

const impliedByItems = (path: string, items: Resource['fields']): string[] => [
  ...['one', 'new', ...Object.keys(items).map((name) => `fields.${name}`)].map((key) => `${path}.${key}`),
  ...Object.entries(items).flatMap(([name, { options = [] }]) =>
    options.map((value) => `${path}.options.${name}.${value}`),
  ),
];

const ASKED = ['title', 'text'];

function impliedByCall({ name, on, all, input = {}, tone, answer, inForm }: DeclaredAction): string[] {
  const isDangerous = tone === 'danger';
  const ends = [
    ...['', 'Of'],
    ...(all ? ['All', 'AllDone', 'AllNone', 'AllAsk.title', 'AllAsk.text', 'AllAsk.filtered'] : []),
    ...(inForm ? ['Saved'] : []),
    ...(answer === 'file' ? ['File'] : answer && !isDangerous ? [] : ['Done']),
    ...(isDangerous || Object.keys(input).length > 0 ? ASKED.map((end) => `Ask.${end}`) : []),
    ...Object.keys(input).map((field) => `Ask.fields.${field}`),
    ...(on === 'rows'
      ? ['RowsDone', ...(isDangerous || Object.keys(input).length > 0 ? ASKED.map((end) => `RowsAsk.${end}`) : [])]
      : []),
  ];
  return [
    ...ends.map((end) => `actions.${name}${end}`),
    ...(answer === 'shown'
      ? ['title', 'text', 'label', 'copy', 'copied', 'notCopied'].map((end) => `secret.${end}`)
      : []),
  ];
}

/**
 * Returns the keys that the screens of a declaration need. A resource without its own screens uses the texts of the
 * screen that shows it; generic texts are in locales/pt-BR/resource.json.
 */
function impliedBy({
  name,
  path,
  storage,
  fields,
  list,
  form,
  sections = {},
  actions,
  cards,
  rowCalls = [],
  links = [],
}: Resource): string[] {
  if (path === '') return [];
  // The engine shows all fields of rows that it stores; a capability may hide some of its fields.
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
    ...Object.keys(sections).map((section) => `sections.${section}`),
    ...options,
    ...Object.entries(fields).flatMap(([field, { items }]) => (items ? impliedByItems(`items.${field}`, items) : [])),
    ...Object.keys(list.views ?? {}).map((view) => `views.${view}`),
    ...Object.keys(cards ?? {}).map((card) => `cards.${card}`),
    ...rowCalls.flatMap(impliedByCall),
    ...links.flatMap((link) => [`actions.${link.name}`, `actions.${link.name}Of`]),
  ];
  return paths.map((path) => `${name}.${path}`);
}

describe('texts', () => {
  it.each(resources.map((resource) => [resource.name, resource] as const))(
    'cover the declaration of %s',
    (_name, resource) => {
      expect(impliedBy(resource).filter((key) => !isTranslated(key))).toEqual([]);
    },
  );

  test('cover every error code', () => {
    const keys = Object.keys(ERROR_STATUS).map((code) => `errors.${code}`);
    expect(keys.filter((key) => !isTranslated(key))).toEqual([]);
  });

  test('cover every name in the policy', async () => {
    const { cases } = readCases((await readPolicyTexts()).cases);
    const keys = catalogueOf(cases).flatMap(({ resource, actions }) => {
      const [name = '', field] = resource.split('.');
      const calls = resources.find((one) => one.name === name)?.rowCalls ?? [];
      const hasOwnText = (action: string) =>
        calls.some((call) => call.name === action) && isTranslated(`${name}.actions.${action}`);
      const isNamed = isTranslated(`admin-policy.resources.${name}`);
      return [
        ...(isNamed ? [] : [`${name}.title`]),
        ...(field ? [`${name}.fields.${field}`] : []),
        ...actions.filter((action) => !hasOwnText(action)).map((action) => `admin-policy.actions.${action}`),
      ];
    });
    const flags = FLAGS.filter((flag) => flag !== NO_FLAG);
    keys.push(
      ...ROLES.map((role) => `admin-policy.roles.${role}`),
      ...flags.map((flag) => `admin-policy.flags.${flag}`),
    );
    expect(keys.filter((key) => !isTranslated(key))).toEqual([]);
  });

  test('cover every key in the code', () => {
    const files = Object.keys(words).map((name) => name.replaceAll('-', '\\-'));
    const written = new RegExp(`'((?:${files.join('|')})(?:\\.[\\w-]+)+)'`, 'g');
    const keys = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(written)].map(([, key = '']) => ({ file, key })),
    );
    expect(keys.length).toBeGreaterThan(1_000);
    expect(keys.filter(({ key }) => !isTranslated(key))).toEqual([]);
  });
});

test('has a text for every key that Refine uses', () => {
  const files = ['core', 'antd'].flatMap((name) =>
    globSync(`node_modules/@refinedev/${name}/src/{hooks,components}/**/*.{ts,tsx}`, { cwd: ROOT }),
  );
  const keys = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\btranslate\(\s*"((?:\w+\.)*\w+)"/g)].map(
      ([, key = '']) => key,
    ),
  );
  // Refine's auth pages are not used.
  const wanted = [...new Set(keys)].filter(
    (key) => !/^pages\.(login|register|forgotPassword|updatePassword)\./.test(key),
  );
  expect(wanted).toContain('warnWhenUnsavedChanges');
  expect(wanted.filter((key) => !isTranslated(`refine.${key}`))).toEqual([]);
});
