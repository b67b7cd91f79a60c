import type { Block, ExtractedDocument } from '../blocks.ts';
import { withBoilerplate } from '../boilerplate-facts.ts';
import { linesLeftOut } from '../left-out.ts';
import { ExtractError } from './extract-error.ts';
import { openPdf, type Pdf } from './open-pdf.ts';
import { blocksOf, bodySizeOf, typographyOf } from './pdf-blocks.ts';
import { linesOf } from './pdf-lines.ts';
import { type PageLines, separateMargins } from './pdf-margins.ts';
import { PageReader } from './pdf-page.ts';
import type { PictureReader } from './pictures/picture-reader.ts';
import { readPdfPictures } from './pictures/read-pdf-pictures.ts';
import { TEXT_MAX, tidy } from './tidy-text.ts';

const PAGES_MAX = 2_000;

export async function parsePdf(bytes: Buffer, pictures: PictureReader): Promise<ExtractedDocument> {
  // Every complete PDF has `startxref` near its end. Without it the file is truncated, and its text would be
  // incomplete.
  if (bytes.lastIndexOf('startxref') === -1) {
    throw new ExtractError('damaged');
  }
  const pdf = await openPdf(bytes);
  if (pdf.numPages > PAGES_MAX) throw new ExtractError('too_complex');
  const { pages, hidden } = await readPages(pdf);
  const { body, margins } = separateMargins(pages, bodySizeOf(pages.flatMap((page) => page.lines)));
  const found = await readPdfPictures(bytes, pages, pictures);
  const written = blocksOf(body, typographyOf(body));
  if (written.length === 0 && found.blocks.length === 0 && found.unreadPages.length > 0)
    throw new ExtractError('illegible_picture');
  const blocks = withBoilerplate(inOrderOfPages(written, found.blocks), margins);
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const { Title: title, Language: language } = info as { Title?: unknown; Language?: unknown };
  return {
    title: typeof title === 'string' ? meaningfulTitle(title) : null,
    ...(typeof language === 'string' && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language) ? { language } : {}),
    blocks,
    leftOut: linesLeftOut(blocks, { hidden, repeated: margins }),
    ...(found.unreadPages.length > 0 && { unreadPages: found.unreadPages }),
  };
}

/** What the pictures of a page say follows its text. */
const inOrderOfPages = (written: readonly Block[], fromPictures: readonly Block[]) =>
  fromPictures.length === 0
    ? [...written]
    : [...written, ...fromPictures].sort((one, other) => (one.page ?? 0) - (other.page ?? 0));

async function readPages(pdf: Pdf): Promise<{ pages: PageLines[]; hidden: string[] }> {
  const reader = new PageReader(pdf);
  const pages: PageLines[] = [];
  const hidden: string[] = [];
  let chars = 0;
  let columns = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await reader.read(number).catch((cause: unknown) => {
      throw new ExtractError('damaged', { cause });
    });
    hidden.push(...page.hidden);
    chars += page.runs.reduce((sum, run) => sum + run.text.length, 0);
    if (chars > TEXT_MAX) throw new ExtractError('too_complex');
    const [lines = [], ...sides] = [page.runs, ...page.sides].map((runs) => {
      const lines = linesOf(runs, number, columns);
      columns = (lines.at(-1)?.column ?? columns) + 1;
      return lines;
    });
    pages.push({ number, height: page.height, lines, sides: sides.flat() });
  }
  if (!reader.legibility.isLegible()) throw new ExtractError('illegible');
  return { pages, hidden };
}

/** Null when it is the name of a file or of the editor. */
function meaningfulTitle(raw: string): string | null {
  const title = tidy(raw);
  const isNoise = /^(microsoft word|untitled|sem título|documento?\d*$)|\.(docx?|pdf|odt|txt|indd|pptx?|xlsx?)$/i.test(
    title,
  );
  return title.length < 3 || isNoise ? null : title.slice(0, 300);
}
