import { expect, test } from 'vitest';
import { findAnswer } from '../../src/search/find-answer.ts';
import { answer, baseOf } from './base-of.ts';

const COURIER = baseOf(
  'coleta e entrega',
  `COLETA
Pedidos de coleta feitos até o meio da tarde são atendidos sem demora pelos nossos motoboys.

ENTREGA
Entregamos em todo o Sudeste, sempre com rastreamento.

EMBALAGEM
Caixas e plástico bolha à venda no balcão da unidade.`,
);

test.each(['quanto custa a coleta?', 'que horas é a coleta?', 'que dia tem coleta?'])(
  'does not assert a text that lacks the value asked for: %s',
  (question) => {
    expect(findAnswer([COURIER], question).outcome).toBe('shown');
  },
);

test.each([
  ['COLETA\nA coleta em casa custa R$ 10, e é grátis para quem tem contrato.', 'quanto custa a coleta?', 'R$ 10'],
  ['COLETA\nColeta no interior: sob consulta.', 'quanto custa a coleta no interior?', 'sob consulta'],
  ['COLETA\nA coleta é das 8 às 17, em dias úteis.', 'que horas é a coleta?', '8 às 17'],
  ['COLETA\nA coleta é feita às quintas e sextas na sua casa.', 'que dias tem coleta?', 'quintas'],
])('asserts one that has it: %s', (text, question, said) => {
  expect(answer(baseOf('coleta', text), question)).toContain(said);
});
