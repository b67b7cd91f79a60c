import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FOLDER } from '../embedded/private-files.ts';

/** It may change again without a new time of change. */
const RECENT_MS = 2_000;

export type CopiedFiles = Map<string, string>;

/** Unless it is `known`. Within one file system the data may be shared instead (reflink). */
async function mirrorFile(from: string, to: string, known: CopiedFiles): Promise<void> {
  const { size, mtimeMs } = await stat(from);
  const stamp = `${size} ${mtimeMs}`;
  if (known.get(from) === stamp) return;
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  if (Date.now() - mtimeMs > RECENT_MS) known.set(from, stamp);
}

/** Unchanged `known` files are skipped, so a second call is short. Throws the signal's reason when aborted. */
export async function mirrorFolder(from: string, to: string, known: CopiedFiles, signal: AbortSignal): Promise<void> {
  await mkdir(to, { recursive: true, mode: PRIVATE_FOLDER });
  const entries = await readdir(from, { withFileTypes: true });
  const names = new Set(entries.map(({ name }) => name));
  for (const name of await readdir(to))
    if (!names.has(name)) await rm(join(to, name), { recursive: true, force: true });
  for (const entry of entries) {
    signal.throwIfAborted();
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    try {
      if (entry.isDirectory()) await mirrorFolder(source, target, known, signal);
      else if (entry.isFile()) await mirrorFile(source, target, known);
    } catch (error) {
      // It was deleted meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await rm(target, { recursive: true, force: true });
    }
  }
}
