import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { pdfOfPage } from '../fixtures/crafted-files.ts';
import { readFile } from '../support/read-file.ts';

type Drawn = readonly [x: number, y: number, text: string, font?: 'F' | 'G', size?: number];
const BOLD = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>';

/** In the order in which they are drawn; `G` is the bold font. */
async function read(...drawn: readonly Drawn[]): Promise<string[]> {
  const octal = (text: string) =>
    [...text].map((char) => (/[ -~]/.test(char) ? char : `\\${char.charCodeAt(0).toString(8)}`)).join('');
  const content = drawn.map(
    ([x, y, text, font = 'F', size = 12]) => `BT /${font} ${size} Tf ${x} ${y} Td (${octal(text)}) Tj ET\n`,
  );
  const bytes = pdfOfPage({ content: content.join(''), objects: [BOLD] });
  const { blocks } = await readFile({ name: 'a.pdf', bytes });
  return blocks.map(({ kind, text }) => `${kind}: ${text}`);
}

it('names no column above the first', async () => {
  expect(
    await read(
      [160, 700, 'Broto', 'G'],
      [220, 700, 'Grande', 'G'],
      [60, 680, 'Mussarela'],
      [160, 680, '34'],
      [220, 680, '62'],
      [60, 660, 'Calabresa'],
      [160, 660, '36'],
      [220, 660, '66'],
    ),
  ).toEqual(['table:  | Broto | Grande\nMussarela | 34 | 62\nCalabresa | 36 | 66']);
});

it('has names of groups above those of the columns', async () => {
  expect(
    await read(
      [60, 700, 'Lavagem', 'G'],
      [250, 700, 'Valor', 'G'],
      [420, 700, 'Tempo', 'G'],
      [180, 684, 'Hatch', 'G'],
      [250, 684, 'Sedan', 'G'],
      [320, 684, 'Picape', 'G'],
      [60, 668, 'Simples'],
      [180, 668, '50,00'],
      [250, 668, '60,00'],
      [320, 668, '75,00'],
      [420, 668, '1 h'],
    ),
  ).toEqual([
    'table: Lavagem | Valor Hatch | Valor Sedan | Valor Picape | Tempo\nSimples | 50,00 | 60,00 | 75,00 | 1 h',
  ]);
});

it.each([
  ['end', 672],
  ['middle', 679],
  ['beginning', 686],
])('keeps a wrapped cell whole beside cells at its %s', async (_, y) => {
  expect(
    await read(
      [60, 720, 'Plano'],
      [140, 720, 'Inclui'],
      [320, 720, 'Mensal'],
      [60, 704, 'Prata'],
      [140, 704, 'Lavagem simples'],
      [320, 704, 'R$ 159,00'],
      [60, y, 'Ouro'],
      [140, 686, 'Lavagem detalhada e'],
      [140, 672, 'cera a cada 3 meses'],
      [320, y, 'R$ 259,00'],
    ),
  ).toEqual([
    'table: Plano | Inclui | Mensal\nPrata | Lavagem simples | R$ 159,00\nOuro | Lavagem detalhada e cera a cada 3 meses | R$ 259,00',
  ]);
});

it('keeps a wrapped name whole above the middle of the other cells', async () => {
  expect(
    await read(
      [60, 720, 'Exame'],
      [160, 720, 'Jejum'],
      [60, 700, 'Rins e vias'],
      [60, 686, 'urinárias'],
      [160, 693, 'Não'],
      [60, 666, 'Abdome'],
      [160, 666, '8 horas'],
    ),
  ).toEqual(['table: Exame | Jejum\nRins e vias urinárias | Não\nAbdome | 8 horas']);
});

it('has narrow gaps between columns', async () => {
  expect(
    await read(
      [60, 700, 'Exame', 'G'],
      [160, 700, 'Jejum', 'G'],
      [206, 700, 'Bexiga', 'G'],
      [60, 680, 'Pélvica'],
      [160, 680, 'Não'],
      [210, 680, 'Cheia'],
      [60, 660, 'Mama'],
      [160, 660, 'Não'],
      [210, 660, 'Vazia'],
    ),
  ).toEqual(['table: Exame | Jejum | Bexiga\nPélvica | Não | Cheia\nMama | Não | Vazia']);
});

it('repeats a name that stands beside several rows', async () => {
  expect(
    await read(
      [60, 720, 'Dia'],
      [160, 720, 'Hora'],
      [260, 720, 'Aula'],
      [60, 690, 'Segunda'],
      [160, 700, '8h'],
      [260, 700, 'Ioga'],
      [160, 680, '9h'],
      [260, 680, 'Pilates'],
      [60, 660, 'Terça'],
      [160, 660, '8h'],
      [260, 660, 'Dança'],
    ),
  ).toEqual(['table: Dia | Hora | Aula\nSegunda | 8h | Ioga\nSegunda | 9h | Pilates\nTerça | 8h | Dança']);
});

it('has a price beside the middle of several rows in each of them', async () => {
  expect(
    await read(
      [60, 720, 'Turma'],
      [160, 720, 'Dias'],
      [260, 720, 'Mensal'],
      [60, 690, 'Infantil'],
      [160, 700, 'seg. e qua.'],
      [260, 690, 'R$ 210'],
      [160, 680, 'ter. e qui.'],
      [60, 660, 'Adulto'],
      [160, 660, 'sex.'],
      [260, 660, 'R$ 180'],
    ),
  ).toEqual([
    'table: Turma | Dias | Mensal\nInfantil | seg. e qua. | R$ 210\nInfantil | ter. e qui. | R$ 210\nAdulto | sex. | R$ 180',
  ]);
});

it('keeps a wrapped name whole that is drawn after the other cells, by its narrow line', async () => {
  expect(
    await read(
      [60, 720, 'Equipamento'],
      [260, 720, 'Mensal'],
      [60, 700, 'Betoneira'],
      [260, 700, '65,00'],
      [60, 680, 'Andaime tubular'],
      [260, 680, '40,00'],
      [60, 668, '(peça de 1 m)'],
      [60, 648, 'Gerador'],
      [260, 648, '150,00'],
    ),
  ).toEqual([
    'table: Equipamento | Mensal\nBetoneira | 65,00\nAndaime tubular (peça de 1 m) | 40,00\nGerador | 150,00',
  ]);
});

it('goes on at the top of the next page, also with its header', async () => {
  const row = (pdf: PDFKit.PDFDocument, y: number, ...cells: string[]) =>
    cells.forEach((cell, at) => pdf.text(cell, 60 + at * 160, y, { lineBreak: false }));
  for (const header of [[], ['Quarto', 'Diária']]) {
    const pdf = new PDFDocument({ size: 'A4', margin: 0 });
    const bytes = buffer(pdf);
    pdf.fontSize(11);
    row(pdf, 620, 'Quarto', 'Diária');
    row(pdf, 640, 'Duplo', 'R$ 180');
    row(pdf, 660, 'Triplo', 'R$ 210');
    pdf.addPage();
    if (header.length > 0) row(pdf, 130, ...header);
    row(pdf, 150, 'Suíte', 'R$ 290');
    row(pdf, 200, 'O café está incluído.');
    pdf.end();
    const { blocks } = await readFile({ name: 'a.pdf', bytes: await bytes });
    expect(blocks.map(({ text }) => text)).toEqual([
      'Quarto | Diária\nDuplo | R$ 180\nTriplo | R$ 210\nSuíte | R$ 290',
      'O café está incluído.',
    ]);
  }
});

it('does not make a table of the columns above one', async () => {
  expect(
    await read(
      [60, 740, 'Transporte de ida e volta'],
      [60, 726, 'Quatro noites com café'],
      [60, 712, 'Guia o tempo todo'],
      [320, 740, 'Passagem aérea até lá'],
      [320, 726, 'Bebidas e gorjetas'],
      [320, 712, 'Despesas pessoais'],
      [60, 660, 'Quarto'],
      [220, 660, 'Baixa'],
      [380, 660, 'Alta'],
      [60, 644, 'Duplo'],
      [220, 644, 'R$ 180'],
      [380, 644, 'R$ 290'],
      [60, 628, 'Triplo'],
      [220, 628, 'R$ 160'],
      [380, 628, 'R$ 250'],
    ),
  ).toEqual([
    'paragraph: Transporte de ida e volta Quatro noites com café Guia o tempo todo',
    'paragraph: Passagem aérea até lá Bebidas e gorjetas Despesas pessoais',
    'table: Quarto | Baixa | Alta\nDuplo | R$ 180 | R$ 290\nTriplo | R$ 160 | R$ 250',
  ]);
});

it('describes its entries in smaller letters below them, but not in a note', async () => {
  expect(
    await read(
      [60, 720, 'Pão de alho', 'G'],
      [320, 720, 'R$ 18', 'G'],
      [60, 703, 'Caldo verde', 'G'],
      [320, 703, 'R$ 22', 'G'],
      [60, 692, 'com couve', 'F', 10],
      [60, 675, 'Bolinho', 'G'],
      [320, 675, 'R$ 32', 'G'],
      [60, 664, 'de mandioca, recheado com carne', 'F', 10],
    ),
  ).toEqual([
    'table: Pão de alho |  | R$ 18\nCaldo verde | com couve | R$ 22\nBolinho | de mandioca, recheado com carne | R$ 32',
  ]);
  expect(
    await read(
      [60, 720, 'Pudim', 'G'],
      [320, 720, 'R$ 16', 'G'],
      [60, 703, 'Sorvete', 'G'],
      [320, 703, 'R$ 14', 'G'],
      [60, 690, 'Taxa de serviço opcional.', 'F', 10],
    ),
  ).toEqual(['table: Pudim | R$ 16\nSorvete | R$ 14', 'paragraph: Taxa de serviço opcional.']);
});
