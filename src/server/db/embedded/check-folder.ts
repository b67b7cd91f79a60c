import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';

/** Without one of these PostgreSQL does not start, or PGlite takes the folder for an empty one and makes a new database in it. */
const ESSENTIAL = ['PG_VERSION', 'base', 'global/pg_control', 'pg_wal', 'pg_xact'];

export function damaged(folder: string): StartupError {
  return new StartupError(
    'database_damaged',
    `O banco de dados em ${folder} está danificado e não foi aberto nem alterado. Restaure uma cópia de segurança desta pasta ou, para começar do zero, mova-a para outro lugar.`,
    74,
  );
}

/** The note that a database is being made: what lies in the folder meanwhile holds nothing yet. */
const noteOf = (folder: string) => `${folder}.creating`;

function syncFolder(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

const isMissingOrEmpty = (folder: string) => !existsSync(folder) || readdirSync(folder).length === 0;

/** @throws StartupError `database_damaged`: PGlite would make an empty database in place of one whose PG_VERSION is gone. */
function demandWhole(folder: string): void {
  const isWhole = ESSENTIAL.every((name) => existsSync(join(folder, name)));
  if (!isWhole || readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim() === '') throw damaged(folder);
}

/**
 * Looks at the folder of the embedded database before it is opened. Returns whether one is about to be made; then
 * `confirmMade` has to be called before anything is stored in it.
 * @throws StartupError `database_damaged`
 */
export function checkFolder(folder: string): boolean {
  const note = noteOf(folder);
  // A start was interrupted while it made the database. It is moved aside rather than deleted: a mistake here would cost everything.
  if (existsSync(note) && !isMissingOrEmpty(folder)) renameSync(folder, `${folder}.incomplete-${Date.now()}`);
  if (!isMissingOrEmpty(folder)) {
    demandWhole(folder);
    return false;
  }
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  writeFileSync(note, '', { mode: PRIVATE_FILE });
  syncFolder(dirname(folder));
  return true;
}

/** The database is there: from now on its folder is never taken for one that is still being made. */
export function confirmMade(folder: string): void {
  rmSync(noteOf(folder), { force: true });
  syncFolder(dirname(folder));
}
