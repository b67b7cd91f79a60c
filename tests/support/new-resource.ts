import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const FIXTURE = join(ROOT, 'tests/fixtures/glossary-terms');
const LEFT_OUT = ['node_modules', '.git', 'data', 'dist'];

/** A copy of the project with an additional resource. */
export interface Copy {
  folder: string;
  /** The files written by hand, each with the number of lines added. */
  written: Record<string, number>;
  /** Runs a program in the copy and returns its output. */
  run(...args: string[]): string;
  /** Runs test files in the copy. Returns the names of failed tests and the complete output. */
  test(...files: string[]): { failed: string[]; output: string };
}

const linesOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').length : 0);

/**
 * Follows README.md ("Adding a resource") up to the migration, with the files of the fixture. Returns the written files,
 * each with the number of lines added.
 */
function addResource(folder: string, name: string): Record<string, number> {
  const written: Record<string, number> = {};
  const change = (path: string, textOf: (before: string) => string) => {
    const file = join(folder, path);
    const before = linesOf(file);
    writeFileSync(file, textOf(before > 0 ? readFileSync(file, 'utf8') : ''));
    written[path] = linesOf(file) - before;
  };
  const renamed = (file: string) => readFileSync(join(FIXTURE, file), 'utf8').replaceAll('glossary-terms', name);
  change(`resources/${name}.ts`, () => renamed('glossary-terms.ts.txt'));
  change('resources/index.ts', (text) =>
    text
      .replace('import { hyperlinks }', `import { glossaryTerms } from './${name}.ts';\nimport { hyperlinks }`)
      .replace('  hyperlinks,\n', '  hyperlinks,\n  glossaryTerms,\n'),
  );
  for (const file of ['policy.csv', 'cases.csv']) change(`access-control/${file}`, (text) => text + renamed(file));
  change(`locales/pt-BR/${name}.json`, () => renamed('glossary-terms.json'));
  return written;
}

/** Copies the project and adds the fixture's resource under the given name. */
export function copyWithResource(name: string): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-copy-'));
  cpSync(ROOT, folder, { recursive: true, filter: (path) => !LEFT_OUT.some((left) => path === join(ROOT, left)) });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const written = addResource(folder, name);
  return {
    folder,
    written,
    run: (...args) => execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }),
    test(...files) {
      const { PATH, HOME, TMPDIR } = process.env;
      const args = ['node_modules/vitest/vitest.mjs', 'run', ...files];
      const env = { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), NO_COLOR: '1' };
      const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env });
      const output = stdout + stderr;
      return { failed: [...output.matchAll(/^ *FAIL +(.+)$/gm)].map(([, what = '']) => what), output };
    },
  };
}
