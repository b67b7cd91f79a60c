import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { extractFile } from '../../src/reading/extract/extract-file.ts';
import { fixture } from '../fixtures/fixture.ts';

const linesOf = async (name: string, bytes: Buffer) => {
  const { blocks } = await extractFile({ name, bytes });
  return blocks.map(({ kind, text }) => `${kind}: ${text}`);
};

describe('a file named .doc is read by what it is', () => {
  it('a docx', async () => {
    const { blocks } = await extractFile(fixture('manual.docx', 'manual.doc'));
    expect(blocks).toEqual((await extractFile(fixture('manual.docx'))).blocks);
  });

  const rtf = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Arial;}}{\info{\title Modelo}}{\*\generator Word;}
{\header Uso interno}\pard\b Pol\'edtica de trocas\b0\par
Trocamos em at\'e9 12 dias, com a nota \u8212?e a etiqueta.\par
{\v Nota interna: desconto de 50%.}
{\listtext\pard 2.1\tab}Traga o \{produto\} na\~caixa.\par
\trowd\pard\intbl Frete\cell Valor\par por pedido\cell\row
\trowd\pard\intbl Capital\cell R$ 12,00\cell\row
\pard Fim do texto: S\u227\'e3o Paulo.{\field{\*\fldinst HYPERLINK "https://x.example"}{\fldrslt Nosso site}}.\par}`;
  const html = `<html xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta charset="windows-1252"><title>Regras</title><style>p{margin:0}</style></head>
<body><h1>Política de trocas</h1><p>Trocamos em até 12 dias.</p><table><tr><th>Frete</th><th>Valor</th></tr><tr><td>Capital</td><td>R$ 12,00</td></tr></table></body></html>`;

  it('RTF, without hidden text, headers and tables of fonts', async () => {
    expect(await linesOf('trocas.doc', Buffer.from(rtf, 'latin1'))).toEqual([
      'heading: Política de trocas',
      'paragraph: Trocamos em até 12 dias, com a nota —e a etiqueta.',
      'paragraph: 2.1 Traga o {produto} na caixa.',
      'table: Frete | Valor por pedido\nCapital | R$ 12,00',
      'paragraph: Fim do texto: São Paulo.Nosso site.',
    ]);
    expect(await linesOf('trocas.txt', Buffer.from(rtf, 'latin1'))).toHaveLength(5);
  });

  it('HTML', async () => {
    expect(await linesOf('trocas.doc', iconv.encode(html, 'windows-1252'))).toEqual([
      'heading: Política de trocas',
      'paragraph: Trocamos em até 12 dias.',
      'table: Frete | Valor\nCapital | R$ 12,00',
    ]);
  });
});

describe('a .doc', () => {
  /** Character counts of its parts, in the header of its main stream. */
  const COUNTS = { text: 0x4c, notes: 0x50, headers: 0x54, textBoxes: 0x64 };

  it.each(['notes', 'textBoxes'] as const)('is read with its %s', async (part) => {
    const bytes = Buffer.from(fixture('manual.doc').bytes);
    const header = bytes.indexOf(Buffer.from('eca5', 'hex'));
    const moved = 60;
    bytes.writeInt32LE(bytes.readInt32LE(header + COUNTS.text) - moved, header + COUNTS.text);
    bytes.writeInt32LE(moved, header + COUNTS[part]);
    const whole = (await extractFile(fixture('manual.doc'))).blocks.map(({ text }) => text).join('');
    const read = (await extractFile({ name: 'a.doc', bytes })).blocks.map(({ text }) => text).join('');
    expect(read.replace(/\s/g, '')).toBe(whole.replace(/\s/g, ''));
  });
});
