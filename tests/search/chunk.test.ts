import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Block, ExtractedDocument } from '../../src/reading/blocks.ts';
import { chunkDocument } from '../../src/reading/chunk.ts';

const document = (...blocks: Block[]): ExtractedDocument => ({ title: 'Manual', blocks });
const heading = (text: string, level: number, page?: number): Block => ({ kind: 'heading', text, level, page });
const paragraph = (text: string, page?: number): Block => ({ kind: 'paragraph', text, page });
const words = (text: string) => text.match(/[^\s.]+/g) ?? [];
const many = (count: number, name = 'palavra') =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ');

test('returns no chunks for a document without text', () => {
  expect(chunkDocument(document())).toEqual([]);
  expect(chunkDocument(document(paragraph('  \n ')))).toEqual([]);
});

test('gives each chunk its headings and the page it starts on', () => {
  const chunks = chunkDocument(
    document(
      heading('Garantia', 1, 1),
      heading('Prazos', 2, 1),
      paragraph(many(110, 'prazo'), 2),
      paragraph(many(80, 'resto'), 3),
      heading('Exclusões', 2, 3),
      paragraph(many(30, 'fora'), 4),
    ),
  );
  expect(chunks.map(({ heading, page }) => [heading, page])).toEqual([
    ['Garantia › Prazos', 2],
    ['Garantia › Prazos', 3],
    ['Garantia › Exclusões', 4],
  ]);
});

test('starts a new chunk at headings of level 1 or 2, even for short texts', () => {
  const chunks = chunkDocument(
    document(
      heading('Horário', 2),
      paragraph('Abrimos das 9h às 18h, de segunda a sexta.'),
      heading('Endereço', 2),
      paragraph('Rua das Araucárias, 412.'),
    ),
  );
  expect(chunks).toEqual([
    { heading: 'Horário', page: null, text: 'Abrimos das 9h às 18h, de segunda a sexta.' },
    { heading: 'Endereço', page: null, text: 'Rua das Araucárias, 412.' },
  ]);
});

test('gives a heading that is a question its own chunk, at any level', () => {
  const chunks = chunkDocument(
    document(
      heading('Dúvidas', 2),
      heading('Abre aos sábados?', 3),
      paragraph('Sim.'),
      heading('Como troco o pneu?', 3),
      paragraph('Siga os passos.'),
      heading('Primeiro passo', 4),
      paragraph('Solte a roda.'),
      heading('Contato', 3),
      paragraph('Rua das Araucárias, 412.'),
    ),
  );
  expect(chunks.map(({ heading, text }) => [heading, text])).toEqual([
    ['Dúvidas › Abre aos sábados?', 'Sim.'],
    ['Dúvidas › Como troco o pneu?', 'Siga os passos.\n\nPrimeiro passo\nSolte a roda.'],
    ['Dúvidas › Contato', 'Rua das Araucárias, 412.'],
  ]);
});

test('joins small subsections and keeps their headings in the text', () => {
  const [only, ...rest] = chunkDocument(
    document(
      heading('Peças', 2),
      heading('Selim', 3),
      paragraph(many(20)),
      heading('Pedal', 3),
      paragraph(many(20, 'outra')),
    ),
  );
  expect(rest).toEqual([]);
  expect(only!.heading).toBe('Peças › Selim');
  expect(only!.text).toContain('Pedal\noutra0');
});

test('joins paragraphs up to a fair size and cuts a long one between sentences', () => {
  const sentence = `${many(29)} fim.`;
  const text = Array.from({ length: 20 }, (_, index) => `Frase ${index} ${sentence}`).join(' ');
  const chunks = chunkDocument(document(paragraph(many(25)), paragraph(many(25)), paragraph(text)));
  for (const chunk of chunks) {
    expect(words(chunk.text).length).toBeLessThanOrEqual(300);
    expect(chunk.text).toMatch(/(fim\.|palavra24)$/);
  }
  expect(chunks).toHaveLength(3);
});

test('cuts a long paragraph evenly, without a rest that joins the next one', () => {
  const sentences = (name: string) => Array.from({ length: 31 }, (_, at) => `Frase ${at} ${many(7, name)} fim.`);
  const [first, second] = [sentences('antes').join(' '), sentences('depois').join(' ')];
  const chunks = chunkDocument(document(paragraph(first), paragraph(second)));
  expect(chunks).toHaveLength(4);
  for (const { text } of chunks) expect(text.includes('antes')).not.toBe(text.includes('depois'));
  const sizes = chunks.map(({ text }) => text.split(/\s+/).length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(10);
});

test('does not cut a paragraph of up to 300 words', () => {
  const text = Array.from({ length: 29 }, (_, at) => `Frase ${at} ${many(8)}.`).join(' ');
  expect(chunkDocument(document(paragraph(text))).map((chunk) => chunk.text)).toEqual([text]);
});

test('keeps tables and lists together with their introduction', () => {
  const table = Array.from({ length: 60 }, (_, row) => `modelo${row} | R$ ${row},00 | em estoque`).join('\n');
  const list = Array.from({ length: 40 }, (_, row) => `- item ${row} da lista`).join('\n');
  const chunks = chunkDocument(
    document(paragraph(many(120)), { kind: 'table', text: table, page: 5 }, paragraph('Leve para o passeio:'), {
      kind: 'list',
      text: list,
    }),
  );
  expect(chunks.filter(({ text }) => text.includes(table))).toHaveLength(1);
  expect(chunks.find(({ text }) => text.includes(table))!.page).toBe(5);
  expect(chunks.filter(({ text }) => text.includes(`Leve para o passeio:\n${list}`))).toHaveLength(1);
});

test('keeps the heading of the first section below a line that belongs to the title', () => {
  const section = paragraph('Rua Azul, 20. Aberta de terça a sexta.');
  const blocks = [heading('CARTA DE SERVIÇOS', 1), paragraph('Ponte Alta'), heading('CULTURA', 2), section];
  expect(chunkDocument({ blocks }).map(({ heading, text }) => [heading, text])).toEqual([
    ['CARTA DE SERVIÇOS', 'Ponte Alta'],
    ['CARTA DE SERVIÇOS › CULTURA', section.text],
  ]);
});

test('does not cut a section below a label of its own', () => {
  const filler = Array.from({ length: 12 }, (_, at) =>
    paragraph(`Na sala ${at + 1} atendemos com hora marcada pela manhã e à tarde.`),
  );
  const section = ['Segunda via do cartão', 'Documentos: RG e comprovante de residência.', 'Prazo: 10 dias.'];
  const [label, ...lines] = section.map(paragraph);
  const rest = paragraph(`Custo: gratuito. ${'O cartão é entregue no balcão ao titular. '.repeat(8).trim()}`);
  const chunks = chunkDocument({ blocks: [...filler, { ...label!, isApart: true }, ...lines, rest] });
  expect(chunks).toHaveLength(2);
  expect(chunks[1]!.text.trim().split('\n')).toEqual([...section, rest.text]);
});

test.each([
  [
    ['X-Burger', '25,00', 'Pão e queijo'],
    ['X-Salada', '27,00', 'Pão, queijo e salada'],
  ],
  [
    ['X-Burger', 'Pão e queijo', '25,00'],
    ['X-Salada', 'Pão, queijo e salada', '27,00'],
  ],
])('reads what describes an entry of a price list, above or below the price: %s', (...entries) => {
  const [chunk] = chunkDocument(document(...entries.flat().map((line) => paragraph(line))));
  expect(chunk!.text).toBe(entries.map((lines) => lines.join(' | ')).join('\n'));
});

test('keeps the first entry of a price list that has no description', () => {
  const lines = ['Água', '5,00', 'Suco', 'de laranja', '9,00', 'Vitamina', 'de banana', '12,00'];
  const [chunk] = chunkDocument(document(...lines.map((line) => paragraph(line))));
  expect(chunk!.text).toBe('Água | 5,00\nSuco | de laranja | 9,00\nVitamina | de banana | 12,00');
});

test('puts every word of the body into exactly one chunk, in order, and loses no heading', () => {
  const kind = fc.constantFrom('heading', 'paragraph', 'paragraph', 'list', 'table' as const);
  const block = fc.record({
    kind,
    size: fc.integer({ min: 0, max: 260 }),
    level: fc.integer({ min: 1, max: 5 }),
    asks: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(block, { maxLength: 25 }), (plan) => {
      const blocks = plan.map(({ kind, size, level, asks }, at): Block => {
        const parts = Array.from({ length: kind === 'heading' ? 3 : size }, (_, index) => `w${at}x${index}`);
        const joint = kind === 'list' || kind === 'table' ? '\n' : at % 2 === 0 ? ' ' : '. ';
        return {
          kind: kind as Block['kind'],
          text: parts.join(joint) + (kind === 'heading' && asks ? ' w?' : ''),
          level,
          page: at + 1,
        };
      });
      const chunks = chunkDocument(document(...blocks));
      const written = chunks.flatMap(({ text }) => words(text));
      const body = blocks.filter(({ kind }) => kind !== 'heading').flatMap(({ text }) => words(text));
      const isBody = new Set(body);
      expect(written.filter((word) => isBody.has(word))).toEqual(body);
      const everywhere = new Set([...written, ...chunks.flatMap(({ heading }) => words(heading ?? ''))]);
      for (const { kind, text } of blocks)
        if (kind === 'heading') for (const word of words(text)) expect(everywhere).toContain(word);
      for (const { page, text } of chunks) expect(text.startsWith(`w${page! - 1}x`)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

const ASKED = 'Fazem orçamento sem compromisso?';
const TOLD = 'Sim, a visita técnica é gratuita.';
const list = (...items: string[]): Block => ({ kind: 'list', text: items.map((item) => `- ${item}`).join('\n') });

test.each<[string, Block[]]>([
  ['paragraphs', [paragraph(ASKED), paragraph(TOLD)]],
  ['one line', [paragraph(`${ASKED} ${TOLD}`)]],
  ['labelled lines', [paragraph(`P: ${ASKED}`), paragraph(`R: ${TOLD}`)]],
  ['a labelled line', [paragraph(`Pergunta: ${ASKED} Resposta: ${TOLD}`)]],
  ['a label without a question mark', [paragraph('P: Fazem orçamento sem compromisso'), paragraph(TOLD)]],
  ['numbered lines', [paragraph(`1. ${ASKED}`), paragraph(TOLD)]],
  ['a list of both', [list(`${ASKED} ${TOLD}`, 'Vocês entregam? Sim, no bairro.')]],
  ['alternating items', [list(ASKED, TOLD)]],
  ['a table', [{ kind: 'table', text: `${ASKED} | ${TOLD}\nVocês entregam? | Sim, no bairro.` }]],
])('a question in %s opens its answer', (_name, blocks) => {
  const [chunk] = chunkDocument(document(heading('Dúvidas', 2), ...blocks));
  expect(chunk?.heading).toBe(`Dúvidas › ${ASKED}`);
  expect(chunk?.text).toMatch(/^(?:- )?Sim, a visita técnica é gratuita\.$/);
});

test('a question ends at the next question, at a heading, and after as many blocks as the ones before it', () => {
  const chunks = chunkDocument(
    document(
      paragraph('Vocês entregam?'),
      paragraph('Sim.'),
      paragraph('O frete depende do bairro.'),
      paragraph('Fazem troca?'),
      paragraph('Em sete dias.'),
      paragraph('Com a nota fiscal.'),
      paragraph('A loja existe desde 1998.'),
      heading('Horário', 2),
      paragraph('Das 8h às 18h.'),
    ),
  );
  expect(chunks.map(({ heading, text }) => [heading, text])).toEqual([
    ['Vocês entregam?', 'Sim.\nO frete depende do bairro.'],
    ['Fazem troca?', 'Em sete dias.\nCom a nota fiscal.'],
    [null, 'A loja existe desde 1998.'],
    ['Horário', 'Das 8h às 18h.'],
  ]);
});

test('questions without an answer stay text, and no word of any text with questions is lost', () => {
  expect(chunkDocument(document(paragraph('Tem dúvidas ainda?')))).toMatchObject([{ text: 'Tem dúvidas ainda?' }]);
  const line = fc.tuple(fc.constantFrom('', '- ', '2. '), fc.constantFrom('', '?', '? ok', '.'));
  const kinds = fc.constantFrom('paragraph', 'list', 'heading' as const);
  const block = fc.record({ kind: kinds, lines: fc.array(line, { minLength: 1, maxLength: 4 }) });
  fc.assert(
    fc.property(fc.array(block, { maxLength: 12 }), (plan) => {
      const blocks = plan.map(({ kind, lines }, at): Block => {
        const texts = lines.map(([marker, end], n) => `${marker}w${at}x${n}a w${at}x${n}b${end}`);
        return { kind: kind as Block['kind'], text: kind === 'list' ? texts.join('\n') : texts.join(' '), level: 2 };
      });
      const kept = chunkDocument(document(...blocks)).flatMap(({ heading, text }) => words(`${heading} ${text}`));
      const all = new Set(kept.map((word) => word.replace(/\W/g, '')));
      for (const { text } of blocks) for (const [word] of text.matchAll(/w\d+x\d+\w/g)) expect(all).toContain(word);
    }),
  );
});

test('lines with leaders become rows of one table', () => {
  const lines = [
    'Pastel de queijo ......... R$ 9,50',
    'Caldo de cana . . . . . 7,00',
    'CAT B (carro)... R$ 1.990 / 10x 220',
  ];
  const table = 'Pastel de queijo | R$ 9,50\nCaldo de cana | 7,00\nCAT B (carro) | R$ 1.990 / 10x 220';
  const inParagraphs = chunkDocument(document(...lines.map((line) => paragraph(line))));
  const inList = chunkDocument(document(list(...lines)));
  expect([inParagraphs, inList].map(([chunk]) => chunk?.text)).toEqual([table, table]);
  const prose = 'Pensei... 30 dias depois, voltou.';
  expect(chunkDocument(document(paragraph(prose)))[0]?.text).toBe(prose);
});

test('never joins two languages in a chunk', () => {
  const portuguese = ['O Wi-Fi é grátis em todos os quartos.', 'R$ 50', 'A entrada é a partir das 14h.'];
  const english = ['Wi-Fi is free in all of the rooms.', 'Check-in is from 2 pm.'];
  const chunks = chunkDocument(document(...[...portuguese, ...english].map((text) => paragraph(text))));
  expect(chunks.map(({ text }) => text)).toEqual([portuguese.join('\n'), english.join('\n')]);
});

test('joins an old price on a line of its own with its price, and names the product', () => {
  const [chunk] = chunkDocument(
    document(
      heading('Bolo de cenoura', 3),
      paragraph('(antes R$ 60,00)'),
      paragraph('R$ 48,00'),
      heading('Torta de limão', 3),
      paragraph('R$ 52,00'),
      paragraph('(antes R$ 65,00)'),
    ),
  );
  expect(chunk!.text).toContain('Bolo de cenoura: (antes R$ 60,00) R$ 48,00');
  expect(chunk!.text).toContain('Torta de limão: R$ 52,00 (antes R$ 65,00)');
});

test('joins a heading with the short line that alone stands below it, if others do so too', () => {
  const card = (name: string, ...texts: string[]) => [heading(name, 3), ...texts.map((text) => paragraph(text))];
  const textsOf = (...blocks: Block[]) =>
    chunkDocument(document(heading('Hotel', 2), ...blocks)).map(({ text }) => text);
  const pool = card('Piscina', 'aberta das 8h às 20h');
  expect(textsOf(...pool, ...card('Diária', 'R$ 90'))).toEqual(['Piscina: aberta das 8h às 20h\nDiária: R$ 90']);
  expect(textsOf(...pool)).toEqual(['aberta das 8h às 20h']);
  expect(textsOf(...pool, ...card('Quartos', 'Suíte', 'Duplo'))).toEqual([
    'aberta das 8h às 20h\n\nQuartos\nSuíte\nDuplo',
  ]);
});

test('joins the parts of a price on lines of their own', () => {
  const parts = ['R$', '1.389,00', 'por mês', '2 aulas'].map((text) => paragraph(text));
  const [chunk] = chunkDocument(document(heading('Turma', 3), ...parts, heading('Kids', 3), paragraph('R$ 95')));
  expect(chunk!.text).toContain('Turma: R$ 1.389,00 por mês\n2 aulas');
});

test('tells the price of a heading below it, too', () => {
  const [chunk] = chunkDocument(document(heading('Aula experimental: R$ 40', 2), paragraph('Abatida da mensalidade.')));
  expect(chunk).toMatchObject({
    heading: 'Aula experimental',
    text: 'Aula experimental: R$ 40\nAbatida da mensalidade.',
  });
});

test('keeps a price on a line of its own with the entry above it', () => {
  const textOf = (...blocks: Block[]) => chunkDocument(document(...blocks)).map(({ text }) => text);
  const lasagne = ['Lasanha', 'Molho da casa e queijo', 'R$ 48,00'];
  const gnocchi = ['Nhoque', 'Batata e manjericão', 'R$ 39,00'];
  const menu = [...lasagne, ...gnocchi].map((text) => paragraph(text));
  expect(textOf(heading('Massas', 2), ...menu)).toEqual([
    'Lasanha | Molho da casa e queijo | R$ 48,00\nNhoque | Batata e manjericão | R$ 39,00',
  ]);
  // As many lines above the first price are its entry as above the others; the others introduce the list.
  const pies = ['Tortas inteiras', 'Limão', 'R$ 95', 'Banoffee', 'R$ 105', 'Sinal de 50%'].map((text) =>
    paragraph(text),
  );
  expect(textOf(...pies)).toEqual(['Tortas inteiras\nLimão | R$ 95\nBanoffee | R$ 105\nSinal de 50%']);
  // Names and prices in columns that were read one after the other tell nothing of each other.
  const columns = ['Limão', 'Banoffee', 'R$ 95', 'R$ 105'].map((text) => paragraph(text));
  expect(textOf(...columns)).toEqual(['Limão\nBanoffee\nR$ 95\nR$ 105']);
  const plan = (name: string, price: string) => [heading(name, 3), paragraph('Até 2 usuários'), paragraph(price)];
  expect(
    textOf(heading('Planos', 2), ...plan('Básico', 'R$ 29 por mês'), ...plan('Pro', 'R$ 79 por mês'))[0],
  ).toContain('Pro: R$ 79 por mês');
});
