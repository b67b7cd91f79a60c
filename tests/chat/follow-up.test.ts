import { describe, expect, test } from 'vitest';
import { leansOnBefore, readingsOf } from '../../src/server/chat/follow-up.ts';

const asked = (question: string, grounded = true) => ({ question, grounded, searched: null });

describe('questions that go on from the one before', () => {
  test.each([
    ['e quanto custa?', 'sure'],
    ['mas e no sábado?', 'sure'],
    ['E em Recife?', 'sure'],
    ['quanto tempo dura isso?', 'sure'],
    ['ela tem garantia?', 'sure'],
    ['quanto custa?', 'maybe'],
    ['e o prazo?', 'sure'],
    ['vocês fazem revisão completa da bicicleta elétrica com garantia de um ano?', 'no'],
    ['qual o endereço da loja do centro?', 'no'],
  ])('%s: %s', (question, leans) => {
    expect(leansOnBefore(question)).toBe(leans);
  });

  test('are searched for with the topic of the last question that the base knew', () => {
    const history = [asked('Vocês fazem revisão de bicicleta elétrica?'), asked('aceita bitcoin?', false)];
    const [full] = readingsOf('e quanto custa?', history);
    expect(full).toMatch(/^quanto custa /);
    expect(full).toMatch(/revisão bicicleta elétrica/);
    expect(full).not.toMatch(/bitcoin/);
  });

  test('exchange the part that is another thing', () => {
    expect(readingsOf('e em Recife?', [asked('Qual o prazo de entrega em Salvador?')])).toEqual([
      'Qual o prazo de entrega em Recife?',
    ]);
    expect(readingsOf('e para o Norte?', [asked('quanto custa o frete pra Bahia')])).toEqual([
      'quanto custa o frete para o Norte?',
    ]);
  });

  test('put another thing in the place of each word that it may stand for', () => {
    expect(readingsOf('e a básica?', [asked('quanto custa a revisão completa?')])).toContain(
      'quanto custa a revisão a básica',
    );
    expect(readingsOf('e quanto demora?', [asked('quanto custa a revisão completa?')])).toHaveLength(1);
  });

  test('go on from what the one before was read as', () => {
    const before = { question: 'e no sábado?', grounded: true, searched: 'que horas abre a loja no sábado' };
    expect(readingsOf('e no domingo?', [before])).toEqual(['que horas abre a loja no domingo?']);
  });

  test('stand alone at the beginning', () => {
    expect(readingsOf('e quanto custa?', [])).toEqual([]);
  });
});
