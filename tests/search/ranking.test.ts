import { expect, test } from 'vitest';
import { search } from '../../src/search/search.ts';
import type { Segment } from '../../src/search/segment.ts';
import { faq, passage, QUESTIONS, segmentOf, SHOP } from './bike-shop.ts';

const shop = segmentOf(SHOP);
const first = (question: string, chain: readonly Segment[] = [shop]) => {
  const best = search(chain, question).hits[0]?.passage;
  return best === undefined ? null : `${best.contentId} ${best.ordinal}`;
};
const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace('?', '');

test.each(QUESTIONS)('ranks the right passage first: %s', (question, contentId, ordinal) => {
  expect(first(question)).toBe(`${contentId} ${ordinal}`);
});

test.each(QUESTIONS)('ranks it first without accents and in lowercase: %s', (question, contentId, ordinal) => {
  expect(first(withoutAccents(question))).toBe(`${contentId} ${ordinal}`);
});

test.each([
  ['oi bom dia qto custa a revisao conpleta pfv', 'oficina 0'],
  ['vcs atendem bicicelta eletirca q dia', 'oficina 2'],
  ['qnd a loja abre sabdo', 'sobre 2'],
  ['da p pagar no cartao blz', 'faq-pagamento 0'],
  ['qm pode participar do paseio de domigno', 'faq-passeio 0'],
  ['garntia da bicileta qto tempo', 'faq-garantia 0'],
])('ranks it first with typos and chat language: %s', (question, expected) => {
  expect(first(question)).toBe(expected);
});

test('distinguishes two FAQs on one subject by the kind of question', () => {
  expect(first('Quem participa dos passeios de domingo?')).toBe('faq-passeio 0');
  expect(first('De onde sai o passeio de domingo?')).toBe('faq-passeio-onde 0');
});

test('searches parent contexts too, with scores that do not depend on how passages are distributed', () => {
  const [odd, even] = [1, 0].map((rest) => segmentOf(SHOP.filter((_, index) => index % 2 === rest)));
  for (const [question] of QUESTIONS) {
    const full = search([shop], question).hits;
    const cut = search([odd!, even!], question).hits;
    expect(cut.map(({ passage }) => passage)).toEqual(full.map(({ passage }) => passage));
    cut.forEach(({ score }, index) => expect(score).toBeCloseTo(full[index]!.score, 3));
  }
});

test('uses title and heading', () => {
  const base = segmentOf([
    passage('a', 'Custa dez reais por pessoa.', { title: 'Trilha do Açude' }),
    passage('b', 'Custa vinte reais por pessoa.', { title: 'Trilha da Pedra' }),
    passage('c', 'Custa trinta reais por pessoa.', { title: 'Trilhas', heading: 'Trilha do Mirante' }),
  ]);
  expect(first('quanto custa a trilha da pedra', [base])).toBe('b 0');
  expect(first('quanto custa a trilha do mirante', [base])).toBe('c 0');
});

test('orders equal passages by content and ordinal', () => {
  const copies = ['c', 'a', 'b'].flatMap((id) =>
    [1, 0].map((ordinal) => passage(id, 'O selim é de couro.', { ordinal })),
  );
  const found = search([segmentOf(copies)], 'selim de couro').hits.map(
    ({ passage }) => passage.contentId + passage.ordinal,
  );
  expect(found).toEqual(['a0', 'a1', 'b0', 'b1', 'c0', 'c1']);
});

test('respects the limit', () => {
  expect(search([shop], 'bicicleta loja', { limit: 2 }).hits).toHaveLength(2);
  expect(search([shop], 'bicicleta loja').hits.length).toBeLessThanOrEqual(10);
});

test('finds nothing for an empty knowledge base, chain or question', () => {
  const nothing = { hits: [], confidence: 0, isAnswerable: false, outcome: 'unknown', suggestions: [] };
  expect(search([], 'quanto custa')).toEqual(nothing);
  expect(search([segmentOf([])], 'quanto custa')).toEqual(nothing);
  for (const question of ['', '   ', '?!', '👍🏽', 'e aí, tudo bem com você?']) {
    expect(search([shop], question).isAnswerable).toBe(false);
  }
});

test('ignores passages without words', () => {
  const base = segmentOf([passage('vazio', ''), passage('sinais', '— … —'), faq('pergunta', '???', 'Sim.'), ...SHOP]);
  expect(first('Quanto custa a revisão completa?', [base])).toBe('oficina 0');
});

test.each([
  ['quanto custa a revisaocompleta', 'oficina 0'],
  ['conserto de pneufurado', 'oficina 1'],
  ['atendem bici cletas eletricas em que dia', 'oficina 2'],
  ['quantooo custaaa a revisãooo completa', 'oficina 0'],
])('handles missing and extra spaces and repeated letters: %s', (question, expected) => {
  expect(first(question)).toBe(expected);
});

test.each([
  ['onde vocês estão?', 'sobre 1'],
  ['boa noite, onde é?', 'sobre 1'],
  ['e quando é?', 'sobre 2'],
])('searches by intent when a question has no word of its own: %s', (question, expected) => {
  expect(first(question)).toBe(expected);
});

test('ignores a greeting but not its words elsewhere in the question', () => {
  const base = segmentOf([faq('n', 'Vocês abrem à noite?', 'Não.'), faq('t', 'Vocês abrem à tarde?', 'Sim.'), ...SHOP]);
  expect(first('boa tarde, abrem de noite?', [base])).toBe('n 0');
  expect(first('boa noite, abrem de tarde?', [base])).toBe('t 0');
});

test('distinguishes FAQs by small words', () => {
  const base = segmentOf([
    faq('antes', 'O que fazer antes do passeio?', 'Calibre os pneus.'),
    faq('depois', 'O que fazer depois do passeio?', 'Lave a bicicleta.'),
    faq('sem', 'Posso alugar sem cadastro?', 'Não.'),
    faq('com', 'Posso alugar com cadastro?', 'Sim.'),
    ...SHOP,
  ]);
  expect(first('alugar com cadastro', [base])).toBe('com 0');
  expect(first('alugar sem cadastro', [base])).toBe('sem 0');
  expect(first('fazer antes do passeio', [base])).toBe('antes 0');
  expect(first('fazer depois do passeio', [base])).toBe('depois 0');
});

const PORTUGUESE = [
  'O check-in começa às 14h e o check-out vai até as 12h.',
  'O café da manhã é servido das 7h às 10h no restaurante.',
  'O Wi-Fi é grátis em todos os quartos.',
];
const ENGLISH = [
  'Check-in is from 2 pm and check-out is until noon.',
  'Breakfast is served from 7 am to 10 am in the restaurant.',
  'Wi-Fi is free in all rooms.',
];
const SPANISH = [
  'El check-in es desde las 14 h y el check-out hasta las 12 h.',
  'El desayuno se sirve de 7 a 10 en el restaurante.',
  'El Wi-Fi es gratis en todas las habitaciones.',
];

test.each([
  ['qual o horário do check-in?', 'pt 0'],
  ['horário do check-out', 'pt 0'],
  ['wi-fi', 'pt 2'],
  ['tem wi-fi?', 'pt 2'],
  ['is the wi-fi free?', 'en 2'],
  ['what time is check-in?', 'en 0'],
  ['¿cuál es el horario de check-in?', 'es 0'],
  ['¿el wi-fi es gratis?', 'es 2'],
])("answers in the visitor's language what a site says in several: %s", (question, expected) => {
  const said = { en: ENGLISH, es: SPANISH, pt: PORTUGUESE };
  const passages = Object.entries(said).flatMap(([language, texts]) =>
    texts.map((text, ordinal) => passage(language, text, { ordinal })),
  );
  expect(first(question, [segmentOf(passages)])).toBe(expected);
});

test('answers in another language what is said in that one only', () => {
  const base = segmentOf([
    passage('en', 'Check-in is from 2 pm and check-out is until noon.'),
    passage('pt', 'O restaurante serve peixe da nossa praia todos os dias.'),
  ]);
  expect(first('qual o horário do check-in?', [base])).toBe('en 0');
});
