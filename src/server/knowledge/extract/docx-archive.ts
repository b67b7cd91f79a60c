import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { ExtractError } from './extract-error.ts';

const ENTRIES_MAX = 10_000;
const UNPACKED_MAX = 100 * 1024 * 1024;
/** Unpacked bytes for each packed one. Real documents stay below 40; a bomb has hundreds. */
const RATIO_MAX = 100;
/** Below this many bytes unpacked a ratio means nothing. */
const RATIO_FROM = 4 * 1024 * 1024;

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
// The types of yauzl are a version behind: they lack its promises.
const { fromBufferPromise } = yauzl as unknown as { fromBufferPromise(buffer: Buffer): Promise<Archive> };

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Whether the zip's table of contents is that of a Word document; null if the table cannot be read. */
export async function holdsWordDocument(bytes: Uint8Array): Promise<boolean | null> {
  try {
    const archive = await fromBufferPromise(asBuffer(bytes));
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

/**
 * Unpacks everything once, keeping nothing, before a parser that has no limits of its own does.
 * @throws ExtractError `too_complex` for a bomb, `encrypted`, or `damaged` (a broken zip, or XML that declares entities)
 */
export async function checkArchive(bytes: Uint8Array): Promise<void> {
  try {
    const archive = await fromBufferPromise(asBuffer(bytes));
    if (archive.entryCount > ENTRIES_MAX) throw new ExtractError('too_complex');
    let total = 0;
    for await (const entry of archive.eachEntry()) {
      if (entry.isEncrypted()) throw new ExtractError('encrypted');
      total += entry.uncompressedSize;
      const isBomb = total > UNPACKED_MAX || (total > RATIO_FROM && total > bytes.length * RATIO_MAX);
      if (isBomb) throw new ExtractError('too_complex');
      if (!entry.fileName.endsWith('/')) await checkEntry(await archive.openReadStreamPromise(entry), entry);
    }
  } catch (cause) {
    throw cause instanceof ExtractError ? cause : new ExtractError('damaged', { cause });
  }
}

/** yauzl stops an entry that unpacks to more than it declares. Office never writes a document type. */
async function checkEntry(stream: Readable, entry: Entry): Promise<void> {
  const isXml = /\.(xml|rels)$/i.test(entry.fileName);
  let tail = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (!isXml) continue;
    // Without its NULs, UTF-16 reads like ASCII.
    const text = tail + chunk.toString('latin1').replaceAll('\0', '');
    if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new ExtractError('damaged');
    tail = text.slice(-16);
  }
}
