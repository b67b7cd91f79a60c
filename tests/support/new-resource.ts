import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const FIXTURE = join(ROOT, 'tests/fixtures/suppliers');
/** Those of the fixture, by name. */
const RESOURCES = 'suppliers,supplier-categories';
/** The widget, once built, is the same in the copy. */
const LEFT_OUT = ['node_modules', '.git', 'data', 'dist/console'];

/** A copy of the project with additional resources. */
export interface Copy {
  folder: string;
  /** The files written by hand, each with the number of lines added. */
  written: Record<string, number>;
  /** Runs a program in the copy and returns its output. */
  run(...args: string[]): string;
  /** Runs test files in the copy. Returns the names of failed tests and the complete output. */
  test(...files: string[]): Promise<{ failed: string[]; output: string }>;
}

const linesOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').length : 0);

/**
 * Follows README.md ("Adding a resource") up to the commands, with the files of the fixture. Returns the written files,
 * each with the number of lines added.
 */
function addResources(folder: string): Record<string, number> {
  const written: Record<string, number> = {};
  const change = (path: string, textOf: (before: string) => string) => {
    const file = join(folder, path);
    const before = linesOf(file);
    writeFileSync(file, textOf(before > 0 ? readFileSync(file, 'utf8') : ''));
    written[path] = linesOf(file) - before;
  };
  const fixture = (file: string) => readFileSync(join(FIXTURE, file), 'utf8');
  change('resources/suppliers.ts', () => fixture('suppliers.ts.txt'));
  change('resources/index.ts', (text) =>
    text
      .replace(
        'import { testQuestions }',
        `import { supplierCategories, suppliers } from './suppliers.ts';\nimport { testQuestions }`,
      )
      .replace('  hyperlinks,\n', '  hyperlinks,\n  supplierCategories,\n  suppliers,\n'),
  );
  change('access-control/policy.csv', (text) => text + fixture('policy.csv'));
  for (const file of ['suppliers.json', 'supplier-categories.json'])
    change(`locales/pt-BR/${file}`, () => fixture(file));
  return written;
}

/** Copies the project and adds the fixture's resources. */
export function copyWithResources(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-copy-'));
  cpSync(ROOT, folder, { recursive: true, filter: (path) => !LEFT_OUT.some((left) => path === join(ROOT, left)) });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const written = addResources(folder);
  return {
    folder,
    written,
    run: (...args) => execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }),
    async test(...files) {
      const { PATH, HOME, TMPDIR } = process.env;
      const args = ['node_modules/vitest/vitest.mjs', 'run', ...files];
      const env = {
        PATH,
        HOME,
        ...(TMPDIR ? { TMPDIR } : {}),
        NO_COLOR: '1',
        VITEST_MAX_WORKERS: '2',
        TEST_RESOURCES: RESOURCES,
      };
      const output = await new Promise<string>((resolve) => {
        execFile(process.execPath, args, { cwd: folder, env, maxBuffer: 64 * 1_024 ** 2 }, (_, stdout, stderr) =>
          resolve(stdout + stderr),
        );
      });
      return { failed: [...output.matchAll(/^ *FAIL +(.+)$/gm)].map(([, what = '']) => what), output };
    },
  };
}
