import { expect, test } from 'vitest';
import { cleanQuestion } from '../../src/server/insight/gaps/clean-question.ts';

test.each([
  ['vocês alugam toalhas ?', null, 'Vocês alugam toalhas?'],
  ['Oi, bom dia! Obrigada. Tem drone?', null, 'Tem drone?'],
  ['que horas abre? e vocês têm aula de violino?', null, 'E vocês têm aula de violino?'],
  ['tem aula de violino?', 'quanto custa a piscina? tem aula de violino?', 'Tem aula de violino?'],
  ['e quanto custa?', 'quanto custa aula de violino', 'Quanto custa aula de violino?'],
  ['E quanto custa?', `quanto custa ${'palavra '.repeat(20)}`, 'E quanto custa?'],
  ['obrigada', null, 'Obrigada?'],
])('takes %j (searched as %j) as one question: %j', (typed, searched, question) => {
  expect(cleanQuestion(typed, searched)).toBe(question);
});
