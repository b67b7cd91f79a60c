import { fileTypeFromBuffer } from 'file-type';
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { t } from '../../runtime/translate.ts';
import { ApiError } from '../../runtime/api-error.ts';

/** Points of a picture at most, before it is decoded: what a phone's camera makes, and no bomb. */
const MAX_PIXELS = 25_000_000;
/** Twice the greatest size that it is drawn at. */
const SIDE = 160;
const SECONDS = 10;
const TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

// Of all that libvips can read, these four formats from memory and no other, whatever a file says of itself.
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

const refuse = (field: string) => {
  const error = { field, code: 'invalid_image', message: t('validation.invalid_image') };
  return new ApiError('invalid_input', { errors: [error] });
};

/** A decoded picture takes its memory. */
const limit = pLimit(1);

/** The square of a picture that is taken, in points of the picture as it is seen, upright. */
export interface Box {
  left: number;
  top: number;
  side: number;
}

/** The square `box` of an upright picture, as far as it lies within; without one, the middle. */
async function cut(upright: Sharp, box: Box | undefined, side: number): Promise<Sharp> {
  if (!box) return upright.resize(side, side, { fit: 'cover' });
  const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const taken = Math.min(box.side, width, height);
  const left = Math.min(box.left, width - taken);
  const top = Math.min(box.top, height - taken);
  return sharp(data, { raw: { width, height, channels } })
    .extract({ left, top, width: taken, height: taken })
    .resize(side, side);
}

/** Upright, square, the first picture of several; nothing of what cameras write beside it is kept. */
async function drawAnew(bytes: Buffer, side: number, box?: Box): Promise<Buffer> {
  const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .timeout({ seconds: SECONDS })
    .autoOrient();
  return (await cut(upright, box, side)).webp({ quality: 82 }).toBuffer();
}

/**
 * Makes a small square picture of the bytes of another one, encoded anew as WebP of `side` × `side` points.
 * @throws ApiError `invalid_input` on `field` for what is no picture, is broken or too large.
 */
export async function redrawSquare(
  field: string,
  bytes: Buffer,
  { side, box }: { side: number; box?: Box },
): Promise<Buffer> {
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (!TYPES.has(type)) throw refuse(field);
  return limit(() => drawAnew(bytes, side, box)).catch(() => {
    throw refuse(field);
  });
}

/**
 * Makes a small picture of what a browser sent, encoded anew: a data URL of 160 × 160 points in WebP.
 * @throws ApiError `invalid_input` on `avatar` for what is no picture, is broken or too large.
 */
export async function redrawAvatar(dataUrl: string): Promise<string> {
  const [head = '', body = ''] = dataUrl.split(',', 2);
  const bytes = Buffer.from(body, 'base64');
  // What the bytes are counts, and that the sender said the same of them.
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (head !== `data:${type};base64`) throw refuse('avatar');
  const drawn = await redrawSquare('avatar', bytes, { side: SIDE });
  return `data:image/webp;base64,${drawn.toString('base64')}`;
}
