import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { requireComplete, syncFolder } from '../embedded/check-folder.ts';
import { lockDirectory, prepareDirectory } from '../embedded/directory-lock.ts';
import { PRIVATE_FOLDER } from '../embedded/private-files.ts';
import { fileError, StartupError } from '../startup-error.ts';
import { DATABASE, KEY, MANIFEST, type Manifest, manifestSchema } from './format.ts';
import { extractArchive } from './read-archive.ts';

/** An interrupted restore leaves it behind. */
const PART = 'restore.part';
/** Still empty: the lock's files, an interrupted restore, and a new file system's own folder. */
const HARMLESS = /^(restore\.part|prosa\.(lock(-journal)?|pid)|lost\+found)$/;

function requireEmpty(path: string): void {
  if (!existsSync(path) || readdirSync(path).every((name) => HARMLESS.test(name))) return;
  throw new StartupError(
    'data_dir_not_empty',
    `A pasta de dados ${path} não está vazia e não foi alterada. Restaure em outra pasta, com DATA_DIR, ou mova esta para outro lugar.`,
    73,
  );
}

const notABackup = (file: string, cause: unknown) =>
  Object.assign(
    new StartupError('bad_backup', `O arquivo ${file} não é uma cópia de segurança da Prosa ou está danificado.`, 65),
    { cause },
  );

async function extract(file: string, part: string): Promise<Manifest> {
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { mode: PRIVATE_FOLDER });
  try {
    await extractArchive(file, part);
    requireComplete(join(part, DATABASE));
    return manifestSchema.parse(JSON.parse(readFileSync(join(part, MANIFEST), 'utf8')));
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    // A full disk says nothing about the backup.
    const known = fileError(error);
    throw known instanceof StartupError ? known : notABackup(file, error);
  }
}

/** An interrupted restore can be repeated. Throws `StartupError`; nothing in the directory is overwritten. */
export async function restore(source: string, dataDir: string): Promise<{ createdAt: string; hasKey: boolean }> {
  const file = resolve(source);
  if (!existsSync(file)) throw new StartupError('no_backup', `O arquivo ${file} não existe.`, 66);
  requireEmpty(resolve(dataDir));
  const path = prepareDirectory(dataDir);
  const lock = lockDirectory(path);
  try {
    requireEmpty(path);
    const part = join(path, PART);
    const { createdAt } = await extract(file, part);
    const hasKey = existsSync(join(part, KEY));
    // The database comes last: with it, the directory counts as restored.
    if (hasKey) renameSync(join(part, KEY), join(path, KEY));
    renameSync(join(part, DATABASE), join(path, DATABASE));
    syncFolder(path);
    rmSync(part, { recursive: true, force: true });
    return { createdAt, hasKey };
  } finally {
    lock.release();
  }
}
