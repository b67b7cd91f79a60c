import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from '../embedded/directory-lock.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../embedded/private-files.ts';
import { StartupError } from '../startup-error.ts';

const FOLDER = 'backup';

interface WorkFolder {
  snapshot: string;
  /** So that the next backup removes it if this one is killed. */
  notePart(part: string): void;
  close(): void;
}

function lock(folder: string) {
  try {
    return lockDirectory(folder);
  } catch (error) {
    if (!(error instanceof StartupError) || error.code !== 'data_dir_taken') throw error;
    throw new StartupError('backup_running', 'Já há uma cópia de segurança em andamento. Espere ela terminar.', 75);
  }
}

function readNote(note: string): string | null {
  try {
    return readFileSync(note, 'utf8');
  } catch {
    return null;
  }
}

/**
 * For one backup at a time; removes what a killed one left. On the data's own disk, where a copy takes no longer than
 * the data allows; the target may be on a slow one. Throws `StartupError` `backup_running`.
 */
export function openWorkFolder(dataDir: string): WorkFolder {
  const folder = join(dataDir, FOLDER);
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const held = lock(folder);
  const [snapshot, note] = [join(folder, 'snapshot'), join(folder, 'part')];
  const clear = () => {
    rmSync(snapshot, { recursive: true, force: true });
    const part = readNote(note);
    if (part) rmSync(part, { force: true });
    rmSync(note, { force: true });
  };
  clear();
  return {
    snapshot,
    notePart: (part) => writeFileSync(note, part, { mode: PRIVATE_FILE, flush: true }),
    close() {
      clear();
      held.release();
    },
  };
}
