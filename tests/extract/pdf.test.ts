import { describe, expect, it } from 'vitest';
import { CATALOG_PAGES, drawSheet, sheetOf } from '../fixtures/catalog.ts';
import { docxOf, pdfOfPage, pdfOfPages, stream } from '../fixtures/crafted-files.ts';
import { fixture } from '../fixtures/fixture.ts';
import { newsletter } from '../fixtures/manual.ts';
import { readFile } from '../support/read-file.ts';

const plain = (text: string) => text.replaceAll('\u00ad', '');

describe('a catalogue of 120 pages', () => {
  it('is read completely, with each text on its own page and without headers and page numbers', async () => {
    const began = performance.now();
    const { blocks } = await readFile(fixture('catalog.pdf'));
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
    const { blocks } = await readFile(fixture('two-columns.pdf'));
    const pieces = newsletter.flatMap((piece) => ('columns' in piece ? piece.columns : [piece]));
    const drawn = pieces.map((piece) => plain('h' in piece ? piece.text : 'p' in piece ? piece.p : ''));
    expect(blocks.map((block) => block.text)).toEqual(drawn);
  });
});

describe('limits', () => {
  it('rejects a pdf of more than 2,000 pages', async () => {
    const bytes = pdfOfPages(2_001, (page) => `Pagina numero ${page}`);
    await expect(readFile({ name: 'a.pdf', bytes })).rejects.toMatchObject({ reason: 'too_complex' });
  });

  it('rejects a docx that unpacks to more than 5 MB of text', async () => {
    const bytes = docxOf(`<w:p><w:r><w:t>${'O empório abre cedo. '.repeat(30_000)}</w:t></w:r></w:p>`.repeat(9));
    await expect(readFile({ name: 'a.docx', bytes })).rejects.toMatchObject({ reason: 'too_complex' });
  });

  it('keeps a body line that repeats on only some of the pages', async () => {
    const bytes = pdfOfPages(4, (page) => (page % 2 ? 'Entrega gratuita acima de 250 reais' : `Codigo ${page * 31}`));
    const { blocks } = await readFile({ name: 'a.pdf', bytes });
    expect(blocks.map((block) => block.page)).toEqual([1, 2, 3, 4]);
  });
});

describe('what is drawn in other ways than plain text', () => {
  const textsOf = async (bytes: Buffer) => (await readFile({ name: 'a.pdf', bytes })).blocks.map(({ text }) => text);
  const at = (x: number, y: number, text: string, size = 12) => `BT /F ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`;

  it('lists with check marks and crosses', async () => {
    const map = '1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfchar <41> <2713> <42> <2717> endbfchar';
    const mark = (y: number, glyph: string) => `BT /G 12 Tf 60 ${y} Td (${glyph}) Tj ET\n`;
    const bytes = pdfOfPage({
      content:
        mark(700, 'A') +
        at(80, 700, 'Guia credenciado') +
        mark(684, 'A') +
        at(80, 684, 'Ingressos') +
        mark(668, 'B') +
        at(80, 668, 'Bebidas'),
      objects: ['<< /Type /Font /Subtype /Type1 /BaseFont /Courier /ToUnicode 7 0 R >>', stream('', map)],
    });
    expect(await textsOf(bytes)).toEqual(['- Guia credenciado\n- Ingressos\n- ✗ Bebidas']);
  });

  it('the last line of a paragraph above two columns', async () => {
    const rows = ['Transporte desde a capital', 'Quatro noites na pousada', 'Guia durante o percurso'];
    const content = [
      at(60, 700, 'Manha livre para compras no centro historico, com saida em van as onze horas e chegada prevista a'),
      at(60, 685, 'Salvador no fim do dia.'),
      ...rows.map((text, row) => at(60, 640 - row * 15, `${text}.`)),
      ...rows.map((text, row) => at(320, 640 - row * 15, `Sem: ${text}.`)),
    ];
    expect((await textsOf(pdfOfPage({ content: content.join('') })))[0]).toMatch(
      /prevista a Salvador no fim do dia\.$/,
    );
  });

  it('a hyphen that is mapped to a soft one, inside a line and at its end', async () => {
    const map =
      'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <2d> <00ad> endbfchar endcmap';
    const content =
      at(60, 700, 'De segunda-feira a sexta, no 3222-4411 e no CEP 30140-071, apro-') +
      at(60, 686, 'veite as nossas ofertas.');
    const bytes = pdfOfPage({ content, font: '/ToUnicode 6 0 R', objects: [stream('', map)] });
    expect(await textsOf(bytes)).toEqual([
      'De segunda-feira a sexta, no 3222-4411 e no CEP 30140-071, aproveite as nossas ofertas.',
    ]);
  });

  it.each([',90', '90'])('raised cents: %s', async (cents) => {
    const content =
      at(60, 700, 'Picanha') +
      at(300, 700, 'R$ 79', 24) +
      at(366, 711, cents) +
      at(60, 650, 'Frango') +
      at(300, 650, 'R$ 11', 24) +
      at(366, 661, cents);
    const texts = await textsOf(pdfOfPage({ content }));
    expect(texts.join('\n')).toMatch(/Picanha \D*R\$ 79,90\D*Frango \D*R\$ 11,90$/s);
  });

  it('bold letters that are printed twice, one by one or in whole', async () => {
    const widths = { E: 8, n: 6.7, t: 3.3, r: 4, e: 6.7, g: 6.7, a: 6.7 };
    let x = 60;
    let letters = '';
    for (const letter of 'Entrega' as Iterable<keyof typeof widths>) {
      letters += at(x, 700, letter) + at(x + 0.4, 700, letter);
      x += widths[letter];
    }
    expect(await textsOf(pdfOfPage({ content: letters }))).toEqual(['Entrega']);
    const whole = at(60, 700, 'Entrega gratuita', 24) + at(61.5, 701, 'Entrega gratuita', 24);
    expect(await textsOf(pdfOfPage({ content: whole }))).toEqual(['Entrega gratuita']);
  });

  it('spaced capitals', async () => {
    const content = `3 Tc ${at(60, 700, 'TABELA DE VALORES')} 0 Tc ${at(60, 660, 'Letras A B C na etiqueta da caixa de ferramentas.')}`;
    expect(await textsOf(pdfOfPage({ content }))).toEqual([
      'TABELA DE VALORES',
      'Letras A B C na etiqueta da caixa de ferramentas.',
    ]);
  });

  it('filled form fields and notes on the page, but no hidden ones', async () => {
    const field = (more: string, rect: string, flags = 4) =>
      `<< /Type /Annot /Subtype /Widget /F ${flags} /Rect [${rect}] /DA (/F 11 Tf 0 g) ${more} >>`;
    const objects = [
      field('/FT /Tx /T (preco) /V (R$ 85,00)', '260 695 400 715'),
      field('/FT /Ch /Ff 131072 /T (dia) /Opt [[(1) (Segunda)] [(2) (Quarta)]] /V (2)', '260 645 400 665'),
      field('/FT /Tx /T (oculto) /V (desconto de 50%)', '260 595 400 615', 2),
      '<< /Type /Annot /Subtype /FreeText /F 4 /Rect [60 540 400 560] /Contents (Domingo fechado.) /DA (/F 11 Tf 0 g) >>',
      '<< /Type /Annot /Subtype /Text /F 4 /Rect [60 500 80 520] /Contents (Revisar antes de publicar) >>',
    ];
    const bytes = pdfOfPage({
      content: at(60, 700, 'Corte feminino:') + at(60, 650, 'Dia da massagem:') + at(60, 600, 'Outro:'),
      page: '/Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R]',
      catalog: '/AcroForm << /Fields [6 0 R 7 0 R 8 0 R] >>',
      objects,
    });
    expect(await textsOf(bytes)).toEqual([
      'Corte feminino: R$ 85,00',
      'Dia da massagem: Quarta',
      'Outro:',
      'Domingo fechado.',
    ]);
  });

  it('a page with a comment whose window has no place', async () => {
    const objects = [
      '<< /Type /Annot /Subtype /Highlight /F 4 /Rect [60 695 200 715] /QuadPoints [60 715 200 715 60 695 200 695] /Contents (Conferir) /Popup 7 0 R >>',
      '<< /Type /Annot /Subtype /Popup /Parent 6 0 R >>',
    ];
    const bytes = pdfOfPage({
      content: at(60, 700, 'A consulta custa R$ 180,00.'),
      page: '/Annots [6 0 R 7 0 R]',
      objects,
    });
    expect(await textsOf(bytes)).toEqual(['A consulta custa R$ 180,00.']);
  });

  it('the result of a calculation that a form field only shows', async () => {
    const shown = stream(
      '/Type /XObject /Subtype /Form /BBox [0 0 140 20] /Resources << /Font << /F 5 0 R >> >>',
      '/Tx BMC BT /F 11 Tf 2 5 Td (R$ 1.320,00) Tj ET EMC',
    );
    const field =
      '<< /Type /Annot /Subtype /Widget /F 4 /Rect [260 695 400 715] /FT /Tx /T (total) /DA (/F 11 Tf 0 g) /AP << /N 7 0 R >> >>';
    const bytes = pdfOfPage({
      content: at(60, 700, 'Total da estadia:'),
      page: '/Annots [6 0 R]',
      catalog: '/AcroForm << /Fields [6 0 R] >>',
      objects: [field, shown],
    });
    expect(await textsOf(bytes)).toEqual(['Total da estadia: R$ 1.320,00']);
  });

  it('a text at the side of the page', async () => {
    const side = 'q 0 1 -1 0 560 200 cm BT /F 12 Tf (Reembolso: guarde o recibo) Tj ET Q\n';
    expect(
      await textsOf(pdfOfPage({ content: `${at(60, 700, 'Unimed, Amil e Bradesco atendem aqui.')}${side}` })),
    ).toEqual(['Unimed, Amil e Bradesco atendem aqui.', 'Reembolso: guarde o recibo']);
  });

  it('a font whose letters are small pictures', async () => {
    const glyph = stream(
      '',
      '600 0 0 0 600 700 d1 600 0 0 700 0 0 cm BI /W 8 /H 8 /IM true /BPC 1 ID \xff\x81\x81\x81\x81\x81\x81\xff EI',
    );
    const font =
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 600 700] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 65 /LastChar 67 /Widths [600 600 600] /CharProcs << /A 7 0 R /B 7 0 R /C 7 0 R >> /Encoding << /Type /Encoding /Differences [65 /A /B /C] >> /Resources << >> >>';
    const content = 'BT /G 12 Tf 60 700 Td (ABC) Tj ET';
    expect(await textsOf(pdfOfPage({ content, objects: [font, glyph] }))).toEqual(['ABC']);
  });

  it('no hidden layers, which are listed as left out', async () => {
    const content = `/OC /Shown BDC ${at(60, 700, 'Corte R$ 50,00')} EMC /OC /Hidden BDC ${at(60, 660, 'Custo interno R$ 12,00')} EMC ${at(60, 620, 'Escova R$ 40,00')}`;
    const bytes = pdfOfPage({
      content,
      resources: '/Properties << /Shown 7 0 R /Hidden 8 0 R >>',
      catalog: '/OCProperties << /OCGs [7 0 R 8 0 R] /D << /OFF [8 0 R] /Order [7 0 R 8 0 R] >> >>',
      objects: [
        '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
        '<< /Type /OCG /Name (a) >>',
        '<< /Type /OCG /Name (b) >>',
      ],
    });
    const { blocks, leftOut } = await readFile({ name: 'a.pdf', bytes });
    expect(blocks.map(({ text }) => text)).toEqual(['Corte R$ 50,00', 'Escova R$ 40,00']);
    expect(leftOut).toEqual([{ reason: 'hidden', text: 'Custo interno R$ 12,00' }]);
  });

  it('is read beside many boxes of a font of symbols', async () => {
    const map = '1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <42> <f0a8> endbfchar';
    const bytes = pdfOfPage({
      content: `BT /G 12 Tf 60 700 Td (${'B'.repeat(40)}) Tj ET ${at(60, 660, 'Marque com um X.')}`,
      objects: [
        '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /ToUnicode 7 0 R >>',
        `<< /Length ${map.length} >>\nstream\n${map}\nendstream`,
      ],
    });
    expect((await textsOf(bytes)).at(-1)).toContain('Marque com um X.');
  });

  it('rejects a text whose font does not say which letters it has', async () => {
    const glyphs = [...'Tabela de valores da clinica'].map((letter) =>
      (letter.charCodeAt(0) - 29).toString(16).padStart(4, '0'),
    );
    const objects = [
      '<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Fonte /Encoding /Identity-H /DescendantFonts [7 0 R] >>',
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Fonte /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 >>',
    ];
    const bytes = pdfOfPage({ content: `BT /G 12 Tf 60 700 Td <${glyphs.join('')}> Tj ET`, objects });
    await expect(readFile({ name: 'a.pdf', bytes })).rejects.toMatchObject({ reason: 'illegible' });
    const withLogo = pdfOfPage({
      content: `BT /G 12 Tf 60 700 Td <00240025> Tj ET ${at(60, 660, 'A consulta custa R$ 180,00.')}`,
      objects,
    });
    expect((await textsOf(withLogo)).join(' ')).toContain('A consulta custa R$ 180,00.');
  });
});
