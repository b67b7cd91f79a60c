import { describe, expect, it, test } from 'vitest';
import { docxWithMargins, paragraph, pdfWithMargins } from '../fixtures/letterhead.ts';
import { readFile } from '../support/read-file.ts';

const story = (page: number) => [
  `Capítulo ${['um', 'dois', 'três', 'quatro'][page]}. A madeira descansa na câmara até perder toda a umidade do corte.`,
  'Depois disso cada tábua é lixada à mão, encerada e conferida por duas pessoas antes de sair para a montagem.',
];
const PAGES = [0, 1, 2, 3].map(story);

const boilerplateOf = async (name: string, bytes: Buffer) => {
  const { blocks } = await readFile({ name, bytes });
  return blocks.find(({ kind }) => kind === 'boilerplate')?.text.split('\n');
};
const always = (text: string) => () => text;

describe('the margins of a pdf', () => {
  it.each([
    [
      'a letterhead',
      { header: always('Marcenaria Ipê\nTelefone: (41) 3333-2222') },
      ['Marcenaria Ipê', 'Telefone: (41) 3333-2222'],
    ],
    [
      'a footer of two lines',
      {
        footer: always(
          'Rua das Araucárias, 310 - Centro, Curitiba - PR\ncontato@ipe.example • WhatsApp (41) 98888-7777',
        ),
      },
      ['Rua das Araucárias, 310 - Centro, Curitiba - PR', 'contato@ipe.example', 'WhatsApp (41) 98888-7777'],
    ],
    [
      'a line that continues with the page number',
      { footer: (page: number) => `CNPJ 11.222.333/0001-81 – página ${page} de 4` },
      ['CNPJ 11.222.333/0001-81'],
    ],
    [
      'a line with the page number far to the right',
      { footer: (page: number) => `Atendimento: segunda a sexta, das 8h às 18h\t${page}` },
      ['Atendimento: segunda a sexta, das 8h às 18h'],
    ],
    [
      'a line within which the page number stands',
      { footer: (page: number) => `Página ${page} de 4 – Telefone: (41) 3333-2222` },
      ['Telefone: (41) 3333-2222'],
    ],
    ['a telephone number that ends the line', { footer: always('Ligue 41 3333 2222') }, ['Ligue 41 3333 2222']],
  ])('keep the facts of %s, and no other lines', async (_, margins, expected) => {
    const bytes = await pdfWithMargins({ ...margins, pages: PAGES });
    expect(await boilerplateOf('a.pdf', bytes)).toEqual(expected);
    const { blocks } = await readFile({ name: 'a.pdf', bytes });
    const body = blocks.filter(({ kind }) => kind !== 'boilerplate').map(({ text }) => text);
    expect(body.join(' ')).toBe(PAGES.flat().join(' '));
  });

  it('are the address and the number that a browser prints on only two pages', async () => {
    const margins = { footer: (page: number) => `https://ipe.example/mesas ${page}/2` };
    const { blocks } = await readFile({
      name: 'a.pdf',
      bytes: await pdfWithMargins({ ...margins, pages: PAGES.slice(0, 2) }),
    });
    expect(blocks.map(({ text }) => text).join(' ')).toBe(PAGES.slice(0, 2).flat().join(' '));
  });

  it.each([
    ['no facts', { header: always('Manual da marcenaria'), footer: (page: number) => `Página ${page}` }],
    ['the author of the file', { footer: always('Desenvolvido por Gráfica Sol (11) 4444-3333') }],
  ])('are left out when they state %s', async (_, margins) => {
    expect(await boilerplateOf('a.pdf', await pdfWithMargins({ ...margins, pages: PAGES }))).toBeUndefined();
  });

  it('do not count as text of a file whose pages have no text', async () => {
    const footer = always('Telefone: (41) 3333-2222');
    const bytes = await pdfWithMargins({ footer, pages: [[], [], [], []] });
    await expect(readFile({ name: 'a.pdf', bytes })).rejects.toMatchObject({ reason: 'no_text' });
  });
});

describe('the header and footer of a docx', () => {
  const body = PAGES.flat();
  const textBox = paragraph('Fale conosco: contato@ipe.example');

  it.each([
    [
      'a header',
      { header: paragraph('Marcenaria Ipê') + paragraph('Telefone: (41) 3333-2222') },
      ['Marcenaria Ipê', 'Telefone: (41) 3333-2222'],
    ],
    [
      'a line with tabs, and the number in pieces',
      {
        footer:
          '<w:p><w:pPr><w:tabs><w:tab w:val="right" w:pos="9000"/></w:tabs></w:pPr><w:r><w:t>WhatsApp (41) 98</w:t></w:r>' +
          '<w:r><w:t>888-7777</w:t></w:r><w:r><w:tab/><w:t>Página </w:t></w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:t>1</w:t></w:r></w:p>',
      },
      ['WhatsApp (41) 98888-7777'],
    ],
    [
      'a line break',
      { footer: '<w:p><w:r><w:t>Rua das Araucárias, 310</w:t><w:br/><w:t>CNPJ 11.222.333/0001-81</w:t></w:r></w:p>' },
      ['Rua das Araucárias, 310', 'CNPJ 11.222.333/0001-81'],
    ],
    [
      'a table',
      {
        footer: `<w:tbl><w:tr><w:tc>${paragraph('Seg a sex: 8h às 18h')}</w:tc><w:tc>${paragraph('Sáb: 8h às 12h')}</w:tc></w:tr></w:tbl>`,
      },
      ['Seg a sex: 8h às 18h', 'Sáb: 8h às 12h'],
    ],
    [
      'a text box, once',
      {
        header: `<w:p><w:r><mc:AlternateContent><mc:Choice><wps:txbx><w:txbxContent>${textBox}</w:txbxContent></wps:txbx></mc:Choice><mc:Fallback><v:textbox><w:txbxContent>${textBox}</w:txbxContent></v:textbox></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
      },
      ['Fale conosco: contato@ipe.example'],
    ],
  ])('keep the facts of %s', async (_, margins, expected) => {
    expect(await boilerplateOf('a.docx', docxWithMargins(body, margins))).toEqual(expected);
  });

  it.each([
    ['no facts', { header: paragraph('Manual da marcenaria') }],
    ['facts that the main text also states', { footer: paragraph(body[1]!) }],
  ])('are left out when they state %s', async (_, margins) => {
    expect(await boilerplateOf('a.docx', docxWithMargins(body, margins))).toBeUndefined();
  });
});

test('a docx whose text stands in its header only is read', async () => {
  const bytes = docxWithMargins([' '], { header: paragraph('Tabela de preços') + paragraph('Corte: R$ 40,00') });
  const { blocks } = await readFile({ name: 'a.docx', bytes });
  expect(blocks.map(({ text }) => text)).toEqual(['Tabela de preços', 'Corte: R$ 40,00']);
});
