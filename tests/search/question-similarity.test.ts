import fc from 'fast-check';
import { expect, test } from 'vitest';
import { questionSimilarity, SAME_QUESTION } from '../../src/search/question-similarity.ts';
import { QUESTIONS } from './bike-shop.ts';

test.each([
  ['Vocês consertam pneu furado?', 'vcs consertam pneus furados'],
  ['Qual o preço da revisão?', 'Quanto custa a revisão?'],
  ['A loja abre no domingo?', 'a loja abri aos domingos??'],
  ['Posso trocar o capacete?', 'dá para trocar capacete'],
])('"%s" and "%s" ask the same', (one, other) => {
  expect(questionSimilarity(one, other)).toBeGreaterThanOrEqual(SAME_QUESTION);
});

test.each([
  ['Vocês consertam pneu furado?', 'Vocês alugam capacete?'],
  ['Onde fica a loja?', 'Quando abre a loja?'],
  ['Qual o preço da revisão?', 'Qual o preço do capacete?'],
  ['oi', 'Quanto custa a revisão?'],
])('"%s" and "%s" ask different things', (one, other) => {
  expect(questionSimilarity(one, other)).toBeLessThan(SAME_QUESTION);
});

test('similarity is symmetric, between 0 and 1, and 1 for the same question', () => {
  const question = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...QUESTIONS.map(([one]) => one)));
  fc.assert(
    fc.property(question, question, (one, other) => {
      expect(questionSimilarity(one, one)).toBeCloseTo(1);
      const like = questionSimilarity(one, other);
      expect(like).toBeCloseTo(questionSimilarity(other, one));
      expect(like >= 0 && like <= 1 + 1e-9).toBe(true);
    }),
  );
});
