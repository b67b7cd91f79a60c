import type { Block } from '../../blocks.ts';
import { openPdf } from '../open-pdf.ts';
import type { PageLines } from '../pdf-margins.ts';
import { picturesOf } from './pdf-pictures.ts';
import type { PictureReader } from './picture-reader.ts';

/** With fewer, a page is a scan, or says nothing without its picture. */
const SCAN_LETTERS_MAX = 200;
const EMPTY_LETTERS_MAX = 20;
/** A page in 600 dpi. */
const PIXELS_MAX = 36_000_000;
/** Pages with text of which the pictures are looked at. */
const WRITTEN_PAGES_MAX = 100;

const lettersOf = ({ lines, sides }: PageLines) =>
  [...lines, ...sides].reduce((sum, { text }) => sum + (text.match(/\p{L}/gu)?.length ?? 0), 0);

/** First pages without text, then pictures beside text, as far as the bounds reach. */
export async function readPdfPictures(
  bytes: Buffer,
  pages: readonly PageLines[],
  reader: PictureReader,
): Promise<{ blocks: Block[]; unreadPages: number[] }> {
  const found: { blocks: Block[]; unreadPages: number[] } = { blocks: [], unreadPages: [] };
  // The dictionary of a picture is never compressed.
  if (!bytes.includes('/Image')) return found;
  const all = pages.map((page) => ({ number: page.number, letters: lettersOf(page) }));
  const [scans, written] = [true, false].map((isScan) =>
    all.filter(({ letters }) => letters < SCAN_LETTERS_MAX === isScan),
  );
  const pdf = await openPdf(bytes, PIXELS_MAX);
  reader.begin();
  for (const { number, letters } of [...scans!, ...written!.slice(0, WRITTEN_PAGES_MAX)]) {
    const isScan = letters < SCAN_LETTERS_MAX;
    if (!reader.hasRoom && !isScan) break;
    const isRead = reader.hasRoom ? await readPage(number, isScan) : false;
    if (!isRead && letters < EMPTY_LETTERS_MAX) found.unreadPages.push(number);
  }
  return found;

  /** Whether all pictures of the page were read. */
  async function readPage(number: number, isScan: boolean): Promise<boolean> {
    const page = await pdf.getPage(number);
    let isRead = true;
    try {
      for await (const picture of picturesOf(page, isScan)) {
        const blocks = reader.hasRoom ? await reader.read(picture, number) : null;
        if (blocks) found.blocks.push(...blocks);
        else isRead = false;
      }
      return isRead;
    } catch {
      // A picture that cannot be decoded costs its page, not the file.
      return false;
    } finally {
      page.cleanup();
    }
  }
}
