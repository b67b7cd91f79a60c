import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';

/** Without one, PostgreSQL does not start, or PGlite creates a new database in the folder. */
const ESSENTIAL = ['PG_VERSION', 'base', 'global/pg_control', 'pg_wal', 'pg_xact'];

export function damaged(folder: string): StartupError {
  return new StartupError(
    'database_damaged',
    `O banco de dados em ${folder} está danificado e não foi aberto nem alterado. Restaure uma cópia de segurança desta pasta ou, para começar do zero, mova-a para outro lugar.`,
    74,
  );
}

/** The database is still being created and holds no data yet. */
const markerOf = (folder: string) => `${folder}.creating`;

export function syncFolder(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

const isMissingOrEmpty = (folder: string) => !existsSync(folder) || readdirSync(folder).length === 0;

/** Throws `StartupError` `database_damaged`: PGlite would create an empty database when PG_VERSION is missing. */
export function requireComplete(folder: string): void {
  const isComplete = ESSENTIAL.every((name) => existsSync(join(folder, name)));
  if (!isComplete || readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim() === '') throw damaged(folder);
}

/** True for a new database: call `confirmCreated` before storing anything. Throws `StartupError` `database_damaged`. */
export function checkFolder(folder: string): boolean {
  const marker = markerOf(folder);
  // A previous start was interrupted while creating the database. The folder is moved aside instead of deleted,
  // because a mistake here would destroy all data.
  if (existsSync(marker) && !isMissingOrEmpty(folder)) renameSync(folder, `${folder}.incomplete-${Date.now()}`);
  if (!isMissingOrEmpty(folder)) {
    requireComplete(folder);
    return false;
  }
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  writeFileSync(marker, '', { mode: PRIVATE_FILE });
  syncFolder(dirname(folder));
  return true;
}

/** So that its folder is never treated as unfinished again. */
export function confirmCreated(folder: string): void {
  rmSync(markerOf(folder), { force: true });
  syncFolder(dirname(folder));
}
