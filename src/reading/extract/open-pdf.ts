import { getDocumentProxy } from 'unpdf';
import { ExtractError } from './extract-error.ts';

/** In pixels. Pictures of pages need not be decoded, but fonts whose letters are small pictures vanish without them. */
const IMAGE_MAX = 256 * 256;

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Larger pictures are not decoded. Throws `ExtractError` `encrypted`, `damaged`. */
export async function openPdf(bytes: Buffer, maxImageSize = IMAGE_MAX): Promise<Pdf> {
  try {
    // pdf.js rejects a Buffer.
    return await getDocumentProxy(new Uint8Array(bytes), {
      maxImageSize,
      useSystemFonts: false,
      verbosity: 0,
    });
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new ExtractError(isLocked ? 'encrypted' : 'damaged', { cause: error });
  }
}
