import { expect, test } from 'vitest';
import { extractAnswer } from '../../src/search/extract-answer.ts';
import { findAnswer } from '../../src/search/find-answer.ts';
import { hourIn } from '../../src/search/records/asked.ts';
import { isAtTime } from '../../src/search/records/clock.ts';
import { passage, segmentOf } from './bike-shop.ts';

const RULES = `Som permitido até as 22h.
Piscina das 8h às 20h.
Café da manhã das 7h às 10h.
Estacionamento: R$ 15 a noite.`;

const answerTo = (question: string) => {
  const result = findAnswer([segmentOf([passage('rules', RULES, { title: 'regras.txt' })])], question);
  return result.outcome === 'answered' ? extractAnswer(result)?.text : undefined;
};

test.each([
  ['das 8h às 20h', '19:30', true],
  ['das 8h às 20h', '20:30', false],
  ['até as 22h', '23:00', false],
  ['a partir das 14h', '13:00', false],
  ['das 22h às 6h', '23:00', true],
  ['sempre aberto', '10:00', null],
  ['das 8h às 12h e das 14h às 18h', '13:00', null],
])('compares "%s" with %s', (text, hour, expected) => {
  expect(isAtTime(text, hour)).toBe(expected);
});

test.each([
  ['abre as 5?', '05:00'],
  ['entregam a 5 km?', null],
  ['entregam a 10 quilos?', null],
])('reads the hour in a question, but no measure: %s', (question, hour) => {
  expect(hourIn(question)).toBe(hour);
});

test('says yes only to a time within the limit', () => {
  expect(answerTo('pode som até as 23h?')).toBe('Não. Som permitido até as 22h.');
  expect(answerTo('pode som as 21h?')).toBe('Sim. Som permitido até as 22h.');
});

test('tells the hours of what is asked for at a time', () => {
  expect(answerTo('posso usar a piscina as 21h?')).toBe('Piscina das 8h às 20h.');
  expect(answerTo('tem café as 11h?')).toBe('Café da manhã das 7h às 10h.');
});
