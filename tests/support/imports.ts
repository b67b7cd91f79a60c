import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix, relative } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

/** A file of the repository: its path from the root, with forward slashes. `text` is set for code only. */
interface SourceFile {
  path: string;
  text: string;
}

/**
 * `type`: does not exist at run time (`import type`, `import('…').T`). `address`: `new URL('./x.ts', import.meta.url)`,
 * for workers and child processes. An `import { type T }` counts as `static`, because its import statement remains.
 */
export type ImportKind = 'static' | 'dynamic' | 'type' | 'address';

export interface Import {
  from: string;
  line: number;
  kind: ImportKind;
  /**
   * A path from the root (a folder, with a trailing slash, when only the beginning is known), or the name of a package.
   */
  to: string;
  target: 'file' | 'package' | 'node' | 'unresolved' | 'computed';
}

export interface Project {
  files: readonly SourceFile[];
  imports: readonly Import[];
  /** Files that only re-export. */
  barrels: readonly string[];
}

const CODE = /\.(ts|tsx|js|mjs)$/;
const ROOMS = ['access-control', 'benches', 'locales', 'resources', 'src', 'tests'];

/** Reads all files of the top-level folders below `root`, except those that start with a dot. */
export function readTree(root: string): SourceFile[] {
  const filesOf = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith('.') && entry.name !== 'node_modules')
      .flatMap((entry) => (entry.isDirectory() ? filesOf(join(folder, entry.name)) : [join(folder, entry.name)]));
  const present = new Set(readdirSync(root));
  return ROOMS.filter((room) => present.has(room))
    .flatMap((room) => filesOf(join(root, room)))
    .map((file) => ({
      path: relative(root, file).replaceAll('\\', '/'),
      text: CODE.test(file) ? readFileSync(file, 'utf8') : '',
    }));
}

interface Mention {
  start: number;
  kind: ImportKind;
  /** Undefined when it is computed; ends with `*` when only the beginning is known. */
  specifier: string | undefined;
}

/** Returns what is statically known of an argument: all of it, its beginning, or nothing. */
function specifierOf(node: ESTree.Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral') return undefined;
  const beginning = node.quasis[0]?.value.cooked ?? '';
  if (node.quasis.length === 1) return beginning;
  return beginning.includes('/') ? `${beginning}*` : undefined;
}

const isImportMeta = (node: ESTree.Node, property: string) =>
  node.type === 'MemberExpression' &&
  node.object.type === 'MetaProperty' &&
  node.property.type === 'Identifier' &&
  node.property.name === property;

function mentionsIn(program: ESTree.Program): Mention[] {
  const found: Mention[] = [];
  const add = (node: ESTree.Node, kind: ImportKind, specifier: string | undefined) =>
    found.push({ start: node.start, kind, specifier });
  new Visitor({
    ImportDeclaration: (node) => void add(node, node.importKind === 'type' ? 'type' : 'static', node.source.value),
    ExportAllDeclaration: (node) => void add(node, node.exportKind === 'type' ? 'type' : 'static', node.source.value),
    ExportNamedDeclaration(node) {
      if (node.source) add(node, node.exportKind === 'type' ? 'type' : 'static', node.source.value);
    },
    ImportExpression: (node) => void add(node, 'dynamic', specifierOf(node.source)),
    TSImportType: (node) => void add(node, 'type', specifierOf(node.source)),
    NewExpression(node) {
      const [address, base] = node.arguments;
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'URL' || !base) return;
      const specifier = isImportMeta(base, 'url') ? specifierOf(address) : undefined;
      if (specifier && CODE.test(specifier)) add(node, 'address', specifier);
    },
    CallExpression(node) {
      const [first] = node.arguments;
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') add(node, 'static', specifierOf(first));
      if (!isImportMeta(node.callee, 'glob')) return;
      const patterns = first?.type === 'ArrayExpression' ? first.elements : [first];
      for (const pattern of patterns) add(node, 'dynamic', specifierOf(pattern as ESTree.Node)?.replace(/\*.*/, '*'));
    },
  }).visit(program);
  return found;
}

function isBarrel(program: ESTree.Program): boolean {
  const passesOn = (node: ESTree.Node) =>
    node.type === 'ExportAllDeclaration' ||
    (node.type === 'ExportNamedDeclaration' && !node.declaration && node.specifiers.length > 0) ||
    (node.type === 'ExportDefaultDeclaration' && node.declaration.type === 'Identifier');
  const statements: ESTree.Node[] = program.body;
  return statements.some(passesOn) && statements.every((node) => node.type === 'ImportDeclaration' || passesOn(node));
}

function resolve(
  from: string,
  specifier: string | undefined,
  paths: ReadonlySet<string>,
): Pick<Import, 'to' | 'target'> {
  if (specifier === undefined) return { to: '', target: 'computed' };
  if (specifier.startsWith('.')) {
    const path = posix.join(dirname(from), specifier.replace(/[?#].*$/, ''));
    // For `../../locales/pt-BR/${name}.json`, only the folder is known.
    if (specifier.endsWith('*')) return { to: path.replace(/[^/]*$/, ''), target: 'file' };
    const file = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((candidate) => paths.has(candidate));
    return file ? { to: file, target: 'file' } : { to: path, target: 'unresolved' };
  }
  // `buffer` is also a package that replaces Node's module in the browser.
  if (isBuiltin(specifier) && specifier !== 'buffer') return { to: specifier, target: 'node' };
  const [scope = '', name = ''] = specifier.split('/');
  return { to: scope.startsWith('@') ? `${scope}/${name}` : scope, target: 'package' };
}

/** Parses every code file and returns its imports. Throws when a file cannot be parsed. */
export function readImports(files: readonly SourceFile[]): Project {
  const paths = new Set(files.map((file) => file.path));
  const imports: Import[] = [];
  const barrels: string[] = [];
  for (const { path, text } of files.filter((file) => CODE.test(file.path))) {
    const { program, errors } = parseSync(path, text);
    if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
    if (isBarrel(program)) barrels.push(path);
    for (const { start, kind, specifier } of mentionsIn(program)) {
      const line = text.slice(0, start).split('\n').length;
      imports.push({ from: path, line, kind, ...resolve(path, specifier, paths) });
    }
  }
  return { files, imports, barrels };
}

/** Returns the cycles of imports that remain at run time; imports of types only and dynamic imports do not count. */
export function cyclesOf({ imports }: Project): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to, kind, target } of imports) {
    if (target !== 'file' || (kind !== 'static' && kind !== 'dynamic')) continue;
    next.set(from, [...(next.get(from) ?? []), to]);
  }
  const cycles: string[][] = [];
  const state = new Map<string, 'open' | 'done'>();
  const trail: string[] = [];
  const visit = (file: string) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      const cycle = trail.slice(trail.indexOf(file));
      // Starts with the alphabetically first file, so that a cycle is always reported in the same way.
      const first = cycle.indexOf([...cycle].sort()[0] ?? file);
      cycles.push([...cycle.slice(first), ...cycle.slice(0, first + 1)]);
      return;
    }
    state.set(file, 'open');
    trail.push(file);
    for (const imported of next.get(file) ?? []) visit(imported);
    trail.pop();
    state.set(file, 'done');
  };
  for (const file of next.keys()) visit(file);
  return cycles;
}
