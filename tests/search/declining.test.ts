import { expect, test } from 'vitest';
import { search } from '../../src/server/knowledge/search/search.ts';
import { QUESTIONS, segmentOf, SHOP } from './bike-shop.ts';

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

test('nearly every question that the base answers is answered, small as the base is', () => {
  const answered = QUESTIONS.filter(([question]) => search([shop], question).isAnswerable);
  expect(answered.length / QUESTIONS.length).toBeGreaterThan(0.85);
});

test.each(FOREIGN)('declines: %s', (question) => {
  expect(search([shop], question).isAnswerable).toBe(false);
});

test('questions with an answer are surer by far than those from elsewhere', () => {
  const mean = (questions: readonly string[]) =>
    questions.reduce((sum, question) => sum + search([shop], question).confidence, 0) / questions.length;
  expect(mean(QUESTIONS.map(([question]) => question))).toBeGreaterThan(mean(FOREIGN) + 0.5);
});

test('an answer taken out of the base makes its question less sure', () => {
  for (const [question, contentId, ordinal] of QUESTIONS) {
    const rest = SHOP.filter((one) => one.contentId !== contentId || one.ordinal !== ordinal);
    expect(search([segmentOf(rest)], question).confidence).toBeLessThan(search([shop], question).confidence);
  }
});

test('a number that the passage does not hold makes a question less sure', () => {
  const sure = search([shop], 'A Serrana 29 suporta 120 quilos?').confidence;
  expect(search([shop], 'A Serrana 29 suporta 350 quilos?').confidence).toBeLessThan(sure);
});

test('confidence is a share', () => {
  for (const question of [...FOREIGN, ...QUESTIONS.map(([question]) => question)]) {
    const { confidence } = search([shop], question);
    expect(confidence).toBeGreaterThanOrEqual(0);
    expect(confidence).toBeLessThanOrEqual(1);
  }
});
