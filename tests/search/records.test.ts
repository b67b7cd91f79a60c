import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractAnswer } from '../../src/search/extract-answer.ts';
import { withFacts } from '../../src/search/facts/answer-with-facts.ts';
import { withRecords } from '../../src/search/records/answer-with-records.ts';
import { isWithin, limitsIn, quantitiesIn } from '../../src/search/records/limits.ts';
import { recordsInText } from '../../src/search/records/read-records.ts';
import { search } from '../../src/search/search.ts';
import { fold } from '../../src/search/words.ts';
import { passage, segmentOf } from './bike-shop.ts';

const pricesIn = (text: string) =>
  recordsInText(text).flatMap((record) => (record.kind === 'price' ? [[record.name, record.cents]] : []));

test.each([
  ['CAT B (carro) ....... R$ 1.990 / 10x 220', [['CAT B (carro)', [199000]]]],
  ['- Corte masculino — R$ 45', [['Corte masculino', [4500]]]],
  ['Hidratação    R$ 80,00', [['Hidratação', [8000]]]],
  ['Moto (lavagem) ..... 35', [['Moto (lavagem)', [3500]]]],
  [
    'Escova: R$ 50; progressiva: R$ 250',
    [
      ['Escova', [5000]],
      ['progressiva', [25000]],
    ],
  ],
  ['Diária casal a partir de R$ 340', [['Diária casal', [34000]]]],
  ['O limite do MEI é de R$ 81.000,00 por ano.', []],
])('reads the prices of "%s"', (line, expected) => {
  expect(pricesIn(line)).toEqual(expected);
});

const NAMES = ['Corte', 'Banho e tosa', 'Suíte casal', 'Óleo 20w50', 'CAT B (carro)', 'Pão de queijo'];
const LEADERS = [' ....... ', ' - ', ' — ', ': ', '    ', ' | '];
const written = (cents: number) =>
  (cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

test('reads each line of a price list, whatever leads to the price', () => {
  const item = fc.record({ name: fc.constantFrom(...NAMES), cents: fc.integer({ min: 100, max: 900_000 }) });
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 6 }), fc.constantFrom(...LEADERS), (items, leader) => {
      const text = items.map(({ name, cents }) => `${name}${leader}R$ ${written(cents)}`).join('\n');
      expect(pricesIn(text)).toEqual(items.map(({ name, cents }) => [name, [cents]]));
      for (const { quote } of recordsInText(text)) expect(text.slice(quote.start, quote.end)).not.toContain('\n');
    }),
  );
});

test('reads ranges of every unit, and of years of school', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (from, more) => {
      const to = from + more;
      const range = { min: from, max: to };
      expect(limitsIn(`de ${from} a ${to} kg`)).toEqual([{ unit: 'kilogram', ...range }]);
      expect(limitsIn(`do ${from}o ao ${to}o ano`)).toEqual([{ unit: 'grade', ...range }]);
      expect(limitsIn(`${from} a ${to} dias`)).toEqual([{ unit: 'day', ...range }]);
    }),
  );
});

test.each([
  ['de 6 meses a 3 anos', { unit: 'year', min: 0.5, max: 3 }],
  ['com 15 dias de antecedencia', { unit: 'day', min: 15, max: null }],
  ['com menos de 7 dias de antecedencia', { unit: 'day', min: null, max: 6.999 }],
  ['ate 60 dias antes', { unit: 'day', min: 60, max: null }],
  ['a partir de 1,40 m', { unit: 'metre', min: 1.4, max: null }],
  ['ate 10 litros', { unit: 'litre', min: null, max: 10 }],
  ['gratis acima de r$ 1.200,50', { unit: 'real', min: 1200.5, max: null }],
])('reads the limit of "%s"', (text, limit) => {
  expect(limitsIn(text)).toEqual([limit]);
});

test.each([
  ['meu filho tem 1,30', [{ unit: 'metre', value: 1.3 }]],
  ['tenho 62, posso?', [{ unit: 'year', value: 62 }]],
  ['tenho 2 filhos', []],
  ['gastei R$ 130', [{ unit: 'real', value: 130 }]],
  ['bolo de 1,5 kg', [{ unit: 'kilogram', value: 1.5 }]],
])('reads the quantity of "%s"', (question, quantities) => {
  expect(quantitiesIn(fold(question))).toEqual(quantities);
});

test('compares a value with the limits of a line', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 90 }), (limit, value) => {
      const [from] = limitsIn(`a partir de ${limit} anos`);
      const [until] = limitsIn(`ate ${limit} pessoas`);
      expect(isWithin(value, from!)).toBe(value >= limit);
      expect(isWithin(value, until!)).toBe(value <= limit);
    }),
  );
});

const GYM = segmentOf([
  passage('rules', 'Idade mínima para musculação: 14 anos.\nToalha é obrigatória.\nNão aceitamos cheque.', {
    title: 'regras.txt',
  }),
  passage('prices', 'CAT B (carro) ....... R$ 1.990 / 10x 220\nCAT A (moto) ....... R$ 1.490', {
    title: 'valores.txt',
  }),
  passage('pets', 'Aceitamos cães de até 12 kg. A piscina não permite animais.', { title: 'animais.txt' }),
  passage(
    'office',
    'Avulsos: declaração R$ 90,00; parcelamento de tributos R$ 160,00; baixa do MEI R$ 130,00; mudança do MEI R$ 490,00.',
    { title: 'escritorio.txt' },
  ),
  passage(
    'photos',
    'Ensaio no estúdio: R$ 400\nDrone: R$ 800\nÁlbum de madeira: R$ 350\nParcelamos em até 6x sem juros no cartão.',
    { title: 'fotos.txt' },
  ),
  passage(
    'washing',
    'Banho porte pequeno (até 10 kg): R$ 50\nBanho porte médio (11 a 20 kg): R$ 70\nBanho porte grande (21 a 35 kg): R$ 95',
    { title: 'banho.txt' },
  ),
  passage('pool', 'Crianças até 5 anos não pagam a piscina. Crianças de 6 a 11 anos pagam taxa de R$ 15 na piscina.', {
    title: 'piscina.txt',
  }),
  passage(
    'parties',
    'Pacotes de festa\nPacote Kids: até 20 crianças, R$ 1.900, de terça a quinta\nPacote Turma: até 40 crianças, R$ 3.200\nPacote Total: até 80 crianças, R$ 5.500\nMontanha-russa: a partir de 1,40 m.',
    { title: 'festas.txt' },
  ),
  passage(
    'classes',
    'Turmas de natação\nBebês: 6 meses a 3 anos, sábados às 9h, R$ 180\nInfantil: 4 a 10 anos, terças às 17h, R$ 210\nAdulto: a partir de 17 anos, quartas às 20h, R$ 250',
    { title: 'natacao.txt' },
  ),
  passage(
    'rooms',
    'Quarto Standard: cama de casal e frigobar. Diária R$ 220 de domingo a quinta, R$ 280 sexta e sábado.\nQuarto Família: duas camas e varanda. Diária R$ 340.',
    { title: 'quartos.txt' },
  ),
  passage('leaving', 'Sair depois do 12º mês: sem multa.\nSair antes do 12º mês: multa de 3 aluguéis.', {
    title: 'contrato.txt',
  }),
  passage('parking', 'Temos estacionamento próprio. Não temos manobrista.', { title: 'estrutura.txt' }),
]);
const PARISH = segmentOf([
  passage('mass', 'MISSAS\nDomingo: 9h e 19h\nSegunda e terça não há missa.\nSábado: 18h', { title: 'missas.txt' }),
]);
const answerTo = (question: string, base = GYM) => {
  const result = withRecords([base], question, withFacts([base], question, search([base], question)));
  return result.outcome === 'answered' ? (extractAnswer(result)?.text ?? null) : null;
};

describe('answers from records', () => {
  test.each([
    ['meu filho tem 13 anos, pode fazer musculação?', 'Não. Idade mínima para musculação: 14 anos.'],
    ['minha filha tem 15 anos, pode fazer musculação?', 'Sim. Idade mínima para musculação: 14 anos.'],
    ['a toalha é obrigatória?', 'Sim. Toalha é obrigatória.'],
    ['quanto custa a cat b?', 'CAT B (carro): R$ 1.990 ou 10x de R$ 220'],
    ['tem manobrista?', 'Não temos manobrista.'],
    ['tem estacionamento?', 'Sim. Temos estacionamento próprio.'],
    ['criança de 4 anos paga a piscina?', 'Não. Crianças até 5 anos não pagam a piscina.'],
    ['criança de 8 anos paga a piscina?', 'Sim. Crianças de 6 a 11 anos pagam taxa de R$ 15 na piscina.'],
    ['vocês têm drone?', 'Sim. Drone: R$ 800'],
    ['quanto custa o banho de um cachorro de 30 kg?', 'Banho porte grande (21 a 35 kg): R$ 95'],
    ['quanto custa o banho de um cachorro de 15 kg?', 'Banho porte médio (11 a 20 kg): R$ 70'],
    ['quanto fica a festa para 30 crianças?', 'Pacote Turma: até 40 crianças, R$ 3.200'],
    ['festa para 60 crianças, qual pacote?', 'Pacote Total: até 80 crianças, R$ 5.500'],
    ['dá para fazer o pacote kids no sábado?', 'Pacote Kids: até 20 crianças, R$ 1.900, de terça a quinta'],
    ['meu filho tem 1,30, pode ir na montanha-russa?', 'Não. Montanha-russa: a partir de 1,40 m.'],
    [
      'meu filho de 7 anos quer natação, que dia é a aula?',
      'Turmas de natação: Infantil: 4 a 10 anos, terças às 17h, R$ 210',
    ],
    ['bebê de 8 meses na natação, qual turma?', 'Turmas de natação: Bebês: 6 meses a 3 anos, sábados às 9h, R$ 180'],
    ['se eu sair com 8 meses pago multa?', 'Sim. Sair antes do 12º mês: multa de 3 aluguéis.'],
    ['se eu sair com 14 meses pago multa?', 'Não. Sair depois do 12º mês: sem multa.'],
    [
      'quanto custa o quarto standard no sábado?',
      'Quarto Standard: Diária R$ 220 de domingo a quinta, R$ 280 sexta e sábado.',
    ],
    ['quanto custa o quarto família?', 'Quarto Família: Diária R$ 340.'],
    ['parcelam o álbum no cartão?', 'Parcelamos em até 6x sem juros no cartão.'],
  ])('%s', (question, expected) => {
    expect(answerTo(question)).toBe(expected);
  });

  test('quotes the line as its source', () => {
    const question = 'quanto custa a cat b?';
    const { hits } = withRecords([GYM], question, search([GYM], question));
    expect(hits[0]!.quotes).toEqual(['CAT B (carro) ....... R$ 1.990 / 10x 220']);
  });

  test('never says a number that its line does not have', () => {
    for (const question of [
      'quanto custa a cat b?',
      'quanto custa a cat a?',
      'meu filho tem 9 anos, pode fazer musculação?',
    ]) {
      const result = withRecords([GYM], question, withFacts([GYM], question, search([GYM], question)));
      const text = extractAnswer(result)?.text ?? '';
      const source = result.hits[0]!.passage.text;
      for (const number of text.match(/\d+(?:[.,]\d+)*/g) ?? []) expect(source).toContain(number);
    }
  });

  test('does not take what is said of other days for an answer', () => {
    expect(answerTo('tem missa no sábado?', PARISH)).not.toMatch(/^Não/);
    expect(answerTo('tem missa na segunda?', PARISH)).toMatch(/^Não/);
  });

  test('does not answer for another number or without a word of the subject', () => {
    for (const question of [
      'quanto custa a cat c?',
      'tem sauna?',
      'quanto custa o MEI?',
      'vocês têm álbum de couro?',
    ]) {
      expect(withRecords([GYM], question, search([GYM], question)).fact).toBeUndefined();
    }
  });
});

const kindsIn = (text: string) => new Set(recordsInText(text).map(({ kind }) => kind));

test('takes ages for no durations', () => {
  const age = fc.integer({ min: 1, max: 90 });
  const spelled = fc.constantFrom(
    (years: number) => `Crianças a partir de ${years} anos entram com um adulto.`,
    (years: number) => `Menores de ${years} anos não entram.`,
    (years: number) => `Idade mínima de ${years} anos completos.`,
  );
  fc.assert(
    fc.property(age, spelled, (years, spell) => {
      expect(kindsIn(spell(years)).has('deadline')).toBe(false);
      expect(kindsIn(`Garantia de ${years} anos.`).has('deadline')).toBe(true);
    }),
  );
});

test.each([
  ['Todo buquê leva um cartão escrito à mão.', false],
  ['Cartão de aniversário R$ 8', false],
  ['Aceitamos cartão.', true],
  ['Cartão de crédito em até 3x', true],
])('reads ways to pay: %s', (line, isPayment) => {
  expect(kindsIn(line).has('payment')).toBe(isPayment);
});

const MESSY = segmentOf([
  passage('hotel', 'HOTEL PARA CÃES\nDiária R$ 75. Entrada até as 18h.\nNão hospedamos gatos nem fêmeas no cio.', {
    title: 'hotelzinho.txt',
  }),
  passage('driving', 'Temos simulador, mas o uso é opcional.\nNão pode fazer aula de chinelo.', {
    title: 'regras.txt',
  }),
  passage('bath', 'Banho (cães)\nP até 8kg R$ 45\nM de 9 a 30kg R$ 60\nGG acima de 30kg R$ 110', {
    title: 'banho e tosa.txt',
  }),
  passage('gym', 'Menores de 16 anos só treinam com autorização dos pais.\nToalha é obrigatória.', {
    title: 'regulamento.txt',
  }),
  passage('prices', 'corte ........... 45\nbarba .. 38\npgto: pix, dinheiro e débito; crédito só acima de R$ 80', {
    title: 'tabela.txt',
  }),
  passage('classes', 'Terça: 7h spinning / 18h30 zumba\nQuinta: 18h30 zumba\nSábado: 9h yoga', { title: 'aulas.txt' }),
  passage('cakes', 'Bolo de brigadeiro R$ 85\nBolo red velvet R$ 98\nBolo de nozes R$ 110', { title: 'bolos.txt' }),
]);

test.each([
  ['aceitam gato no hotel?', 'Não hospedamos gatos nem fêmeas no cio.'],
  ['o simulador é obrigatório?', 'Não. Temos simulador, mas o uso é opcional.'],
  ['quanto é o banho de um cachorro de 34 kg?', 'Banho (cães): GG acima de 30kg R$ 110'],
  ['quanto é o banho de um cachorro de 12 kg?', 'Banho (cães): M de 9 a 30kg R$ 60'],
  ['minha filha tem 15, pode treinar?', 'Menores de 16 anos só treinam com autorização dos pais.'],
  ['qual bolo é o mais caro?', 'Bolo de nozes R$ 110'],
  ['qual bolo é o mais barato?', 'Bolo de brigadeiro R$ 85'],
  ['que dias tem zumba?', 'Terça: 7h spinning / 18h30 zumba\nQuinta: 18h30 zumba'],
])('answers from a messy text: %s', (question, expected) => {
  const result = withRecords([MESSY], question, withFacts([MESSY], question, search([MESSY], question)));
  expect(result.outcome).toBe('answered');
  expect(extractAnswer(result)?.text).toBe(expected);
});

test('asserts no extreme that nothing states', () => {
  const base = segmentOf([
    passage('halves', 'Fazemos até dois sabores por pizza. Cobra-se o valor da pizza mais cara.', {
      title: 'pizzas.txt',
    }),
    passage('payment', 'Aceitamos Pix e cartão.', { title: 'pagamento.txt' }),
  ]);
  const question = 'qual a pizza mais cara?';
  expect(withRecords([base], question, search([base], question)).outcome).not.toBe('answered');
});

test.each([
  ['Não é possível parcelar.', ['refused']],
  ['Bebida alcoólica não está inclusa.', ['refused']],
  ['O café não vem incluso.', ['refused']],
  ['Nunca fazemos isso.', ['refused']],
  ['Não são permitidos animais.', ['refused']],
])('takes a denial for no offer: %s', (line, stances) => {
  const [record] = recordsInText(line);
  expect(record).toMatchObject({ kind: 'policy', stances });
});

test('takes what is not charged for free', () => {
  const [record] = recordsInText('Não é cobrada taxa de visita.');
  expect(record?.kind === 'policy' && record.stances[0]).toBe('free');
});
