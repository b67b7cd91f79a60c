import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { diskFull, StartupError } from '../startup-error.ts';
import { makePrivate, PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/**
 * One at a time: Node's recursive mkdir never returns where the system reports ENOENT for an existing parent (/proc).
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: PRIVATE_FOLDER });
}

/** Absolute path. Throws `StartupError` `data_dir_unusable` unless it is a readable and writable folder. */
export function prepareDirectory(dataDir: string): string {
  const path = resolve(dataDir);
  try {
    makeFolder(path);
    if (!statSync(path).isDirectory()) throw new Error('not a folder');
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    // Access checks always succeed for root, and a read-only file system is only detected by writing.
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

interface DirectoryLock {
  release(): void;
}

/**
 * Two processes on one directory would lose rows silently. A kernel lock, through an SQLite file because Node has no
 * API: free of races, and it ends with the process, even after a crash. The PID file only serves the error message.
 * Throws `StartupError` `data_dir_taken` or `disk_full`.
 */
export function lockDirectory(path: string): DirectoryLock {
  const pidFile = join(path, 'prosa.pid');
  const lockFile = join(path, 'prosa.lock');
  // SQLite creates its other files with the permissions of this one.
  writeFileSync(lockFile, '', { mode: PRIVATE_FILE, flag: 'a' });
  makePrivate(lockFile);
  const lock = new DatabaseSync(lockFile);
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    const { errcode } = error as { errcode?: number };
    if (errcode === SQLITE_FULL) throw diskFull(path);
    if (errcode !== SQLITE_BUSY) throw error;
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
