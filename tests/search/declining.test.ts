import { expect, test } from 'vitest';
import { search } from '../../src/search/search.ts';
import { faq, passage, QUESTIONS, segmentOf, SHOP } from './bike-shop.ts';

const shop = segmentOf(SHOP);
const FOREIGN = [
  'Qual é a capital da Mongólia?',
  'Como faço um bolo de cenoura fofinho?',
  'Quem venceu a Copa de 1970?',
  'Vocês vendem ração para cachorro?',
  'me conta uma piada',
  'você é um robô?',
  'Qual remédio tomo para dor de cabeça?',
  'Como declaro imposto de renda?',
  'kkkkkkk',
  'obrigado, até logo!',
];

test('answers most questions of a small knowledge base and suggests the answers to the others', () => {
  const answered = QUESTIONS.filter(([question]) => search([shop], question).isAnswerable);
  expect(answered.length / QUESTIONS.length).toBeGreaterThan(0.7);
  for (const [question, contentId] of QUESTIONS) {
    const { suggestions } = search([shop], question);
    expect(
      suggestions.map(({ passage }) => passage.contentId),
      question,
    ).toContain(contentId);
  }
});

test.each(FOREIGN)('declines: %s', (question) => {
  expect(search([shop], question).isAnswerable).toBe(false);
});

test('is far more confident in questions with an answer', () => {
  const mean = (questions: readonly string[]) =>
    questions.reduce((sum, question) => sum + search([shop], question).confidence, 0) / questions.length;
  expect(mean(QUESTIONS.map(([question]) => question))).toBeGreaterThan(mean(FOREIGN) + 0.5);
});

test('is less confident when the answer is removed from the knowledge base', () => {
  const changes = QUESTIONS.flatMap(([question, contentId, ordinal]) => {
    const full = search([shop], question);
    if (!full.isAnswerable) return [];
    const rest = SHOP.filter((one) => one.contentId !== contentId || one.ordinal !== ordinal);
    const { confidence } = search([segmentOf(rest)], question);
    expect(confidence, question).toBeLessThan(full.confidence);
    return [confidence - full.confidence];
  });
  expect(changes.reduce((sum, change) => sum + change, 0) / changes.length).toBeLessThan(-0.3);
});

test.each([
  ['Quem pode ir no passeio de domingo?', 'faq-passeio'],
  ['Onde começa o passeio de domingo?', 'faq-passeio-onde'],
])('does not answer with a FAQ about the same thing that asks for something else: %s', (question, contentId) => {
  const rest = segmentOf(SHOP.filter((one) => one.contentId !== contentId));
  const { outcome, suggestions } = search([rest], question);
  expect(outcome).toBe('suggested');
  expect(suggestions[0]!.passage.question).toContain('passeios de domingo');
});

test('is less confident when a number is not in the passage', () => {
  const sure = search([shop], 'A Serrana 29 suporta 120 quilos?').confidence;
  expect(search([shop], 'A Serrana 29 suporta 350 quilos?').confidence).toBeLessThan(sure);
});

test.each([
  [
    'its opposite',
    'Qual é o peso mínimo que o quadro suporta?',
    'O quadro tem um peso máximo, que suporta bem, de 120 quilos.',
  ],
  [
    'the negated question',
    'Quais bicicletas de aro 29 a oficina não atende?',
    'A oficina atende todas as bicicletas de aro 29.',
  ],
  ['another name', 'Em que dia Osvaldo Tavares atende?', 'Osvaldo Brandini atende no dia marcado.'],
])('is less confident when the passage says %s', (_, question, text) => {
  const opposite = question.replace('mínimo', 'máximo').replace('não ', '').replace('Tavares', 'Brandini');
  const base = segmentOf([passage('wrong', text), ...SHOP]);
  expect(search([base], opposite).hits[0]!.passage.contentId).toBe('wrong');
  expect(search([base], question).confidence).toBeLessThan(search([base], opposite).confidence - 0.1);
});

test('is less confident when a FAQ on the subject asks something else', () => {
  const how = segmentOf([faq('v', 'Como funciona o vale-presente da loja?', 'Ele é usado como dinheiro.'), ...SHOP]);
  const when = segmentOf([faq('v', 'Quando vence o vale-presente da loja?', 'Um ano depois da compra.'), ...SHOP]);
  const [wrong, right] = [how, when].map((base) => search([base], 'Até quando vale o vale-presente da loja?'));
  expect(wrong!.confidence).toBeLessThan(right!.confidence - 0.03);
});

test('declines a question with only corrected words', () => {
  expect(search([shop], 'você é um robô?').isAnswerable).toBe(false);
});

test('is similarly confident in a small and a large knowledge base', () => {
  const others = Array.from({ length: 400 }, (_, index) =>
    passage(`o${index}`, `O modelo ${index} tem a cor ${index * 7} e o aro ${index % 30}.`, {
      title: `Modelo ${index}`,
    }),
  );
  const [few, many] = [segmentOf(SHOP.slice(0, 8)), segmentOf([...SHOP.slice(0, 8), ...others])];
  for (const [question] of QUESTIONS.slice(0, 10)) {
    const difference = search([few], question).confidence - search([many], question).confidence;
    expect(Math.abs(difference), question).toBeLessThan(0.45);
  }
});

test('returns a confidence between 0 and 1', () => {
  for (const question of [...FOREIGN, ...QUESTIONS.map(([question]) => question)]) {
    const { confidence } = search([shop], question);
    expect(confidence).toBeGreaterThanOrEqual(0);
    expect(confidence).toBeLessThanOrEqual(1);
  }
});

test('answers a price question from a price list without the word "price"', () => {
  const list = 'Revisão completa R$ 180,00\nTroca de pneu R$ 40,00\nLavagem da corrente R$ 15,00';
  const base = segmentOf([passage('precos', list, { title: 'Tabela' }), ...SHOP]);
  for (const question of ['preço da lavagem da corrente', 'qual o valor da troca de pneu?']) {
    const found = search([base], question);
    expect(found.hits[0]!.passage.contentId, question).toBe('precos');
    expect(found.isAnswerable, question).toBe(true);
  }
  expect(search([base], 'preço do ingresso do cinema').isAnswerable).toBe(false);
});
