import { describe, expect, test } from 'vitest';
import { ANSWER_MAX } from '../../src/search/choose-lines.ts';
import { extractAnswer, SECTION_MAX } from '../../src/search/extract-answer.ts';
import { nearestHeading, questionOf } from '../../src/search/passage.ts';
import { search } from '../../src/search/search.ts';
import { answer, baseOf } from './base-of.ts';
import { passage, QUESTIONS, segmentOf, SHOP } from './bike-shop.ts';

const shop = segmentOf(SHOP);
const answerTo = (question: string, base = shop) => extractAnswer(search([base], question));

test('answers with the complete answer of a FAQ', () => {
  const long = 'Sim. ' + 'A entrega depende da região e do peso. '.repeat(40).trim();
  const base = segmentOf([passage('f', long, { question: 'Vocês entregam no sábado?', answer: long }), ...SHOP]);
  const found = answerTo('entregam sábado?', base)!;
  expect(found.text).toBe(long);
  expect(found.used.map(({ passage }) => passage.contentId)).toEqual(['f']);
});

test.each([
  ['Em que ano a Pedal da Serra foi fundada?', '1998'],
  ['Quanto custa a revisão completa?', 'R$ 180,00'],
  ['Quem atende as bicicletas elétricas?', 'Osvaldo Brandini'],
  ['Qual é o endereço da loja?', 'Rua das Araucárias, 412'],
  ['De quantos em quantos quilômetros devo lubrificar a corrente?', '150 quilômetros'],
])('answers "%s" with %s', (question, expected) => {
  expect(answerTo(question)!.text).toContain(expected);
});

test('quotes sentences unchanged, within the maximum length, from the cited passages', () => {
  for (const [question] of QUESTIONS) {
    const { text, used } = answerTo(question)!;
    expect(used.length).toBeGreaterThan(0);
    if (used[0]!.passage.answer !== null) continue;
    expect(text.length).toBeLessThanOrEqual(ANSWER_MAX);
    const sentences = used.flatMap(({ sentences }) => sentences.map((one) => one.text));
    let rest = text;
    for (const sentence of sentences) rest = rest.replace(sentence, '');
    expect(['', ...used.map(({ passage }) => nearestHeading(passage))]).toContain(rest.trim());
    for (const { passage, sentences } of used) {
      for (const { text, start } of sentences) expect(passage.text.slice(start, start + text.length)).toBe(text);
    }
  }
});

test('leaves out numbers of lists, lines that only announce others, and those that are unlikely to answer', () => {
  const rules =
    'Regulamento da casa.\nConvidados\n1. Traga uma toalha e uma garrafa.\n2. Sua mãe não treina aqui.\n' +
    '3. Personal de fora pode entrar com taxa de R$ 150 por mês e registro no conselho.\n4. A ficha é trocada a cada 8 semanas.';
  const base = segmentOf([passage('r', rules), ...SHOP]);
  const { text, used } = answerTo('quanto é a taxa pro meu personal de fora entrar?', base)!;
  expect(text).toBe('Personal de fora pode entrar com taxa de R$ 150 por mês e registro no conselho.');
  expect(used[0]!.quotes).toEqual([`3. ${text}`]);
});

test.each([
  [
    'a argila está inclusa?',
    'A oficina de torno para iniciantes acontece no segundo domingo. Ela custa R$ 260 por pessoa e inclui a argila.',
  ],
  // The question names it itself.
  ['posso trocar o vale por dinheiro?', 'Não. Ele vale por seis meses e não é trocado por dinheiro.'],
])('%s: tells what a pronoun stands for', (question, told) => {
  const text =
    'A oficina de torno para iniciantes acontece no segundo domingo. Ela custa R$ 260 por pessoa e inclui a argila. O vale pode ser usado em oficinas. Ele vale por seis meses e não é trocado por dinheiro.';
  expect(answer(baseOf('Oficinas', text), question)).toBe(told);
});

test('adds the price of another thing that is asked for', () => {
  const base = baseOf(
    'Espetinhos',
    'Espetinhos na brasa\n\nCarne R$ 9\nFrango R$ 8\nQueijo R$ 10\n\nBebidas\nRefrigerante R$ 6',
  );
  const told = answer(base, '2 espetos de carne e 2 de frango dá quanto?');
  expect(told).toContain('Carne R$ 9');
  expect(told).toContain('Frango R$ 8');
});

test('adds a line with what the best one lacks of the question', () => {
  const shoe = passage('s', 'Sandália Areia: R$ 159,90\nA loja fica no centro.\nTamanho: 35, 36, 37');
  expect(answerTo('quais tamanhos tem a sandália Areia?', segmentOf([shoe, ...SHOP]))!.text).toContain('35, 36, 37');
});

test('leaves out a line from elsewhere that names less of the question than the best one', () => {
  const rental = baseOf(
    'Aluguel',
    'Requisitos para alugar: idade mínima de 21 anos e CNH definitiva há pelo menos 2 anos.\n' +
      'Combustível: o carro sai e volta com o tanque cheio.\n' +
      'Desconto a partir de 7 diárias: 10%. Mensal (30 dias): 35% de desconto e limite de 3.000 km.',
  );
  expect(answer(rental, 'alugar por um mês tem desconto?')).toBe(
    'Desconto a partir de 7 diárias: 10%. Mensal (30 dias): 35% de desconto e limite de 3.000 km.',
  );
});

test('puts the heading above lines that are too short to be understood without it', () => {
  const care = { ...passage('g', 'Estrutura: 5 anos.\nDobradiças e corrediças: 2 anos.'), heading: 'Garantia' };
  const { text } = answerTo('qual a garantia da estrutura', segmentOf([care, ...SHOP]))!;
  expect(text).toBe('Garantia\nEstrutura: 5 anos.');
});

test('keeps the order of sentences', () => {
  const text =
    'A corrente deve ser limpa com querosene. Seque com um pano. A corrente deve ser lubrificada com óleo fino.';
  const base = segmentOf([passage('m', text), ...SHOP]);
  expect(answerTo('como a corrente deve ser limpa e lubrificada', base)!.text).toBe(
    text.replace(' Seque com um pano.', ''),
  );
});

test('cuts a sentence that is too long at a clause, never inside a word', () => {
  const clause = 'a equipe confere os freios, os cabos, as rodas e os pedais de cada bicicleta antes do passeio';
  const text = `Antes de sair, ${Array.from({ length: 12 }, () => clause).join('; ')}.`;
  const found = answerTo('o que a equipe confere antes do passeio', segmentOf([passage('m', text)]))!;
  expect(found.text.length).toBeLessThanOrEqual(ANSWER_MAX);
  expect(text.split(/\s+/)).toEqual(expect.arrayContaining(found.text.split(/\s+/)));
});

test('quotes a sentence that refers back to its subject', () => {
  const text =
    'O passeio noturno da serra reúne ciclistas da região. Ele custa R$ 35,00 por pessoa. A loja vende lanternas. ' +
    'As lanternas duram oito horas. O estacionamento é de graça.';
  expect(
    answerTo('quanto custa o passeio noturno da serra?', segmentOf([passage('n', text), ...SHOP]))!.text,
  ).toContain('R$ 35,00');
});

test('prefers a sentence about the subject to those that only mention it', () => {
  const text =
    'Muitos ciclistas compram a gravel para viajar com a família e levar bagagem leve em estradas boas da região. ' +
    'A gravel é uma bicicleta de estrada com pneus largos. ' +
    'Ao lado da loja há uma praça onde se aluga a gravel de manhã, de tarde e à noite, com desconto para grupos.';
  const { hits } = search([segmentOf([passage('g', text), ...SHOP])], 'o que é uma gravel?');
  expect(hits[0]!.sentences[0]!.text).toBe('A gravel é uma bicicleta de estrada com pneus largos.');
});

describe('a section with a question as its heading', () => {
  const heading = 'Passeios › Posso levar o cachorro?';
  const text = 'Sim, na coleira. O cachorro viaja no reboque nas descidas. A água fica por nossa conta.';

  test('is treated as a FAQ and quoted completely', () => {
    const base = segmentOf([passage('s', text, { heading }), ...SHOP]);
    const found = search([base], 'posso levar cachorro?');
    expect(found.hits[0]!.passage.contentId).toBe('s');
    expect(extractAnswer(found)).toMatchObject({ text, used: [{ passage: { contentId: 's' } }] });
    expect(found.confidence).toBeGreaterThan(
      search([segmentOf([passage('s', text, { heading: 'Passeios › Cachorros' }), ...SHOP])], 'posso levar cachorro?')
        .confidence,
    );
  });

  test('is quoted partly when it is long, without other passages', () => {
    const long = `${text} ${'O reboque é revisado toda semana pela nossa equipe. '.repeat(12)}`.trim();
    expect(long.length).toBeGreaterThan(SECTION_MAX);
    const found = answerTo('posso levar cachorro?', segmentOf([passage('s', long, { heading }), ...SHOP]))!;
    expect(found.text.length).toBeLessThanOrEqual(ANSWER_MAX);
    expect(found.used.map(({ passage }) => passage.contentId)).toEqual(['s']);
  });

  test('needs its own text, and only the last heading counts', () => {
    expect(questionOf({ question: null, heading, text: 'Posso levar o cachorro?' })).toBeNull();
    expect(questionOf({ question: null, heading: `${heading} › Coleira`, text })).toBeNull();
    expect(questionOf({ question: null, heading, text })).toBe('Posso levar o cachorro?');
    expect(questionOf({ question: 'Tem Wi-Fi?', heading, text })).toBe('Tem Wi-Fi?');
  });
});

test('leaves out unlikely sentences', () => {
  const { text } = answerTo('Qual o peso máximo que o quadro da Serrana suporta?')!;
  expect(text).toContain('120 quilos');
  expect(text).not.toContain('Lubrifique');
});

describe('a table', () => {
  const text =
    'Os preços valem até dezembro.\nServiço | Preço | Tempo\nCorte feminino | R$ 80,00 | 50 minutos\n' +
    'Escova progressiva | R$ 320,00 | 3 horas\nManicure | R$ 35,00 | 40 minutos';
  const salon = segmentOf([passage('t', text, { title: 'Tabela de preços' }), ...SHOP]);

  test('is quoted by the matching row, with its headers', () => {
    const found = answerTo('quanto custa a escova progressiva?', salon)!;
    expect(found.text).toBe('Escova progressiva: preço R$ 320,00 e tempo 3 horas');
    expect(found.used).toMatchObject([
      { passage: { contentId: 't' }, quotes: ['Escova progressiva | R$ 320,00 | 3 horas'] },
    ]);
  });

  test('without headers is quoted as "name: value"', () => {
    const pairs = 'Estacionamento | R$ 10,00 a diária\nCafé colonial | R$ 42,00 por pessoa\nSauna | R$ 25,00 a hora';
    const base = segmentOf([passage('p', pairs, { title: 'Extras da pousada' })]);
    expect(answerTo('quanto é o café colonial', base)!.text).toBe('Café colonial: R$ 42,00 por pessoa');
  });

  test('below a question heading is also quoted by row', () => {
    const base = segmentOf([passage('t', text, { heading: 'Quanto custa?' })]);
    const { text: answer } = answerTo('quanto custa manicure', base)!;
    expect(answer).toContain('Manicure: preço R$ 35,00 e tempo 40 minutos');
    expect(answer).not.toContain('Escova');
  });
});

test('quotes each passage on its own lines', () => {
  const base = segmentOf([
    passage('a', 'O passeio de barco sai às 9h do píer central.', { title: 'Passeio de barco' }),
    passage('b', 'O passeio de barco custa R$ 90,00 por pessoa.', { title: 'Preços' }),
  ]);
  const { text, used } = answerTo('que horas sai o passeio de barco e quanto custa por pessoa?', base)!;
  expect(used).toHaveLength(2);
  expect(text.split('\n').sort()).toEqual(used.flatMap(({ quotes }) => quotes!).sort());
});

test('adds no sentence about another subject in a small knowledge base', () => {
  const text =
    'A diária inclui café da manhã servido das 7h às 10h. O quarto tem frigobar. A piscina fecha às 22h. ' +
    'O estacionamento é gratuito para hóspedes. Cães de pequeno porte são aceitos.';
  const { text: answer } = answerTo('o café da manhã está incluso na diária?', segmentOf([passage('h', text)]))!;
  expect(answer).toBe('A diária inclui café da manhã servido das 7h às 10h.');
});

test('returns null when nothing is found', () => {
  expect(answerTo('?')).toBeNull();
  expect(answerTo('quanto custa', segmentOf([]))).toBeNull();
});

test.each([
  [
    'Pão francês ....... R$ 14,90 o quilo\nBroa de milho ....... R$ 9,50 a unidade',
    'quanto custa a broa de milho?',
    'R$ 9,50',
  ],
  ['Corte . . . . . R$ 40\nCorte e barba . . . . . R$ 65', 'quanto custa corte e barba?', 'R$ 65'],
  ['CAT A (moto)... R$ 1.490 / 10x 170\nCAT B (carro)... R$ 1.990 / 10x 220', 'quanto é a CAT B de carro?', 'R$ 1.990'],
])('keeps an item of a list with leader dots together with its price', (text, question, price) => {
  const answer = extractAnswer(search([segmentOf([passage('p', text)])], question))!.text;
  expect(answer).toContain(price);
  for (const line of answer.split('\n')) expect(text.split('\n')).toContain(line);
});

test('never answers with a question, the numbers of clauses or a heading alone', () => {
  const only = (text: string, heading: string | null = null) =>
    segmentOf([passage('p', text, { heading }), passage('q', 'A loja vende bicicletas.')]);
  for (const base of [only('Fazem orçamento sem compromisso?'), only('1. 2. 2.'), only('Orçamento', 'Orçamento')]) {
    const found = extractAnswer(search([base], 'fazem orçamento sem compromisso?'));
    expect(found?.text ?? '').not.toMatch(/orçamento|2\./i);
  }
});
