import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { excel, zip } from '../support/excel.ts';
import { type Caller, startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let owner: Caller;
beforeAll(async () => {
  server = await startServer();
  owner = await server.signUp();
});
afterAll(() => server.close());

const send = (path: string, bytes: Buffer, name = 'perguntas.xlsx') =>
  owner.upload(path, { contextId: owner.contextId }, { name, bytes });
const check = (bytes: Buffer) => send('/contents/faqs/check', bytes);

/** An Excel file with one cell near and one far away. */
const farCell = (address: string) => {
  const cells = ['A1', address].map((at) => `<row r="${at.replace(/\D/g, '')}"><c r="${at}"><v>1</v></c></row>`);
  const xmlns = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const sheet = `<worksheet xmlns="${xmlns}"><sheetData>${cells.join('')}</sheetData></worksheet>`;
  return excel([], { 'xl/worksheets/sheet1.xml': sheet });
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
