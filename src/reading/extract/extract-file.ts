import type { FILE_FORMATS } from '../../shared/constants.ts';
import type { ExtractedDocument } from '../blocks.ts';
import { isReadableText } from './decode-text.ts';
import { ExtractError } from './extract-error.ts';
import { holdsWordDocument } from './office-archive.ts';
import { type ParserOptions, runParser } from './run-parser.ts';

type FileFormat = (typeof FILE_FORMATS)[number];

const SIGNATURES = {
  pdf: '%PDF-',
  compound: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  zip: 'PK\x03\x04',
  rtf: '{\\rtf',
} as const;
const HTML_BEGINS_WITHIN = 512;
const HTML = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*|<!--.*?-->\s*)*<(?:!doctype html|html|head|meta|body|table)\b/is;
/** Some programs write a few bytes before the PDF header. */
const PDF_BEGINS_WITHIN = 1_024;

const startsWith = (bytes: Buffer, signature: string) =>
  bytes.subarray(0, signature.length).toString('latin1') === signature;
const hasStream = (bytes: Buffer, name: string) =>
  startsWith(bytes, SIGNATURES.compound) && bytes.includes(name, 0, 'utf16le');

export const isHtml = (bytes: Buffer): boolean => HTML.test(bytes.toString('latin1', 0, HTML_BEGINS_WITHIN));

async function wordFormatOf(bytes: Buffer): Promise<'doc' | 'docx' | 'rtf' | 'html' | null> {
  // Office stores documents with a password in a compound file.
  if (hasStream(bytes, 'EncryptedPackage')) return 'docx';
  if (hasStream(bytes, 'WordDocument') || (startsWith(bytes, SIGNATURES.compound) && isTruncated(bytes))) return 'doc';
  if (startsWith(bytes, SIGNATURES.zip))
    return ((await holdsWordDocument(bytes)) ?? bytes.includes('word/')) ? 'docx' : null;
  if (startsWith(bytes, SIGNATURES.rtf)) return 'rtf';
  return isHtml(bytes) ? 'html' : null;
}

/** Null if the content does not match the extension. For an empty file, only the extension counts. */
export async function formatOf(name: string, bytes: Buffer): Promise<FileFormat | null> {
  const extension = /\.([a-z]+)$/i.exec(name.trim())?.[1]?.toLowerCase();
  const isPdf = bytes.subarray(0, PDF_BEGINS_WITHIN).includes(SIGNATURES.pdf);
  switch (extension) {
    case 'pdf':
      return bytes.length === 0 || isPdf ? 'pdf' : null;
    case 'doc':
      return bytes.length === 0 || (await wordFormatOf(bytes)) !== null ? 'doc' : null;
    case 'docx':
      return bytes.length === 0 || (await wordFormatOf(bytes)) === 'docx' ? 'docx' : null;
    case 'txt': {
      const isOther = isPdf || startsWith(bytes, SIGNATURES.compound) || startsWith(bytes, SIGNATURES.zip);
      return !isOther && isReadableText(bytes) ? 'txt' : null;
    }
    default:
      return null;
  }
}

/** It ends before the directory that its header refers to. */
function isTruncated(file: Buffer): boolean {
  return file.length < 512 || (file.readInt32LE(48) + 1) * 512 >= file.length;
}

/** In a sandboxed process. Throws `ExtractError`; the signal's reason when aborted. */
export async function extractFile(
  file: { name: string; bytes: Buffer },
  options: ParserOptions = {},
): Promise<ExtractedDocument> {
  options.signal?.throwIfAborted();
  if (file.bytes.length === 0) throw new ExtractError('empty');
  const format = await formatOf(file.name, file.bytes);
  if (format === null) throw new ExtractError('wrong_format');
  // A text may be the source of a document.
  const inside = format === 'doc' || format === 'txt' ? await wordFormatOf(file.bytes) : null;
  return runParser({ format: inside ?? format, bytes: file.bytes }, options);
}
