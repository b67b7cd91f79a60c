import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type Options, type ZipFile } from 'yauzl';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../embedded/private-files.ts';
import { DATABASE, KEY, MANIFEST } from './format.ts';

const isExpected = (name: string) => [KEY, MANIFEST].includes(name) || name.startsWith(`${DATABASE}/`);

async function extractFile(stream: Readable, path: string, checksum: number): Promise<void> {
  let sum = 0;
  const checked = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  };
  mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  await pipeline(stream, checked, createWriteStream(path, { flags: 'wx', mode: PRIVATE_FILE, flush: true }));
  if (sum !== checksum) throw new Error(`The checksum of ${path} differs`);
}

/** Synced to disk. yauzl rejects names that lead out. Rejects what is no backup, damaged or incomplete. */
export async function extractArchive(file: string, folder: string): Promise<void> {
  const zip = await promisify<string, Options, ZipFile>(yauzl.open)(file, { lazyEntries: true });
  const open = promisify<Entry, Readable>((entry, done) => zip.openReadStream(entry, done));
  const end = Promise.withResolvers<void>();
  const extract = async (entry: Entry) => {
    const { fileName: name } = entry;
    if (!isExpected(name)) throw new Error(`${name} does not belong to a backup`);
    if (name.endsWith('/')) mkdirSync(join(folder, name), { recursive: true, mode: PRIVATE_FOLDER });
    else await extractFile(await open(entry), join(folder, name), entry.crc32);
    zip.readEntry();
  };
  zip.on('entry', (entry: Entry) => void extract(entry).catch(end.reject));
  zip.on('end', end.resolve).on('error', end.reject);
  zip.readEntry();
  await end.promise.finally(() => zip.close());
}
