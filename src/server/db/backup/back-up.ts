import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { makePrivate, PRIVATE_FILE, PRIVATE_FOLDER } from '../embedded/private-files.ts';
import { requireDatabase } from '../embedded/require-database.ts';
import { StartupError } from '../startup-error.ts';
import { DATABASE, KEY, MANIFEST, type Manifest } from './format.ts';
import { type CopiedFiles, mirrorFolder } from './mirror-folder.ts';
import { withoutWrites } from './without-writes.ts';
import { openWorkFolder } from './work-folder.ts';

function requireFree(file: string): void {
  if (!existsSync(file)) return;
  throw new StartupError('file_exists', `O arquivo ${file} já existe e não foi alterado. Escolha outro nome.`, 73);
}

/** Copied twice: while the server goes on, then, while it waits, what changed meanwhile. */
async function takeSnapshot(path: string, snapshot: string): Promise<void> {
  const known: CopiedFiles = new Map();
  const mirror = (signal: AbortSignal) => mirrorFolder(join(path, DATABASE), join(snapshot, DATABASE), known, signal);
  await mirror(new AbortController().signal);
  await withoutWrites(path, mirror);
  if (existsSync(join(path, KEY))) await cp(join(path, KEY), join(snapshot, KEY));
  makePrivate(snapshot);
}

/** Empty folders are kept, because PostgreSQL does not start without them. */
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
  zip.on('error', (error) => (zip.outputStream as Readable).destroy(error));
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), MANIFEST, { mode: 0o100000 | PRIVATE_FILE });
  const key = join(snapshot, KEY);
  if (existsSync(key)) zip.addFile(key, KEY, { mode: 0o100000 | PRIVATE_FILE });
  addFolder(zip, join(snapshot, DATABASE), DATABASE);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(part, { flags: 'r+', flush: true }));
}

/** Consistent and private. A running server waits only for what changes meanwhile. Throws `StartupError`. */
export async function backUp(dataDir: string, target: string): Promise<{ hasKey: boolean }> {
  const [path, file] = [resolve(dataDir), resolve(target)];
  requireDatabase(path);
  requireFree(file);
  const work = openWorkFolder(path);
  try {
    const part = `${file}.${randomUUID().slice(0, 8)}.part`;
    work.notePart(part);
    // First, so that a target that cannot be written costs no snapshot.
    writeFileSync(part, '', { flag: 'wx', mode: PRIVATE_FILE });
    const createdAt = new Date().toISOString();
    await takeSnapshot(path, work.snapshot);
    const hasKey = existsSync(join(work.snapshot, KEY));
    await writeArchive(work.snapshot, part, { format: 1, createdAt });
    requireFree(file);
    renameSync(part, file);
    return { hasKey };
  } finally {
    work.close();
  }
}
