import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix, relative } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';

/** A file of the tree: its path from the root, with forward slashes; the text of code alone. */
export interface SourceFile {
  path: string;
  text: string;
}

/**
 * `type`: gone when it runs (`import type`, `import('…').T`). `address`: `new URL('./x.ts', import.meta.url)`, for
 * workers and forked children. An `import { type T }` counts as `static`: its import statement stays.
 */
export type ImportKind = 'static' | 'dynamic' | 'type' | 'address';

export interface Import {
  from: string;
  line: number;
  kind: ImportKind;
  /** A path from the root (a folder, with its slash, when only its beginning is known); else the package's name. */
  to: string;
  target: 'file' | 'package' | 'node' | 'unresolved' | 'computed';
}

export interface House {
  files: readonly SourceFile[];
  imports: readonly Import[];
  /** Files that say nothing of their own. */
  barrels: readonly string[];
}

const CODE = /\.(ts|tsx|js|mjs)$/;
const ROOMS = ['access-control', 'benches', 'locales', 'resources', 'src', 'tests'];

/** Reads every file of the rooms below `root`, but what starts with a dot. */
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
  /** Undefined when it is computed; ends with `*` when only its beginning is known. */
  specifier: string | undefined;
}

/** What is known of an argument before it runs: all of it, its beginning, or nothing. */
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
    // Of `../../locales/pt-BR/${name}.json` the folder is known.
    if (specifier.endsWith('*')) return { to: path.replace(/[^/]*$/, ''), target: 'file' };
    const file = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((candidate) => paths.has(candidate));
    return file ? { to: file, target: 'file' } : { to: path, target: 'unresolved' };
  }
  // `buffer` is a package too, which stands in for Node's in the browser.
  if (isBuiltin(specifier) && specifier !== 'buffer') return { to: specifier, target: 'node' };
  const [scope = '', name = ''] = specifier.split('/');
  return { to: scope.startsWith('@') ? `${scope}/${name}` : scope, target: 'package' };
}

/** Parses every code file and says what it imports. Throws on a file that does not parse. */
export function readImports(files: readonly SourceFile[]): House {
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

/** The groups of files that import each other in a circle when they run; types and addresses make none. */
export function cyclesOf({ imports }: House): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to, kind, target } of imports) {
    // What is fetched later is not needed to load the file: a page may fetch ahead what leads to it.
    if (target !== 'file' || kind !== 'static') continue;
    next.set(from, [...(next.get(from) ?? []), to]);
  }
  const cycles: string[][] = [];
  const state = new Map<string, 'open' | 'done'>();
  const trail: string[] = [];
  const visit = (file: string) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      const cycle = trail.slice(trail.indexOf(file));
      // Told from its first file by name, wherever the walk came upon it.
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
