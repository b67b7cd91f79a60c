import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../startup-error.ts';
import { makePrivate, PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';

const SQLITE_BUSY = 5;

/** One folder after the other: Node's recursive call never ends where the system answers ENOENT for a parent that exists (/proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: PRIVATE_FOLDER });
}

/** Makes the folder if need be. @throws StartupError when it is no folder that one can read and write. */
export function prepareDirectory(dataDir: string): string {
  const path = resolve(dataDir);
  try {
    makeFolder(path);
    if (!statSync(path).isDirectory()) throw new Error('not a folder');
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    // Root passes every access check; a read-only file system shows itself only to a write.
    const probe = join(path, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch {
    throw new StartupError(
      'data_dir_unusable',
      `A pasta de dados ${path} não pode ser usada: precisa ser uma pasta com permissão de leitura e escrita.`,
      73,
    );
  }
  return path;
}

export interface DirectoryLock {
  release(): void;
}

/**
 * Claims a data directory for this process: two on one would lose rows in silence. The claim is a lock of the kernel
 * (held through an SQLite file, Node having no call of its own for it): of two starts one gets it, whatever the timing,
 * and it ends with its process, however that dies. The PID beside it only names the holder.
 * @throws StartupError `data_dir_taken`.
 */
export function lockDirectory(path: string): DirectoryLock {
  const pidFile = join(path, 'prosa.pid');
  const lockFile = join(path, 'prosa.lock');
  // SQLite makes its files with the permissions of the one that is there.
  writeFileSync(lockFile, '', { mode: PRIVATE_FILE, flag: 'a' });
  makePrivate(lockFile);
  const lock = new DatabaseSync(lockFile);
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new StartupError(
      'data_dir_taken',
      `A pasta de dados ${path} já está em uso pelo processo ${readPid(pidFile)}. Encerre-o ou escolha outra com DATA_DIR.`,
      75,
    );
  }
  writeFileSync(pidFile, String(process.pid), { mode: PRIVATE_FILE });
  return {
    release() {
      rmSync(pidFile, { force: true });
      lock.close();
    },
  };
}

function readPid(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim() || '(desconhecido)';
  } catch {
    return '(desconhecido)';
  }
}
