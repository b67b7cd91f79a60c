import { expect, test } from 'vitest';
import { findAnswer } from '../../src/search/find-answer.ts';
import { shownLines } from '../../src/search/shown-lines.ts';
import { answer, baseOf } from './base-of.ts';

const BAKERY = baseOf(
  'padaria',
  `Padaria da Praça

Encomendas
Bolos e salgados com 3 dias de antecedência.

Preços
Pão francês: R$ 18,90/kg
Pão de queijo (10 un): R$ 14,00
Bolo caseiro: R$ 22,00
Convite de papel arroz: R$ 2,20 cada, mínimo de 30 unidades
Cartão de mesa: 500 un R$ 120, 1.000 un R$ 160

Entrega
Entregamos encomendas acima de R$ 150.`,
);

const POOL = baseOf(
  'planos',
  `Plano trimestral tem 5% de desconto e o anual 15%. No anual a mensalidade pode ser trancada por até 30 dias.
Cancelamento: avise com 10 dias. No trimestral e no anual, quem sai antes paga 20% do que falta.
Reposição: até 2 aulas por mês, só se avisar a falta com 3 horas de antecedência.`,
);

test.each([
  [BAKERY, 'tem pão integral?'],
  [POOL, 'quanto é o plano semestral?'],
] as const)('shows other kinds of a thing instead of asserting them: %#', (base, question) => {
  expect(findAnswer([base], question).outcome).toBe('shown');
});

test.each([
  ['quanto custa o pão francês?', 'Pão francês: R$ 18,90/kg'],
  ['tem pão de queijo?', 'Pão de queijo (10 un): R$ 14,00'],
])('tells the kind that is asked for: %s', (question, line) => {
  expect(answer(BAKERY, question)).toContain(line);
});

const DENTIST = baseOf(
  'clínica',
  `Clínica Sorriso Leve
Atendemos crianças e adultos em Sete Lagoas desde 2009. Nossa equipe tem três dentistas: dra. Paula (ortodontia), dr. Igor (implantes) e dr. Caio (canal).

Aparelhos
O aparelho fixo custa R$ 180 por mês, sem taxa de colocação para contratos de 24 meses. O alinhador transparente parte de R$ 6.500, em até 18 vezes.

Clareamento
Clareamento caseiro: R$ 650. Clareamento a laser: R$ 900 por sessão, em geral são duas.`,
);

test('takes no price from a line if the thing stands in others only', () => {
  expect(answer(DENTIST, 'quanto custa um implante?')).toBeNull();
  expect(answer(DENTIST, 'quanto custa o aparelho?')).toContain('R$ 180 por mês');
});

test('compares numbers as they are written', () => {
  const asked = findAnswer([BAKERY], 'fazem 20 convites?');
  expect(asked.outcome).toBe('shown');
  expect(shownLines(asked.hits[0]!)?.text).toContain('mínimo de 30 unidades');
  expect(answer(BAKERY, '1000 cartões de mesa quanto sai?')).toContain('1.000 un R$ 160');
});

test('says no yes to one plan from what is said of another', () => {
  expect(answer(POOL, 'posso trancar o trimestral?') ?? '').not.toMatch(/^Sim/);
  expect(answer(POOL, 'posso trancar o anual?')).toMatch(/^Sim/);
});

const SALON = baseOf(
  'salão',
  `Studio Marina Lopes
Cabelo e unhas no Jardim Camburi, Vitória. Atendemos com hora marcada, de terça a sábado, das 9h às 19h. Na quinta ficamos até as 21h.

Cabelo
Corte feminino R$ 90 (com lavagem). Corte masculino R$ 50.`,
);

test('tells the sentence that sets a day apart with the hours of all days', () => {
  expect(answer(SALON, 'quinta atendem até que horas')).toContain('até as 21h');
  expect(answer(SALON, 'sexta atendem até que horas')).not.toContain('até as 21h');
});
