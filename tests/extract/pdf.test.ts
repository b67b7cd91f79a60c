import { describe, expect, it } from 'vitest';
import { extractFile } from '../../src/reading/extract/extract-file.ts';
import { CATALOG_PAGES, drawSheet, sheetOf } from '../fixtures/catalog.ts';
import { docxOf, pdfOfPages } from '../fixtures/crafted-files.ts';
import { fixture } from '../fixtures/fixture.ts';
import { newsletter } from '../fixtures/manual.ts';

const plain = (text: string) => text.replaceAll('\u00ad', '');

describe('a catalogue of 120 pages', () => {
  it('is read completely, with each text on its own page and without headers and page numbers', async () => {
    const began = performance.now();
    const { blocks } = await extractFile(fixture('catalog.pdf'));
    console.info(`120 pages in ${Math.round(performance.now() - began)} ms`);
    const pages = Map.groupBy(blocks, (block) => block.page!);
    expect(pages.size).toBe(CATALOG_PAGES);
    for (let page = 1; page <= CATALOG_PAGES; page += 1) {
      const drawn = drawSheet(page).map((piece) =>
        'h' in piece
          ? piece.text
          : 'p' in piece
            ? piece.p
            : 'rows' in piece
              ? piece.rows.map((row) => row.join(' | ')).join('\n')
              : '',
      );
      expect(pages.get(page)!.map((block) => block.text)).toEqual(drawn);
      expect(pages.get(page)![0]).toEqual({ kind: 'heading', level: 1, page, text: sheetOf(page).name });
    }
    expect(blocks.some((block) => /catálogo interno|^Página \d/.test(block.text))).toBe(false);
  });
});

describe('a page in two columns', () => {
  it('is read column by column, joining hyphenated words', async () => {
    const { blocks } = await extractFile(fixture('two-columns.pdf'));
    const pieces = newsletter.flatMap((piece) => ('columns' in piece ? piece.columns : [piece]));
    const drawn = pieces.map((piece) => plain('h' in piece ? piece.text : 'p' in piece ? piece.p : ''));
    expect(blocks.map((block) => block.text)).toEqual(drawn);
  });
});

describe('limits', () => {
  it('rejects a pdf of more than 2,000 pages', async () => {
    const bytes = pdfOfPages(2_001, (page) => `Pagina numero ${page}`);
    await expect(extractFile({ name: 'a.pdf', bytes })).rejects.toMatchObject({ reason: 'too_complex' });
  });

  it('rejects a docx that unpacks to more than 5 MB of text', async () => {
    const bytes = docxOf(`<w:p><w:r><w:t>${'O empório abre cedo. '.repeat(30_000)}</w:t></w:r></w:p>`.repeat(9));
    await expect(extractFile({ name: 'a.docx', bytes })).rejects.toMatchObject({ reason: 'too_complex' });
  });

  it('keeps a body line that repeats on only some of the pages', async () => {
    const bytes = pdfOfPages(4, (page) => (page % 2 ? 'Entrega gratuita acima de 250 reais' : `Codigo ${page * 31}`));
    const { blocks } = await extractFile({ name: 'a.pdf', bytes });
    expect(blocks.map((block) => block.page)).toEqual([1, 2, 3, 4]);
  });
});
