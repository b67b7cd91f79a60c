import type { Block } from '../../blocks.ts';
import type { PictureReader } from './picture-reader.ts';

const PIXELS_MAX = 16_000_000;
const SIDE_MIN = 60;
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

interface Size {
  width: number;
  height: number;
}

function sizeOf(bytes: Buffer): Size | null {
  if (bytes.length > 24 && bytes.subarray(0, PNG.length).equals(PNG))
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== 0xff) return null;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return null;
}

/** Nothing for an icon, a photograph or another format. */
export async function readDocxPicture(
  picture: { readAsBuffer(): Promise<Buffer> },
  reader: PictureReader,
): Promise<Block[]> {
  const bytes = await picture.readAsBuffer();
  const size = sizeOf(bytes);
  const isFit = size && Math.min(size.width, size.height) >= SIDE_MIN && size.width * size.height <= PIXELS_MAX;
  return isFit ? ((await reader.read(bytes)) ?? []) : [];
}
