import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

const gunzipAsync = promisify(gunzip);
const brotliDecompressAsync = promisify(brotliDecompress);
const inflateAsync = promisify(inflate);
const inflateRawAsync = promisify(inflateRaw);

export const ACCEPTED_ENCODINGS = 'gzip, br, deflate';
/** They can be stacked, but honest servers use one. */
const MAX_ENCODINGS = 2;

function decompress(encoding: string, compressed: Buffer, maxBytes: number): Promise<Buffer> {
  const limit = { maxOutputLength: Math.max(maxBytes, 1) };
  // Many servers truncate the trailer of gzip streams; a sync flush accepts them.
  const lenient = { ...limit, finishFlush: constants.Z_SYNC_FLUSH };
  if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipAsync(compressed, lenient);
  if (encoding === 'br') return brotliDecompressAsync(compressed, limit);
  // `deflate` means a zlib wrapper, but some servers send the raw stream.
  if (encoding === 'deflate')
    return (compressed[0]! & 0x0f) === 8 ? inflateAsync(compressed, lenient) : inflateRawAsync(compressed, lenient);
  throw new OutboundError('unreachable', `unknown content encoding ${encoding}`);
}

/** Not a transfer encoding; anything else stays unchanged. Throws OutboundError `too_large` or `unreachable`. */
export async function unpackGzipFile(file: Buffer, maxBytes: number): Promise<Buffer> {
  return file[0] === 0x1f && file[1] === 0x8b ? decompressAll(['gzip'], file, maxBytes) : file;
}

async function decompressAll(encodings: string[], compressed: Buffer, maxBytes: number): Promise<Buffer> {
  let bytes = compressed;
  try {
    for (const encoding of encodings) if (bytes.length > 0) bytes = await decompress(encoding, bytes, maxBytes);
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    const detail = isTooLarge ? `more than ${maxBytes} bytes after decompression` : 'the body cannot be decompressed';
    throw new OutboundError(isTooLarge ? 'too_large' : 'unreachable', detail, { cause: error });
  }
  return bytes;
}

/** Up to `maxBytes`, against zip bombs. Throws OutboundError `too_large` or `unreachable`. */
export async function decompressBody(
  compressed: Buffer,
  headers: Record<string, string>,
  maxBytes: number,
): Promise<Buffer> {
  const named = headers['content-encoding'];
  if (!named) return compressed;
  const encodings = named
    .toLowerCase()
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding && encoding !== 'identity');
  if (encodings.length > MAX_ENCODINGS) throw new OutboundError('unreachable', 'too many content encodings');
  return decompressAll(encodings.reverse(), compressed, maxBytes);
}
