import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { docxOf } from '../fixtures/crafted-files.ts';
import { fixture } from '../fixtures/fixture.ts';
import { paragraph } from '../fixtures/letterhead.ts';
import { readFile } from '../support/read-file.ts';

const linesOf = async (name: string, bytes: Buffer) => {
  const { blocks } = await readFile({ name, bytes });
  return blocks.map(({ kind, text }) => `${kind}: ${text}`);
};

describe('a file named .doc is read by what it is', () => {
  it('a docx', async () => {
    const { blocks } = await readFile(fixture('manual.docx', 'manual.doc'));
    expect(blocks).toEqual((await readFile(fixture('manual.docx'))).blocks);
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

  it('that is RTF, without its hidden texts, which are listed', async () => {
    const rtf = String.raw`{\rtf1\ansi A lavagem custa {\v a partir de cinquenta }oitenta reais.\par {\v Margem de 40%.\par}Seca em duas horas.\par}`;
    const { blocks, leftOut } = await readFile({ name: 'lavagem.doc', bytes: Buffer.from(rtf) });
    expect(blocks.map(({ text }) => text)).toEqual(['A lavagem custa oitenta reais.', 'Seca em duas horas.']);
    expect(leftOut).toEqual([
      { reason: 'hidden', text: 'a partir de cinquenta' },
      { reason: 'hidden', text: 'Margem de 40%.' },
    ]);
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
    const whole = (await readFile(fixture('manual.doc'))).blocks.map(({ text }) => text).join('');
    const read = (await readFile({ name: 'a.doc', bytes })).blocks.map(({ text }) => text).join('');
    expect(read.replace(/\s/g, '')).toBe(whole.replace(/\s/g, ''));
  });
});

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const level = (at: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
/** List 1: clauses; 2: the same list, begun anew at 7; 3: bullets; 4: letters and Roman numbers. */
const NUMBERING = `<w:numbering ${W}>
<w:abstractNum w:abstractNumId="10">${level(0, 'decimal', '%1.', '<w:pStyle w:val="Clausula"/>')}${level(1, 'decimal', '%1.%2')}${level(2, 'lowerLetter', '%3)')}</w:abstractNum>
<w:abstractNum w:abstractNumId="11">${level(0, 'bullet', '')}</w:abstractNum>
<w:abstractNum w:abstractNumId="12">${level(0, 'upperRoman', 'Capítulo %1')}${level(1, 'decimal', '%1-%2', '<w:isLgl/>')}</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="10"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="10"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="11"/></w:num>
<w:num w:numId="4"><w:abstractNumId w:val="12"/></w:num></w:numbering>`;
const STYLES = `<w:styles ${W}>
<w:style w:type="paragraph" w:styleId="Clausula"><w:name w:val="Clausula"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Sub"><w:name w:val="Sub"/><w:basedOn w:val="Clausula"/></w:style>
<w:style w:type="character" w:styleId="Interno"><w:name w:val="Interno"/><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`;
const RELATIONS = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="html" Type="aFChunk" Target="parte.html"/><Relationship Id="mht" Type="aFChunk" Target="/word/parte.mht"/></Relationships>`;
const docx = (body: string, extra: Record<string, string> = {}) =>
  docxOf(body, { extra: { 'word/numbering.xml': NUMBERING, 'word/styles.xml': STYLES, ...extra } });
const item = (list: number, at: number, text: string) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const styled = (style: string, text: string) =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
const down = (text: string) => cell(text, '<w:vMerge w:val="restart"/>');
const covered = cell('', '<w:vMerge/>');
const across = (columns: number, text: string) => cell(text, `<w:gridSpan w:val="${columns}"/>`);

describe('a .docx', () => {
  it('keeps the numbers of lists that go on and of clauses', async () => {
    const body = [
      item(1, 0, 'Pagamento'),
      item(1, 1, 'Vence no dia 5.'),
      paragraph('O boleto chega por e-mail.'),
      item(1, 1, 'A multa é de 2%.'),
      item(1, 2, 'com aviso;'),
      item(1, 2, 'sem aviso.'),
      styled('Clausula', 'Rescisão'),
      styled('Sub', 'Vistoria'),
      item(1, 1, 'Na saída.'),
      item(3, 0, 'Chaves'),
      item(0, 0, 'Sem número'),
      item(2, 0, 'Anexo'),
      item(2, 1, 'Planta.'),
      item(4, 0, 'Geral'),
      item(4, 1, 'Prazo.'),
    ].join('');
    expect(await linesOf('a.docx', docx(body))).toEqual([
      'list: 1. Pagamento\n1.1 Vence no dia 5.',
      'paragraph: O boleto chega por e-mail.',
      'list: 1.2 A multa é de 2%.\na) com aviso;\nb) sem aviso.\n2. Rescisão\n3. Vistoria\n3.1 Na saída.\n- Chaves',
      'paragraph: Sem número',
      'list: 7. Anexo\n7.1 Planta.\nCapítulo I Geral\n1-1 Prazo.',
    ]);
  });

  it('repeats merged cells, and joins two rows of a header', async () => {
    const body = `<w:tbl>${row(down('Quarto'), across(2, 'Alta temporada'))}${row(covered, cell('Casal'), cell('Família'))}${row(
      down('Suíte'),
      cell('R$ 520'),
      cell('R$ 690'),
    )}${row(covered, across(2, 'sob consulta'))}${row(across(3, 'Café da manhã incluído'))}</w:tbl>`;
    expect(await linesOf('a.docx', docx(body))).toEqual([
      'table: Quarto | Alta temporada Casal | Alta temporada Família\nSuíte | R$ 520 | R$ 690\nSuíte | sob consulta | sob consulta\nCafé da manhã incluído',
    ]);
  });

  it('writes a column once when nothing but merged cells stands in it', async () => {
    const body = `<w:tbl>${row(across(2, 'Nome'), cell('Cargo'))}${row(across(2, 'Ana'), cell('Gerente'))}</w:tbl>`;
    expect(await linesOf('a.docx', docx(body))).toEqual(['table: Nome | Cargo\nAna | Gerente']);
  });

  it('leaves out hidden text', async () => {
    const body = `<w:p>${run('Desconto de 5%', '<w:vanish w:val="0"/>')}${run(' (até 20% se reclamar)', '<w:vanish/>')}${run(' no Pix.')}${run(' Nota.', '<w:rStyle w:val="Interno"/>')}</w:p>`;
    expect(await linesOf('a.docx', docx(body))).toEqual(['paragraph: Desconto de 5% no Pix.']);
    const { leftOut } = await readFile({ name: 'a.docx', bytes: docx(body) });
    expect(leftOut).toEqual([{ reason: 'hidden', text: '(até 20% se reclamar) Nota.' }]);
  });

  it('reads imported parts in their place', async () => {
    const place = (id: string) =>
      `<w:altChunk xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="${id}"/>`;
    const mime =
      'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="----lado"\n\n------lado\nContent-Type: text/html; charset="utf-8"\nContent-Transfer-Encoding: quoted-printable\n\n<p>A troca =C3=A9 gr=\nátis.</p>\n------lado--\n';
    const bytes = docx(`${place('html')}${paragraph('Fim.')}${place('mht')}`, {
      'word/parte.html': '<!DOCTYPE html><html><body><h2>Devolução</h2><p>O prazo é de 14 dias.</p></body></html>',
      'word/parte.mht': mime,
      'word/_rels/document.xml.rels': RELATIONS,
    });
    expect(await linesOf('a.docx', bytes)).toEqual([
      'heading: Devolução',
      'paragraph: O prazo é de 14 dias.',
      'paragraph: Fim.',
      'paragraph: A troca é grátis.',
    ]);
  });
});
