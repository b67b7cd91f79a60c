import { describe, expect, test } from 'vitest';
import { leaningOf, readingsOf } from '../../src/server/chat/question/follow-up.ts';

const previous = (question: string) => ({ question, searched: null });

describe('follow-up questions', () => {
  test.each([
    ['e quanto custa?', 'bare'],
    ['quanto custa?', 'bare'],
    ['qual o prazo?', 'bare'],
    ['e como funciona?', 'bare'],
    ['é pago?', 'bare'],
    ['é de graça?', 'bare'],
    ['e à tarde?', 'bare'],
    ['que dias?', 'bare'],
    ['serve quantas pessoas?', 'bare'],
    ['qual vale mais a pena?', 'bare'],
    ['onde fica?', 'bare-place'],
    ['que horas abre?', 'bare-place'],
    ['qual o zap?', 'bare-place'],
    ['mas e no sábado?', 'another'],
    ['E em Recife?', 'another'],
    ['e no boleto?', 'another'],
    ['e a de chocolate?', 'another'],
    ['e o prazo?', 'another'],
    ['e se for de chocolate?', 'another'],
    ['e banheiro?', 'names'],
    ['e funciona?', 'goes-on'],
    ['e vocês abrem domingo?', 'goes-on'],
    ['quanto tempo dura isso?', 'bare'],
    ['ela tem garantia?', 'goes-on'],
    ['tem garantia?', 'short'],
    ['vocês fazem revisão completa da bicicleta elétrica com garantia de um ano?', 'no'],
    ['qual o endereço da loja do centro?', 'no'],
  ])('detects how much "%s" depends on the previous question: %s', (question, leaning) => {
    expect(leaningOf(question)).toBe(leaning);
  });

  test('are searched with the topic of the previous question', () => {
    const [full] = readingsOf('e quanto custa?', previous('Vocês fazem revisão de bicicleta elétrica?'));
    expect(full).toMatch(/^quanto custa /);
    expect(full).toMatch(/revisão bicicleta elétrica/);
  });

  test('replace the changed part of the previous question', () => {
    expect(readingsOf('e em Recife?', previous('Qual o prazo de entrega em Salvador?'))).toEqual([
      'Qual o prazo de entrega em Recife?',
    ]);
    expect(readingsOf('e para o Norte?', previous('quanto custa o frete pra Bahia'))).toEqual([
      'quanto custa o frete para o Norte?',
    ]);
    expect(readingsOf('e a de chocolate?', previous('quanto custa a torta de morango?'))).toEqual([
      'quanto custa a torta de chocolate?',
    ]);
    expect(readingsOf('e o de 12?', previous('quem é menino de 9 anos paga?'))).toContain(
      'quem é menino de 12 anos paga?',
    );
  });

  test('are asked again for another part of the day', () => {
    expect(readingsOf('de manhã', previous('que horas sai o pão?'))).toEqual(['que horas sai o pão de manhã']);
    expect(readingsOf('e de tarde?', previous('que horas sai o pão de manhã'))).toEqual([
      'que horas sai o pão de tarde?',
    ]);
  });

  test('replace the whole of a name with several words', () => {
    expect(readingsOf('e o de cenoura?', previous('qual o preço do red velvet?'))).toEqual([
      'qual o preço de cenoura?',
    ]);
    expect(readingsOf('e o de cenoura?', previous('bolo de coco queimado serve quantos?'))).toContain(
      'bolo de cenoura serve quantos?',
    );
  });

  test('leave out what was asked of the thing before', () => {
    expect(readingsOf('que horas tem?', previous('quanto custa a natação?'))).toEqual(['que horas tem natação']);
    expect(readingsOf('que dias?', previous('quantas pessoas na turma de dança?'))).toEqual(['que dias turma dança']);
  });

  test('try the new detail in place of each word it may replace', () => {
    expect(readingsOf('e a básica?', previous('quanto custa a revisão completa?'))).toContain(
      'quanto custa a revisão a básica',
    );
    expect(readingsOf('e quanto demora?', previous('quanto custa a revisão completa?'))).toHaveLength(1);
  });

  test('build on how the previous question was understood', () => {
    const before = { question: 'e no sábado?', searched: 'que horas abre a loja no sábado' };
    expect(readingsOf('e no domingo?', before)).toEqual(['que horas abre a loja no domingo?']);
  });

  test.each(['qual o endereço?', 'que horas vocês abrem?', 'qual o telefone de vocês?'])(
    'do not ask for the price or time of the business itself: %s e quanto custa?',
    (before) => {
      expect(readingsOf('quanto custa?', previous(before))).toEqual([]);
      expect(readingsOf('onde fica?', previous('vocês têm banho e tosa?'))).toHaveLength(1);
    },
  );

  test('have no topic to take over at the start of a conversation', () => {
    expect(readingsOf('e quanto custa?', undefined)).toEqual([]);
  });
});
