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

test('declares each type name of the server once', () => {
  const files = new Map<string, string[]>();
  for (const path of globSync('src/server/**/*.ts', { cwd: root }))
    for (const name of typesIn(path)) files.set(name, [...(files.get(name) ?? []), path]);
  expect(files.size).toBeGreaterThan(300);
  expect([...files].filter(([, paths]) => paths.length > 1)).toEqual([]);
});
