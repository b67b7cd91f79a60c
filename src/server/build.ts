import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const ROOT = join(import.meta.dirname, '../..');
export const DIST = join(ROOT, 'dist');

const SHARED_INPUTS = ['package-lock.json', 'vite.config.ts', 'src/server/build.ts', 'src/shared/**/*.ts'];

interface Program {
  modes: string[];
  inputs: string[];
  /** Inside the build's output, so that a build without compression also removes it. */
  stamp: string;
  finish?: () => Promise<void>;
}
const PROGRAMS: Program[] = [
  {
    modes: ['production'],
    inputs: ['resources/**/*.ts', 'access-control/*', 'locales/**/*.json', 'src/console/**/*', 'src/widget/**/*'],
    stamp: 'console/.inputs',
    finish: compressFiles,
  },
  { modes: ['loader', 'panel', 'message-form'], inputs: ['src/widget/**/*'], stamp: 'widget/.inputs' },
];

/** Paths within the project, so that a copy of a checkout needs no new build. */
function hashInputs(inputs: readonly string[]): string {
  const hash = createHash('sha256');
  const files = globSync([...SHARED_INPUTS, ...inputs], { cwd: ROOT }).sort();
  for (const path of files.filter((file) => statSync(join(ROOT, file)).isFile())) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(ROOT, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

export async function buildIfNeeded(log: (message: string) => void): Promise<boolean> {
  const outdated = PROGRAMS.flatMap(({ inputs, ...program }) => {
    const hash = hashInputs(inputs);
    const stamp = join(DIST, program.stamp);
    return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash ? [] : [{ ...program, stamp, hash }];
  });
  if (outdated.length === 0) return false;
  log('Montando o console e o widget…');
  const { build } = await import('vite');
  for (const { modes, finish, stamp, hash } of outdated) {
    for (const mode of modes) {
      await build({ mode, configFile: join(ROOT, 'vite.config.ts'), root: modeRoot(mode), logLevel: 'warn' });
    }
    await finish?.();
    writeFileSync(stamp, hash);
  }
  return true;
}

const toGzip = promisify(gzip);
const compress = { '.br': promisify(brotliCompress), '.gz': (bytes: Buffer) => toGzip(bytes, { level: 9 }) };
const MIN_COMPRESSED_BYTES = 1_000;

/** At build time, so that requests get the best compression without extra work. */
async function compressFiles(): Promise<void> {
  const folder = join(DIST, 'console');
  const files = globSync('**/*.{js,css,html,svg}', { cwd: folder }).map((file) => join(folder, file));
  await Promise.all(
    files.flatMap((file) =>
      Object.entries(compress).map(async ([ending, work]) => {
        const bytes = await readFile(file);
        if (bytes.length >= MIN_COMPRESSED_BYTES) await writeFile(file + ending, await work(bytes));
      }),
    ),
  );
}

/** The console's root is set by the Vite configuration; the widget is built from the project's root. */
const modeRoot = (mode: string) => (mode === 'production' ? undefined : ROOT);

if (process.argv[1] === import.meta.filename) await buildIfNeeded((message) => console.log(message));
