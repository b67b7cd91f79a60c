import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { ZipFile } from 'yazl';
import { ExtractError } from './extract-error.ts';

const ENTRIES_MAX = 10_000;
const UNPACKED_MAX = 100 * 1024 * 1024;
/** Maximum compression ratio. Real documents stay below 40; zip bombs have hundreds. */
const RATIO_MAX = 100;
/** Unpacked size, in bytes, from which the ratio is checked. */
const RATIO_MIN_BYTES = 4 * 1024 * 1024;

interface Entry {
  fileName: string;
  uncompressedSize: number;
  isEncrypted(): boolean;
}
interface Archive {
  entryCount: number;
  eachEntry(): AsyncIterable<Entry>;
  openReadStreamPromise(entry: Entry): Promise<Readable>;
}
// @types/yauzl is one version behind: it lacks the promise API.
const { fromBufferPromise } = yauzl as unknown as { fromBufferPromise(buffer: Buffer): Promise<Archive> };

/** Without compression. Check the archive first: this has no limits of its own. */
export async function replaceEntries(
  bytes: Buffer,
  contents: ReadonlyMap<string, string>,
  dropped?: RegExp,
): Promise<Buffer> {
  const stored = new ZipFile();
  const archive = await fromBufferPromise(bytes);
  for await (const entry of archive.eachEntry()) {
    const { fileName } = entry;
    if (fileName.endsWith('/') || dropped?.test(fileName)) continue;
    const replaced = contents.get(fileName);
    const unpacked =
      replaced === undefined ? await buffer(await archive.openReadStreamPromise(entry)) : Buffer.from(replaced);
    stored.addBuffer(unpacked, fileName, { compress: false });
  }
  stored.end();
  return buffer(stored.outputStream);
}

/** Check the archive first: this has no limits of its own. */
export async function readEntries(bytes: Buffer, names: RegExp): Promise<[name: string, contents: Buffer][]> {
  const read: [string, Buffer][] = [];
  const archive = await fromBufferPromise(bytes);
  for await (const entry of archive.eachEntry()) {
    if (names.test(entry.fileName))
      read.push([entry.fileName, await buffer(await archive.openReadStreamPromise(entry))]);
  }
  return read.sort(([a], [b]) => a.localeCompare(b));
}

/** By file names; null when its directory cannot be read. */
export async function holdsWordDocument(bytes: Buffer): Promise<boolean | null> {
  try {
    const archive = await fromBufferPromise(bytes);
    const found = { types: false, word: false };
    let entries = 0;
    for await (const { fileName } of archive.eachEntry()) {
      if (fileName === '[Content_Types].xml') found.types = true;
      if (/^word\/[^/]+\.xml$/.test(fileName)) found.word = true;
      entries += 1;
      if ((found.types && found.word) || entries > ENTRIES_MAX) break;
    }
    return found.types && found.word;
  } catch {
    return null;
  }
}

/** The parser has no limits. Throws `ExtractError` `too_complex` (zip bomb), `encrypted`, `damaged`. */
export async function checkArchive(bytes: Buffer): Promise<void> {
  try {
    const archive = await fromBufferPromise(bytes);
    if (archive.entryCount > ENTRIES_MAX) throw new ExtractError('too_complex');
    let total = 0;
    for await (const entry of archive.eachEntry()) {
      if (entry.isEncrypted()) throw new ExtractError('encrypted');
      total += entry.uncompressedSize;
      const isBomb = total > UNPACKED_MAX || (total > RATIO_MIN_BYTES && total > bytes.length * RATIO_MAX);
      if (isBomb) throw new ExtractError('too_complex');
      if (!entry.fileName.endsWith('/')) await checkEntry(await archive.openReadStreamPromise(entry), entry);
    }
  } catch (cause) {
    throw cause instanceof ExtractError ? cause : new ExtractError('damaged', { cause });
  }
}

/** yauzl rejects what unpacks to more than its declared size. Office never writes a document type (entities). */
async function checkEntry(stream: Readable, entry: Entry): Promise<void> {
  const isXml = /\.(xml|rels)$/i.test(entry.fileName);
  let tail = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (!isXml) continue;
    // Removing NULs makes UTF-16 readable as ASCII.
    const text = tail + chunk.toString('latin1').replaceAll('\0', '');
    if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new ExtractError('damaged');
    tail = text.slice(-16);
  }
}
