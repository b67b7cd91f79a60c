import * as cheerio from 'cheerio/slim';
import { readEntries } from './office-archive.ts';
import { tidy } from './tidy-text.ts';

const MARGINS = /^word\/(?:header|footer)\d*\.xml$/;

/** Returns the lines of the headers and footers of a Word document, which mammoth leaves out. */
export async function marginLines(bytes: Uint8Array): Promise<string[]> {
  const parts = await readEntries(bytes, MARGINS);
  return parts.flatMap(([, xml]) => linesOf(cheerio.load(xml.toString(), { xml: true }))).filter(Boolean);
}

function linesOf($: cheerio.CheerioAPI): string[] {
  // Word writes a text box twice, the second time for programs that do not know the first form.
  $('mc\\:Fallback').remove();
  // Not the tab stops of `w:tabs`.
  $('w\\:r > w\\:tab, w\\:r > w\\:ptab').replaceWith('<w:t> | </w:t>');
  $('w\\:br, w\\:cr').replaceWith('<w:t>\n</w:t>');
  return $('w\\:p')
    .toArray()
    .flatMap((paragraph) => {
      // The paragraphs of a text box are lines of their own.
      const own = $(paragraph)
        .find('w\\:t')
        .filter((_, run) => $(run).closest('w\\:p').is(paragraph));
      return own.text().split('\n').map(tidy);
    });
}
