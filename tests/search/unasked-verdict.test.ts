import { expect, test } from 'vitest';
import { answer } from './base-of.ts';
import { faq, segmentOf, SHOP } from './bike-shop.ts';

const GIFTS = 'Sim, por R$ 12, com cartão escrito à mão.';
const PLANS = 'Sim. Para um maior, sem custo. Para um menor, só depois de 12 meses.';
const RETURN = 'Sim, com a pulseira. A volta é permitida até as 20h.';
const DOGS = 'Não, só cães-guia.';
const MOVING = 'Sim, se o novo endereço for atendido. A mudança custa R$ 80.';
const BASE = segmentOf(
  [
    ['Fazem embalagem para presente?', GIFTS],
    ['Posso trocar de plano?', PLANS],
    ['Posso sair e voltar no mesmo dia?', RETURN],
    ['Pode levar cachorro?', DOGS],
    ['Levam a internet na mudança de endereço?', MOVING],
    ['Qual o horário de atendimento?', 'De segunda a sexta, das 8h às 18h.'],
  ].map(([question, text], at) => faq(`q${at}`, question!, text!)),
);

test.each([
  ['a embalagem para presente é grátis?', 'Por R$ 12, com cartão escrito à mão.'],
  ['posso trocar de plano com 6 meses?', 'Para um maior, sem custo. Para um menor, só depois de 12 meses.'],
  ['posso sair e voltar no mesmo dia às 21h?', 'Com a pulseira. A volta é permitida até as 20h.'],
])('leaves out a yes to another question: %s', (question, said) => {
  expect(answer(BASE, question)).toBe(said);
});

test.each([
  ['fazem embalagem pra presente?', GIFTS],
  ['posso trocar de plano?', PLANS],
  ['posso levar 2 cachorros?', DOGS],
  ['levam a internet na mudança de endereço? é grátis?', MOVING],
])('keeps one that answers, and what needs it: %s', (question, said) => {
  expect(answer(BASE, question)).toBe(said);
});

test('a yes in other words is left out, too', () => {
  const visit = 'Claro! Agende uma visita e ganhe um dia de teste, de segunda a quinta.';
  const base = segmentOf([faq('visit', 'Posso conhecer antes?', visit), ...SHOP]);
  expect(answer(base, 'dá pra fazer um teste na sexta?')).toBe(
    'Agende uma visita e ganhe um dia de teste, de segunda a quinta.',
  );
});
