import { fileTypeFromBuffer } from 'file-type';
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { ApiError } from './api-error.ts';
import { t } from './translate.ts';

/** Before decoding: enough for a phone's camera, and a guard against decompression bombs. */
const PIXELS_MAX = 25_000_000;
/** Twice the largest size at which it is shown. */
const SIDE = 160;
const SECONDS = 10;
const TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

// Only allows these four formats of all that libvips can read, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});
sharp.cache(false);

const invalidImage = (field: string) => {
  const error = { field, code: 'invalid_image', message: t('validation.invalid_image') };
  return new ApiError('invalid_input', { errors: [error] });
};

/** Decoding needs much memory. */
const limit = pLimit(1);

/** Square, in pixels of the upright image. */
export interface Box {
  left: number;
  top: number;
  side: number;
}

/** Moves `box` inside the image; without one, the centre. */
async function crop(upright: Sharp, box: Box | undefined, side: number): Promise<Sharp> {
  if (!box) return upright.resize(side, side, { fit: 'cover' });
  const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const cropSide = Math.min(box.side, width, height);
  const left = Math.min(box.left, width - cropSide);
  const top = Math.min(box.top, height - cropSide);
  return sharp(data, { raw: { width, height, channels } })
    .extract({ left, top, width: cropSide, height: cropSide })
    .resize(side, side);
}

/** Re-encodes the first frame of an image, upright and without metadata, after `shape` has changed its size. */
async function reencode(bytes: Buffer, shape: (upright: Sharp) => Sharp | Promise<Sharp>): Promise<Buffer> {
  const upright = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 })
    .timeout({ seconds: SECONDS })
    .autoOrient();
  return (await shape(upright)).webp({ quality: 82 }).toBuffer();
}

/** Re-encodes an image as a WebP that fits into `side` × `side` pixels. Rejects for a file that is no image or damaged. */
export const reencodeInside = (bytes: Buffer, side: number): Promise<Buffer> =>
  limit(() =>
    reencode(bytes, (upright) =>
      upright.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }),
    ),
  );

/**
 * Re-encodes an image as a square WebP of `side` × `side` pixels.
 * Throws `ApiError` `invalid_input` on `field` for a file that is not an image, is damaged or too large.
 */
export async function reencodeSquare(
  field: string,
  bytes: Buffer,
  { side, box }: { side: number; box?: Box },
): Promise<Buffer> {
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (!TYPES.has(type)) throw invalidImage(field);
  return limit(() => reencode(bytes, (upright) => crop(upright, box, side))).catch(() => {
    throw invalidImage(field);
  });
}

/** A data URL. Throws `ApiError` `invalid_input` on `avatar` for a file that is no image, damaged or too large. */
export async function reencodeAvatar(dataUrl: string): Promise<string> {
  const [head = '', body = ''] = dataUrl.split(',', 2);
  const bytes = Buffer.from(body, 'base64');
  // The type is detected from the bytes and must match the declared one.
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (head !== `data:${type};base64`) throw invalidImage('avatar');
  const drawn = await reencodeSquare('avatar', bytes, { side: SIDE });
  return `data:image/webp;base64,${drawn.toString('base64')}`;
}
