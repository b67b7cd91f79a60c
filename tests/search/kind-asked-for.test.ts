import { expect, test } from 'vitest';
import { findAnswer } from '../../src/search/find-answer.ts';
import { answer, baseOf } from './base-of.ts';
import { faq, segmentOf } from './bike-shop.ts';

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

const PROVIDER = segmentOf(
  (
    [
      ['Em quanto tempo o técnico vem?', 'Em até 48 horas depois do chamado. Empresas, em até 8 horas.'],
      ['Emitem nota fiscal?', 'Sim, ela vai por e-mail junto com a confirmação do envio.'],
      ['Quanto custa o link dedicado?', 'Fale com o comercial pelo WhatsApp.'],
      ['Como cancelo?', 'Ligue para 0800 591 2040 com o CPF do titular.'],
      ['Posso trocar de plano?', 'Sim. Para um menor, só depois de 12 meses.'],
    ] as const
  ).map(([question, answer], at) => faq(`q${at}`, question, answer)),
);

test.each([
  ['COLETA\nA coleta em casa custa R$ 10, e é grátis para quem tem contrato.', 'quanto custa a coleta?', 'R$ 10'],
  ['COLETA\nColeta no interior: sob consulta.', 'quanto custa a coleta no interior?', 'sob consulta'],
  ['COLETA\nA coleta é das 8 às 17, em dias úteis.', 'que horas é a coleta?', '8 às 17'],
  ['COLETA\nA coleta é feita às quintas e sextas na sua casa.', 'que dias tem coleta?', 'quintas'],
])('asserts one that has it: %s', (text, question, said) => {
  expect(answer(baseOf('coleta', text), question)).toContain(said);
});

test.each([
  ['o técnico vem que horas?', 'shown'],
  ['a nota fiscal vai com preço?', 'shown'],
  ['em quanto tempo o técnico vem?', 'answered'],
  ['vocês emitem nota fiscal?', 'answered'],
  ['quanto custa o link dedicado?', 'answered'],
])('asserts no FAQ that lacks it: %s', (question, outcome) => {
  expect(findAnswer([PROVIDER], question).outcome).toBe(outcome);
});

const RENTAL = baseOf(
  'Sala',
  `SALA DE ENSAIO
O aluguel do armário custa R$ 35 por mês.
Goteira na sala: ligue para (31) 3777-4040 e avise a portaria.`,
);

test.each(['quanto custa o armário por dia?', 'goteira na sala quanto?'])(
  'takes neither the price of another period nor a telephone for the price: %s',
  (question) => {
    expect(answer(RENTAL, question)).toBeNull();
  },
);

test('asserts the price of the period asked for', () => {
  expect(answer(RENTAL, 'quanto custa o armário por mês?')).toContain('R$ 35 por mês');
});

test('tells the hours of the FAQ about them for any name of the business, in singular or plural', () => {
  const bank = segmentOf([
    faq('lost', 'Perdi meu cartão, o que faço?', 'Ligue para 0800 591 3030, que atende 24 horas.'),
    faq('close', 'Como encerro minha conta?', 'Na agência, com um documento.'),
    faq('hours', 'Qual o horário das agências?', 'De segunda a sexta, das 10h às 15h.'),
  ]);
  for (const question of ['que horas abre a agência?', 'que horas abrem as agências?'])
    expect(answer(bank, question)).toContain('das 10h às 15h');
});

const CLEANERS = segmentOf(
  (
    [
      ['Quanto custa limpar um sofá?', 'Sofá de 2 lugares: R$ 160. Sofá de 3 lugares: R$ 190.'],
      ['Limpam colchão?', 'Sim. Colchão de solteiro custa R$ 120 e de casal R$ 160.'],
      ['O que é a impermeabilização?', 'Ela protege o tecido do sofá contra líquidos por até 12 meses.'],
      ['Em quanto tempo seca?', 'De 4 a 8 horas em dias quentes.'],
    ] as const
  ).map(([question, text], at) => faq(`q${at}`, question, text)),
);

test.each([
  ['quanto custa limpar um sofá de 3 lugares?', 'answered'],
  ['qnto custa a limpeza do sofá?', 'answered'],
  ['quanto custa impermeabilizar um sofá de 3 lugares?', 'shown'],
  ['qnto custa impermeabilizar um sofa', 'shown'],
])('the price of one thing done is not that of another: %s', (question, outcome) => {
  expect(findAnswer([CLEANERS], question).outcome).toBe(outcome);
});
