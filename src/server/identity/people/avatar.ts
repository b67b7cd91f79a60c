import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { say } from '../../locale.ts';
import { Refusal } from '../../refusal.ts';

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

const refuse = () => {
  const error = { field: 'avatar', code: 'invalid_image', message: say('validation.invalid_image') };
  return new Refusal('invalid_input', { errors: [error] });
};

let last: Promise<unknown> = Promise.resolve();
/** One at a time: a decoded picture takes its memory. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work, work);
  last = turn.catch(() => undefined);
  return turn;
}

/** Upright, square around the middle, the first picture of several; nothing of what cameras write beside it is kept. */
const drawAnew = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize(SIDE, SIDE, { fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer();

/**
 * Makes a small picture of what a browser sent, encoded anew: a data URL of 160 × 160 points in WebP.
 * @throws Refusal `invalid_input` on `avatar` for what is no picture, is broken or too large.
 */
export async function redrawAvatar(dataUrl: string): Promise<string> {
  const [head = '', body = ''] = dataUrl.split(',', 2);
  const bytes = Buffer.from(body, 'base64');
  // What the bytes are counts, and that the sender said the same of them.
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (!TYPES.has(type) || head !== `data:${type};base64`) throw refuse();
  const drawn = await inTurn(() => drawAnew(bytes)).catch(() => {
    throw refuse();
  });
  return `data:image/webp;base64,${drawn.toString('base64')}`;
}
