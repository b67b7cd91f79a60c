import { beforeAll, describe, expect, it } from 'vitest';
import { excel, zip } from '../support/excel.ts';
import { type Caller, type SharedServer, sharedServer } from '../support/server.ts';

let server: SharedServer;
let owner: Caller;
beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
});

const send = (path: string, bytes: Buffer, name = 'perguntas.xlsx', choice: Record<string, string> = {}) =>
  owner.upload(path, { contextId: owner.contextId, ...choice }, { name, bytes });
const check = (bytes: Buffer) => send('/contents/faqs/check', bytes);
const pairsOf = ({ body }: Awaited<ReturnType<typeof send>>) =>
  body.lines.map(({ question, answer }: Record<string, string>) => [question, answer]);

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const worksheet = (rows: string, rest = '') =>
  `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${rest}</worksheet>`;
const row = (cells: string[], attributes = '') =>
  `<row ${attributes}>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;

/** An Excel file with some sheets, each with its state. */
function workbook(sheets: { name: string; state?: string; xml: string }[], styles = ''): Promise<Buffer> {
  const listed = sheets.map(
    ({ name, state = 'visible' }, at) => `<sheet name="${name}" state="${state}" sheetId="${at}" r:id="r${at}"/>`,
  );
  const links = sheets.map((_, at) => `<Relationship Id="r${at}" Type="${LINKS}/worksheet" Target="/xl/s${at}.xml"/>`);
  return excel([], {
    'xl/workbook.xml': `<x:workbook xmlns:x="${MAIN}" xmlns:r="${LINKS}"><sheets>${listed.join('')}</sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${links.join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`,
    ...Object.fromEntries(sheets.map(({ xml }, at) => [`xl/s${at}.xml`, xml])),
  });
}

/** An Excel file with one cell near and one far away. */
const farCell = (address: string) => {
  const cells = ['A1', address].map((at) => `<row r="${at.replace(/\D/g, '')}"><c r="${at}"><v>1</v></c></row>`);
  return excel([], { 'xl/worksheets/sheet1.xml': worksheet(cells.join('')) });
};

const HEADER = ['Pergunta', 'Resposta', 'Outras formas de perguntar'];

describe('questions from an Excel file', () => {
  it('are read like those of a CSV file, with the same errors in the same lines', async () => {
    const rows = [
      HEADER,
      ['Qual é o prazo?', 'Até 5 dias úteis.\nPara todo o Brasil.', 'Demora? | Chega quando?'],
      [null, null],
      ['Aceitam Pix?', ''],
      ['', 'Sim.'],
      ['QUAL É O PRAZO', 'Outra.'],
      ['x'.repeat(501), 'Longa.'],
      ['Abrem hoje?', 'Sim.', '|'.repeat(3) + '?!'],
      ['Aceitam cartão?', 'Sim.', null, 'sobra'],
    ];
    const quoted = (cell: string | null) => `"${(cell ?? '').replaceAll('"', '""')}"`;
    const csv = rows.map((cells) => cells.map(quoted).join(';')).join('\r\n');
    const [fromExcel, fromCsv] = [
      await check(await excel(rows)),
      await send('/contents/faqs/check', Buffer.from(csv), 'a.csv'),
    ];
    const linesOf = ({ body }: typeof fromExcel) => body.lines.map(({ line: _, ...read }: { line: number }) => read);
    expect(fromExcel.status, fromExcel.text).toBe(200);
    expect(fromExcel.body).toMatchObject({ hasHeading: true });
    expect(fromExcel.body.lines.map(({ line }: { line: number }) => line)).toEqual([2, 4, 5, 6, 7, 8, 9]);
    const withoutLines = (lines: { sameAs: unknown }[]) =>
      lines.map((read) => ({ ...read, sameAs: read.sameAs !== null }));
    expect(withoutLines(linesOf(fromExcel))).toEqual(withoutLines(linesOf(fromCsv)));
  });

  it('are none in a price list, which is refused with what to do instead', async () => {
    const products = [
      ['Queijo canastra', 'Meia cura', 89.9],
      ['Doce de leite', 'Pote de 400 g', 24.5],
    ];
    const faultsOf = async (rows: (string | number)[][], choice = {}) =>
      (await send('/contents/faqs/check', await excel(rows), 'precos.xlsx', choice)).body.lines.map(
        ({ fault }: { fault: { code: string } | null }) => fault?.code,
      );
    const wide = [['Tabela de preços'], ['Produto', 'Descrição', 'Preço'], ...products];
    const narrow = [['Produto', 'Preço'], ...products.map(([name, , price]) => [name!, `R$ ${price}/kg`])];
    expect(await faultsOf(wide)).toEqual(Array(4).fill('price_list'));
    expect(await faultsOf(narrow)).toEqual(Array(3).fill('price_list'));
    const chosen = { questionColumn: '0', hasHeading: 'true' };
    expect(await faultsOf(wide, { ...chosen, answerColumn: '2' })).toEqual(Array(2).fill('price_list'));
    expect(await faultsOf(wide, { ...chosen, answerColumn: '1' })).toEqual([undefined, undefined]);
    expect((await send('/contents/faqs', await excel(narrow))).status).toBe(422);
    const asked = products.map(([name, , price]) => [`Quanto custa: ${name}?`, price!]);
    expect(await faultsOf(asked)).toEqual([undefined, undefined]);
  });

  it('are added, with numbers, dates and booleans as Excel shows them', async () => {
    const bytes = await excel([HEADER, ['Quanto custa?', 199.9, 'Preço?'], ['Tem estoque?', true]]);
    expect((await send('/contents/faqs', bytes)).body).toMatchObject({ added: 2, faulty: 0 });
    const { data } = (await owner.get(`/contents?contextId=${owner.contextId}&type=FAQ`)).body;
    const answers = data.map(({ question, answer }: Record<string, string>) => [question, answer]);
    expect(answers).toEqual(
      expect.arrayContaining([
        ['Quanto custa?', '199,9'],
        ['Tem estoque?', 'VERDADEIRO'],
      ]),
    );
    expect((await send('/contents/faqs', bytes)).body).toMatchObject({ added: 0, kept: 2 });
  });

  it('are never evaluated as formulas: the stored result of a formula is read', async () => {
    const sheet = `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
      <row r="1"><c r="A1" t="inlineStr"><is><t>Total?</t></is></c><c r="B1" t="str"><f>HYPERLINK("http://x.invalid")</f><v>Cem</v></c></row></sheetData></worksheet>`;
    const { body } = await check(await excel([], { 'xl/worksheets/sheet1.xml': sheet }));
    expect(body.lines).toMatchObject([{ question: 'Total?', answer: 'Cem', fault: null }]);
  });

  it.each([
    ['&quot;R$&quot; #,##0.00', 1234.5, 'R$ 1.234,50'],
    ['_-[$R$-416]\\ * #,##0.00_-;\\-[$R$-416]\\ * #,##0.00_-;_-@_-', 80, 'R$ 80,00'],
    ['0.0%', 0.125, '12,5%'],
    ['hh:mm', 8.5 / 24, '08:30'],
    ['[h]&quot;h&quot;', 1.25, '30h'],
    ['dd/mm/yyyy', 46388, '01/01/2027'],
    ['0&quot; dias&quot;', 15, '15 dias'],
    ['General', 0.1 + 0.2, '0,3'],
  ])('show a number as its cell does: %s', async (format, value, shown) => {
    const styles = `<numFmts><numFmt numFmtId="170" formatCode="${format}"/></numFmts>
      <cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>`;
    const cells = `<row><c t="inlineStr"><is><t>Qual?</t></is></c><c s="1"><v>${value}</v></c></row>`;
    expect(pairsOf(await check(await workbook([{ name: 'FAQ', xml: worksheet(cells) }], styles)))).toEqual([
      ['Qual?', shown],
    ]);
  });

  it('show the formats that Excel knows by number as a Brazilian Excel does', async () => {
    const ids = [
      [9, 0.5, '50%'],
      [14, 46388, '01/01/2027'],
      [20, 0.5, '12:00'],
      [44, 9.9, 'R$ 9,90'],
    ] as const;
    const styles = `<cellXfs>${ids.map(([id]) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`;
    const rows = ids.map(([, value], at) => `<row><c t="str"><v>Q${at}</v></c><c s="${at}"><v>${value}</v></c></row>`);
    const bytes = await workbook([{ name: 'FAQ', xml: worksheet(rows.join('')) }], styles);
    expect(pairsOf(await check(bytes)).map(([, answer]: string[]) => answer)).toEqual(ids.map(([, , shown]) => shown));
  });

  it('show characters that Excel writes as codes', async () => {
    const bytes = await excel([['Aceita pet?', 'Sim._x000D_\nAté 10 kg.']]);
    expect(pairsOf(await check(bytes))).toEqual([['Aceita pet?', 'Sim.\nAté 10 kg.']]);
  });

  it('keep all answers of a merged question', async () => {
    const rows = [row(['Pergunta', 'Resposta']), row(['Tem wi-fi?', 'Sim.']), row(['', 'A senha está no quarto.'])];
    const xml = worksheet(
      rows.join('') + row(['Tem café?', 'Não.']),
      '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>',
    );
    expect(pairsOf(await check(await workbook([{ name: 'FAQ', xml }])))).toEqual([
      ['Tem wi-fi?', 'Sim.\nA senha está no quarto.'],
      ['Tem café?', 'Não.'],
    ]);
  });

  it('are found under a title and on another sheet, and what is left out is named', async () => {
    const rows = [
      row(['Perguntas da loja']),
      row([]),
      row(['Nº', 'Pergunta do cliente', 'Resposta da loja']),
      row(['1', 'Tem garantia?', 'Sim.']),
      row(['2', 'Qual é a margem?', '40%.'], 'hidden="1"'),
    ];
    const answer = await check(
      await workbook([
        { name: 'Leia-me', xml: worksheet(row(['Só um aviso'])) },
        { name: 'FAQ', xml: worksheet(rows.join('')) },
        { name: 'Interno', state: 'hidden', xml: worksheet(row(['Pergunta', 'Resposta']) + row(['Senha?', '1234'])) },
      ]),
    );
    expect(pairsOf(answer)).toEqual([['Tem garantia?', 'Sim.']]);
    expect(answer.body).toMatchObject({
      lines: [{ line: 4 }],
      sheets: [
        { name: 'Leia-me', isHidden: false, rows: 1, isRead: false },
        { name: 'FAQ', isHidden: false, rows: 4, isRead: true },
        { name: 'Interno', isHidden: true, rows: 2, isRead: false },
      ],
      hidden: { rows: 1, columns: [], isRead: false },
      columns: { names: ['Nº', 'Pergunta do cliente', 'Resposta da loja'], question: 1, answer: 2, phrasings: null },
    });
  });

  it('are read from the sheets, hidden rows and columns that the owner takes in', async () => {
    const first = worksheet(
      row(['Pergunta', 'Nota', 'Resposta']) +
        row(['Entregam?', 'só perto', 'Sim.']) +
        row(['Qual o desconto?', '', '10%.'], 'hidden="1"'),
    ).replace('<sheetData>', '<cols><col min="2" max="2" hidden="1"/></cols><sheetData>');
    const bytes = await workbook([
      { name: 'Loja', xml: first },
      {
        name: 'Spa',
        xml: worksheet(row(['Resposta', 'Pergunta']) + row(['Não.', 'Entregam?']) + row(['Às 8h.', 'Abre?'])),
      },
      { name: 'Interno', state: 'veryHidden', xml: worksheet(row(['Há vaga?', 'Há.'])) },
    ]);
    const usual = await check(bytes);
    expect(pairsOf(usual)).toEqual([['Entregam?', 'Sim.']]);
    expect(usual.body).toMatchObject({
      columns: { names: ['Pergunta', '', 'Resposta'] },
      hidden: { rows: 1, columns: ['Nota'], isRead: false },
      sheets: [{ isRead: true }, { isRead: false }, { isRead: false }],
    });
    const choice = { sheets: '0,1,2', readsHidden: 'true' };
    const all = await send('/contents/faqs/check', bytes, 'a.xlsx', choice);
    expect(all.body).toMatchObject({
      columns: { names: ['Pergunta', 'Nota', 'Resposta'] },
      hidden: { isRead: true },
      lines: [
        { sheet: 'Loja', line: 2, question: 'Entregam?', answer: 'Sim.' },
        { sheet: 'Loja', line: 3, question: 'Qual o desconto?' },
        { sheet: 'Spa', line: 2, question: 'Entregam?', sameAs: { sheet: 'Loja', line: 2 } },
        { sheet: 'Spa', line: 3, question: 'Abre?', answer: 'Às 8h.' },
        { sheet: 'Interno', line: 1, question: 'Há vaga?', answer: 'Há.' },
      ],
    });
    expect((await send('/contents/faqs', bytes, 'a.xlsx', choice)).body).toMatchObject({ added: 4, repeated: 1 });
    expect((await send('/contents/faqs/check', bytes, 'a.xlsx', { sheets: 'a' })).body.errors).toMatchObject([
      { field: 'sheets' },
    ]);
  });

  it('do not fail because of a hidden sheet that is too large', async () => {
    const wide = '<row r="1"><c r="XFD1"><v>1</v></c></row>';
    const bytes = await workbook([
      { name: 'FAQ', xml: worksheet(row(['Abre?', 'Sim.'])) },
      { name: 'Dados', state: 'hidden', xml: worksheet(wide) },
    ]);
    expect((await check(bytes)).body).toMatchObject({
      lines: [{ question: 'Abre?' }],
      sheets: [{}, { name: 'Dados', rows: 0, isRead: false }],
    });
  });

  it('are read from the columns that the owner chose, when the header has other words', async () => {
    const bytes = await excel([
      ['Base da clínica'],
      ['Assunto', 'O que dizemos', 'O que o paciente quer saber', 'Também dizem'],
      ['Horário', 'Das 8h às 18h.', 'Abrem cedo?', 'Que horas abre?'],
    ]);
    expect((await check(bytes)).body).toMatchObject({ hasHeading: false, columns: { question: 0, answer: 1 } });
    const choice = { questionColumn: '2', answerColumn: '1', phrasingsColumn: '3', hasHeading: 'true' };
    const chosen = await send('/contents/faqs/check', bytes, 'a.xlsx', choice);
    expect(chosen.body).toMatchObject({
      hasHeading: true,
      columns: { question: 2, answer: 1, phrasings: 3 },
      lines: [
        { line: 3, question: 'Abrem cedo?', answer: 'Das 8h às 18h.', phrasings: ['Que horas abre?'], fault: null },
      ],
    });
    expect((await send('/contents/faqs', bytes, 'a.xlsx', choice)).body).toMatchObject({ added: 1, faulty: 0 });
    const wrong = await send('/contents/faqs/check', bytes, 'a.xlsx', { questionColumn: 'dois' });
    expect(wrong.body.errors).toMatchObject([{ field: 'questionColumn' }]);
  });

  it('are read from the HTML table that many systems export as .xls', async () => {
    const table = `<html><body><h1>FAQ</h1><table><tr><th>Pergunta</th><th>Resposta</th></tr>
      <tr><td>Tem <b>estacionamento</b>?</td><td>Sim, &agrave; direita.</td></tr></table></body></html>`;
    const answer = await send('/contents/faqs/check', Buffer.from(table), 'perguntas.xls');
    expect(pairsOf(answer)).toEqual([['Tem estacionamento?', 'Sim, à direita.']]);
  });

  const other = /Não conseguimos ler esta planilha/;
  it.each<[string, () => Promise<Buffer>, RegExp]>([
    ['a zip file of something else', () => zip({ 'a.txt': 'texto' }), other],
    ['a truncated file', async () => (await excel([HEADER, ['a', 'b']])).subarray(0, 400), other],
    ['an old .xls file, or one with a password', async () => Buffer.from('d0cf11e0a1b11ae100000000', 'hex'), other],
    [
      'entities',
      () => excel([], { 'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY b "c">]><worksheet>&b;</worksheet>' }),
      other,
    ],
    ['a zip bomb', () => excel([], { 'xl/worksheets/sheet1.xml': ' '.repeat(120 * 1024 * 1024) }), /grande demais/],
    [
      'more rows than a table has',
      () => excel(Array.from({ length: 20_001 }, (_, at) => [`p${Math.random()}${at}`, `r${Math.random()}`])),
      /grande demais/,
    ],
    ['a column far away', () => farCell('XFD2'), /grande demais/],
    ['a row far away', () => farCell('A1048576'), /grande demais/],
    ['no row', () => excel([]), /./],
  ])('are refused from %s', { timeout: 60_000 }, async (_name, make, expected) => {
    const answer = await check(await make());
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0]).toMatchObject({ field: 'file', message: expect.stringMatching(expected) });
  });
});
