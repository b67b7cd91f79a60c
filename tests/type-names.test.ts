import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url).pathname;

/** Returns the interfaces, type aliases and classes that a file declares, without those in module declarations. */
function typesIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(root + path, 'utf8'), ts.ScriptTarget.Latest);
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isModuleDeclaration(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) names.push(node.name.text);
    if (ts.isClassDeclaration(node) && node.name) names.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

test.each([
  { of: 'the server', folders: ['server'], least: 300 },
  { of: 'the console, the widget and what they share', folders: ['console', 'shared', 'widget'], least: 200 },
])('declares each type name of $of once', ({ folders, least: min }) => {
  const files = new Map<string, string[]>();
  for (const path of globSync(`src/{${[...folders, 'none'].join()}}/**/*.{ts,tsx}`, { cwd: root }))
    for (const name of typesIn(path)) files.set(name, [...(files.get(name) ?? []), path]);
  expect(files.size).toBeGreaterThan(min);
  // By React's convention, a component's own props may be named `Props` in each file.
  expect([...files].filter(([name, paths]) => paths.length > 1 && name !== 'Props')).toEqual([]);
});
