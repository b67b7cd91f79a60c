import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const ROOT = join(import.meta.dirname, '../..');
export const DIST = join(ROOT, 'dist');

/** Sources of the browser programs. */
const INPUTS = [
  'package-lock.json',
  'vite.config.ts',
  'src/server/build.ts',
  'resources/**/*.ts',
  'access-control/*',
  'locales/**/*.json',
  'src/shared/**/*.ts',
  'src/console/**/*',
  'src/widget/**/*',
];
/** Stored inside the build's output, so that a build without compression also removes it. */
const STAMP = join(DIST, 'console/.inputs');

function hashInputs(): string {
  const hash = createHash('sha256');
  const files = globSync(INPUTS, { cwd: ROOT, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    hash.update(path).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

/** Builds console and widget if their sources have changed. Returns whether it did. */
export async function buildIfNeeded(log: (message: string) => void): Promise<boolean> {
  const inputs = hashInputs();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs) return false;
  log('Montando o console e o widget…');
  const { build } = await import('vite');
  for (const mode of ['production', 'loader', 'panel', 'message-form']) {
    await build({ mode, configFile: join(ROOT, 'vite.config.ts'), root: modeRoot(mode), logLevel: 'warn' });
  }
  await compressFiles();
  writeFileSync(STAMP, inputs);
  return true;
}

const compress = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) };
const MIN_COMPRESSED_BYTES = 1_000;

/** Compresses the console's files at build time, so that requests get the best compression without extra work. */
async function compressFiles(): Promise<void> {
  const folder = join(DIST, 'console');
  const files = globSync('**/*.{js,css,html,svg}', { cwd: folder }).map((file) => join(folder, file));
  await Promise.all(
    files.flatMap((file) =>
      Object.entries(compress).map(async ([ending, work]) => {
        const bytes = await readFile(file);
        if (bytes.length >= MIN_COMPRESSED_BYTES) await writeFile(file + ending, await work(bytes, {}));
      }),
    ),
  );
}

/** The console's root is set by the Vite configuration; the widget is built from the project's root. */
const modeRoot = (mode: string) => (mode === 'production' ? undefined : ROOT);

if (process.argv[1] === import.meta.filename) await buildIfNeeded((message) => console.log(message));
