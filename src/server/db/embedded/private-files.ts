import { chmodSync, existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** With everything in it; symbolic links are skipped. */
export function makePrivate(path: string): void {
  if (!existsSync(path)) return;
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  const mode = stats.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE;
  if ((stats.mode & 0o777) !== mode) chmodSync(path, mode);
  if (stats.isDirectory()) for (const name of readdirSync(path)) makePrivate(join(path, name));
}
