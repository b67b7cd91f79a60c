import { expect, test } from 'vitest';
import { answer, baseOf } from './base-of.ts';

const MARINA = baseOf(
  'Regulamento da marina',
  `REGULAMENTO DA MARINA

1. DO PÍER
1.1. Podem pescar no píer visitantes a partir de 12 anos. Entre 8 e 12 anos, somente com colete e um responsável.
1.2. A pesca noturna termina às 22h.

2. DA RAMPA
2.1. A rampa é usada com agendamento pelo aplicativo.
2.2. A descida de jet-ski custa R$ 60,00.
Parágrafo único. O caiaque desce de graça aos domingos.`,
);

test.each([
  // The sentence after the limit belongs to it, although a number with points stands before both.
  ['meu filho de 9 anos pode pescar no píer?', 'Entre 8 e 12 anos, somente com colete e um responsável.'],
  ['quanto custa descer o jet-ski?', 'A descida de jet-ski custa R$ 60,00.'],
  ['o caiaque paga no domingo?', 'O caiaque desce de graça aos domingos.'],
])('%s: the number of a rule is part of its sentence, and not told', (question, told) => {
  const said = answer(MARINA, question);
  expect(said).toContain(told);
  expect(said).not.toMatch(/\d\.\d\.|único|^Não/);
});
