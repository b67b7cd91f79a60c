import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { readSheet } from '../../src/reading/faq-sheet/read-sheet.ts';

const read = (text: string, encoding = 'utf-8') => readSheet(iconv.encode(text, encoding));
const good = (text: string) => read(text).lines.map(({ question, answer }) => [question, answer]);
const faultsOf = (text: string) => read(text).lines.map(({ line, fault }) => [line, fault]);

describe('a CSV of questions and answers', () => {
  it.each([
    ['comma', 'Tem frete?,"Sim, grátis."\nAbre domingo?,"Não, só sábado."'],
    ['semicolon', 'Tem frete?;Sim, grátis.\nAbre domingo?;Não, só sábado.'],
    ['tab', 'Tem frete?\tSim, grátis.\nAbre domingo?\tNão, só sábado.'],
    ['semicolon', 'sep=;\r\nTem frete?;Sim, grátis.\r\nAbre domingo?;Não, só sábado.\r\n'],
  ])('detects the separator: %s', (separator, text) => {
    expect(read(text)).toMatchObject({ separator, hasHeading: false });
    expect(good(text)).toEqual([
      ['Tem frete?', 'Sim, grátis.'],
      ['Abre domingo?', 'Não, só sábado.'],
    ]);
  });

  it.each(['utf-8', 'windows-1252', 'utf-16le'])(
    'reads the encodings that Excel and other programs write: %s',
    (encoding) => {
      const { lines } = read('Questão;Solução\r\nHá garantia?;São três meses – já incluída.\r\n', encoding);
      expect(lines[0]).toMatchObject({ question: 'Há garantia?', answer: 'São três meses – já incluída.' });
    },
  );

  it('uses the columns named in the heading, in any order', () => {
    const text = 'Categoria;Resposta;Pergunta;Nota\nFrete;Dez reais.;Quanto custa o frete?;x\n';
    expect(read(text).hasHeading).toBe(true);
    expect(good(text)).toEqual([['Quanto custa o frete?', 'Dez reais.']]);
  });

  it('finds the heading under a title, by longer names too', () => {
    const text = 'Perguntas da loja;;\n;;\nNº;Dúvida do cliente;Resposta padrão\n1;Tem frete?;Sim, grátis.\n';
    expect(read(text)).toMatchObject({ separator: 'semicolon', hasHeading: true });
    expect(good(text)).toEqual([['Tem frete?', 'Sim, grátis.']]);
  });

  it('reads a second table below the first, with its own heading', () => {
    expect(good('Pergunta;Resposta\nPet?;Sim.\n;\nResposta;Pergunta\nDuas.;Tem vaga?\n')).toEqual([
      ['Pet?', 'Sim.'],
      ['Tem vaga?', 'Duas.'],
    ]);
  });

  it('decodes entities without tags, line by line', () => {
    expect(good('Troca?;"At&eacute; 7 dias &amp; com nota.\nS&M Ltda."')).toEqual([
      ['Troca?', 'Até 7 dias & com nota.\nS&M Ltda.'],
    ]);
  });

  it('takes HTML for the text that it shows, and nothing else for HTML', () => {
    const text = 'Tem frete?;"<p>Sim, <b>grátis</b>.</p><ul><li>Sul</li></ul>"\nTamanho?;De 5<x>9 e 3 < 4 & mais.';
    expect(good(text)).toEqual([
      ['Tem frete?', expect.stringMatching(/^Sim, grátis\.\n.*Sul$/)],
      ['Tamanho?', 'De 5<x>9 e 3 < 4 & mais.'],
    ]);
  });

  it('reads the columns that the owner chose, with or without a heading', () => {
    const sheet = Buffer.from('Frete;Dez reais.;Quanto custa o frete?\nTroca;7 dias.;Posso trocar?\n');
    const choice = { questionColumn: 2, answerColumn: 1 };
    const pairs = (hasHeading: 'true' | 'false') =>
      readSheet(sheet, { ...choice, hasHeading }).lines.map(({ line, answer, fault }) => [line, answer, fault]);
    expect(pairs('false')).toEqual([
      [1, 'Dez reais.', null],
      [2, '7 dias.', null],
    ]);
    expect(pairs('true')).toEqual([[2, '7 dias.', null]]);
  });

  it('reports invalid lines by their line number in the file and keeps the others', () => {
    const long = 'p'.repeat(501);
    const text = `Pergunta;Resposta\nA?;"um\ndois"\n;Sem pergunta.\nSem resposta?;\n\n${long};Sim.\nB?;Sim.`;
    expect(faultsOf(text)).toEqual([
      [2, null],
      [4, 'no_question'],
      [5, 'no_answer'],
      [7, 'question_too_long'],
      [8, null],
    ]);
    expect(faultsOf('A?;Sim.;talvez\nB?;Sim.\nsó isto\nC?;Sim.')).toEqual([
      [1, 'many_columns'],
      [2, null],
      [3, 'one_column'],
      [4, null],
    ]);
  });

  it('never cuts an answer at a comma: extra columns are accepted only when the heading has them', () => {
    expect(faultsOf('Pergunta,Resposta\nTem café?,Sim, grátis.\nTem chá?,Sim.')).toEqual([
      [2, 'many_columns'],
      [3, null],
    ]);
    expect(faultsOf('Pergunta;Resposta;Assunto\nTem café?;Sim.;bar\nTem chá?;Sim.')).toEqual([
      [2, null],
      [3, null],
    ]);
  });

  it('rejects only the line with an unclosed quote', () => {
    const expectedFaults = [
      [1, null],
      [2, 'open_quote'],
      [3, null],
      [4, null],
    ];
    expect(faultsOf('A?;Sim.\n"B?;Sim.\nC?;Sim.\nD?;Sim.')).toEqual(expectedFaults);
    expect(faultsOf('A?;Sim.\n"B?;Sim.\n"C?";"Sim."\n"D?";"Sim."')).toEqual(expectedFaults);
    expect(good('TV de 32" tem?;Tem de 32" e 40".')).toEqual([['TV de 32" tem?', 'Tem de 32" e 40".']]);
  });

  it('rejects only the line that is too long', () => {
    const long = ';'.repeat(1_000_000);
    expect(faultsOf(`A?;Sim.\n${long}\nB?;Sim.`)).toEqual([
      [1, null],
      [2, 'line_too_long'],
      [3, null],
    ]);
  });

  it('stops at the first record beyond the maximum, empty ones not included', () => {
    expect(read(`${';\n'.repeat(10_000)}${'A?;Sim.\n'.repeat(100_000)}`).lines).toHaveLength(5_002);
  });

  it('finds repeated questions regardless of case, accents and spaces', () => {
    const { lines } = read('Tem frete?;Sim.\nTEM  FRÉTE;Não.\nOutra?;Sim.');
    expect(lines.map(({ repeats }) => repeats)).toEqual([null, { line: 1, sheet: null }, null]);
  });

  it('reads a formula as plain text', () => {
    expect(good('=HYPERLINK("http://x.y";"z");Sim.\n@soma?;-1+2')).toContainEqual(['@soma?', '-1+2']);
    expect(good('"=1+1";"=cmd|\'/c calc\'!A1"')).toEqual([['=1+1', "=cmd|'/c calc'!A1"]]);
  });

  it('reads back any valid CSV', () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', 'é', ' ', '"', ';', ',', '\n', 'Z', '?'), minLength: 1, maxLength: 20 })
      .map((text) => `x${text.replace(/\n"/g, '\n')}x`);
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), (rows) => {
        const quoted = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(';'));
        expect(good(`Pergunta;Resposta\n${quoted.join('\r\n')}`)).toEqual(rows);
      }),
    );
  });

  it('never throws for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const { lines } = readSheet(bytes);
        for (const { line } of lines) expect(line).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});
