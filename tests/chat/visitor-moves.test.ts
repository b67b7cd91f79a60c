import { expect, test } from 'vitest';
import { isWish, leftContactIn } from '../../src/server/chat/question/visitor-moves.ts';

test.each([
  ['Ana Paula 84 99999-0000', { name: 'Ana Paula', whatsapp: '84999990000' }],
  ['meu nome é João, 75 99999-1234', { name: 'João', whatsapp: '75999991234' }],
  ['meu zap é 11988887777 me chamo Carla Souza', { name: 'Carla Souza', whatsapp: '11988887777' }],
  ['pode me chamar: ana@exemplo.com', { email: 'ana@exemplo.com' }],
])('reads the contact that a visitor leaves: "%s"', (message, expected) => {
  expect(leftContactIn(message)).toEqual(expected);
});

test.each([
  'qual o telefone de vocês? o meu é 11 98888-7777',
  'pedido 11988887777 não chegou',
  'meu CNPJ é 12.345.678/0001-90',
  'obrigada!',
  'comprei ontem e paguei no cartão, meu zap é 11988887777',
])('leaves a message that says something else: "%s"', (message) => {
  expect(leftContactIn(message)).toBeNull();
});

test.each([
  ['quero encomendar um bolo', true],
  ['oi, quero reservar uma mesa', true],
  ['preciso de um orçamento', true],
  ['queria saber o preço', false],
  ['quero saber se vocês abrem no sábado', false],
  ['preciso de fiador?', false],
  ['quanto custa o bolo?', false],
])('reads whether "%s" wishes for something to be done: %s', (message, expected) => {
  expect(isWish(message)).toBe(expected);
});
