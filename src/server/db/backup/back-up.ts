import { constants, createWriteStream, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { makePrivate, PRIVATE_FILE, PRIVATE_FOLDER } from '../embedded/private-files.ts';
import { requireDatabase } from '../embedded/require-database.ts';
import { StartupError } from '../startup-error.ts';
import { DATABASE, KEY, MANIFEST, type Manifest } from './format.ts';
import { withoutWrites } from './without-writes.ts';

function requireFree(file: string): void {
  if (!existsSync(file)) return;
  throw new StartupError('file_exists', `O arquivo ${file} já existe e não foi alterado. Escolha outro nome.`, 73);
}

/** Copies within the file system where it can (reflink), so that a running server waits as little as possible. */
async function copyDatabase(path: string, to: string): Promise<void> {
  const mode = constants.COPYFILE_FICLONE;
  await cp(join(path, DATABASE), join(to, DATABASE), { recursive: true, mode });
  if (existsSync(join(path, KEY))) await cp(join(path, KEY), join(to, KEY));
}

/** Adds a folder with everything in it. Empty folders are kept, because PostgreSQL does not start without them. */
function addFolder(zip: ZipFile, folder: string, name: string): void {
  zip.addEmptyDirectory(`${name}/`, { mode: 0o40000 | PRIVATE_FOLDER });
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addFolder(zip, path, `${name}/${entry.name}`);
    else if (entry.isFile()) zip.addFile(path, `${name}/${entry.name}`, { mode: 0o100000 | PRIVATE_FILE });
  }
}

async function writeArchive(snapshot: string, part: string, manifest: Manifest): Promise<void> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), MANIFEST, { mode: 0o100000 | PRIVATE_FILE });
  const key = join(snapshot, KEY);
  if (existsSync(key)) zip.addFile(key, KEY, { mode: 0o100000 | PRIVATE_FILE });
  addFolder(zip, join(snapshot, DATABASE), DATABASE);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(part, { flags: 'wx', mode: PRIVATE_FILE, flush: true }));
}

/**
 * Writes a consistent copy of the embedded database, with its key, to a new file that only this user can read. Works
 * while the server runs, which waits during the copy but not during the compression. Returns whether the key is in
 * it; SECRET_KEY is not.
 * Throws `StartupError`.
 */
export async function backUp(dataDir: string, target: string): Promise<{ hasKey: boolean }> {
  const [path, file] = [resolve(dataDir), resolve(target)];
  requireDatabase(path);
  requireFree(file);
  const part = `${file}.part`;
  const snapshot = mkdtempSync(join(dirname(file), '.prosa-backup-'));
  try {
    const createdAt = new Date().toISOString();
    await withoutWrites(path, () => copyDatabase(path, snapshot));
    makePrivate(snapshot);
    const hasKey = existsSync(join(snapshot, KEY));
    await writeArchive(snapshot, part, { format: 1, createdAt });
    requireFree(file);
    renameSync(part, file);
    return { hasKey };
  } finally {
    rmSync(snapshot, { recursive: true, force: true });
    rmSync(part, { force: true });
  }
}
