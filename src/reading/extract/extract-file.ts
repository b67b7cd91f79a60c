import type { FILE_FORMATS } from '../../shared/constants.ts';
import type { ExtractedDocument } from '../blocks.ts';
import { isReadableText } from './decode-text.ts';
import { ExtractError } from './extract-error.ts';
import { holdsWordDocument } from './office-archive.ts';
import { runParser } from './run-parser.ts';

type FileFormat = (typeof FILE_FORMATS)[number];

const SIGNATURES = { pdf: '%PDF-', compound: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', zip: 'PK\x03\x04' } as const;
/** Some programs write a few bytes before the PDF header. */
const PDF_BEGINS_WITHIN = 1_024;

/**
 * Returns the format of a file whose content matches its extension, else null. For an empty file, only the extension
 * counts.
 */
export async function formatOf(name: string, bytes: Buffer): Promise<FileFormat | null> {
  const extension = /\.([a-z]+)$/i.exec(name.trim())?.[1]?.toLowerCase();
  const startsWith = (signature: string) => bytes.subarray(0, signature.length).toString('latin1') === signature;
  const isPdf = bytes.subarray(0, PDF_BEGINS_WITHIN).includes(SIGNATURES.pdf);
  const hasEntry = (entry: string) => startsWith(SIGNATURES.compound) && bytes.includes(entry, 0, 'utf16le');
  switch (extension) {
    case 'pdf':
      return bytes.length === 0 || isPdf ? 'pdf' : null;
    case 'doc':
      return bytes.length === 0 || hasEntry('WordDocument') || (startsWith(SIGNATURES.compound) && isTruncated(bytes))
        ? 'doc'
        : null;
    case 'docx':
      // Office stores password-protected documents in a compound file.
      if (bytes.length === 0 || hasEntry('EncryptedPackage')) return 'docx';
      return startsWith(SIGNATURES.zip) && ((await holdsWordDocument(bytes)) ?? bytes.includes('word/'))
        ? 'docx'
        : null;
    case 'txt': {
      const isOther = isPdf || startsWith(SIGNATURES.compound) || startsWith(SIGNATURES.zip);
      return !isOther && isReadableText(bytes) ? 'txt' : null;
    }
    default:
      return null;
  }
}

/** Whether a compound file is truncated: it ends before the directory that its header refers to. */
function isTruncated(file: Buffer): boolean {
  return file.length < 512 || (file.readInt32LE(48) + 1) * 512 >= file.length;
}

/**
 * Extracts the blocks of a file, in a sandboxed process.
 * Throws `ExtractError` with the reason; the signal's reason when aborted.
 */
export async function extractFile(
  file: { name: string; bytes: Buffer },
  options: { signal?: AbortSignal } = {},
): Promise<ExtractedDocument> {
  options.signal?.throwIfAborted();
  if (file.bytes.length === 0) throw new ExtractError('empty');
  const format = await formatOf(file.name, file.bytes);
  if (format === null) throw new ExtractError('wrong_format');
  return runParser({ format, bytes: file.bytes }, options.signal);
}
