import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../src/search/words.ts';
import { partsOf, questionsForEachThing } from '../../src/server/chat/question/message-parts.ts';

const describeParts = (message: string) => partsOf(message).map(({ kind, text }) => `${kind}: ${text}`);

describe('splitting a message into parts', () => {
  test.each([
    [
      'Bom dia! Obrigada, adorei. Vocês abrem domingo?',
      ['courtesy: Bom dia!', 'courtesy: Obrigada,', 'courtesy: adorei.', 'question: Vocês abrem domingo?'],
    ],
    [
      'oi boa noite vcs abrem domingo e quanto custa o corte',
      ['courtesy: oi', 'courtesy: boa noite', 'question: vcs abrem domingo', 'question: e quanto custa o corte'],
    ],
    [
      'Vocês entregam em Olinda e aceitam vale refeição?',
      ['question: Vocês entregam em Olinda', 'question: e aceitam vale refeição?'],
    ],
    [
      'gostaria de saber o preço da torta, e se entregam, obrigado',
      ['question: gostaria de saber o preço da torta,', 'question: e se entregam,', 'courtesy: obrigado'],
    ],
    [
      'Comprei um sapato ontem. Chegou com o salto solto, como faço pra trocar?',
      [
        'statement: Comprei um sapato ontem.',
        'statement: Chegou com o salto solto,',
        'question: como faço pra trocar?',
      ],
    ],
    ['qual o horário? e os valores', ['question: qual o horário?', 'question: e os valores']],
    ['Adorei ❤️ vcs abrem domingo', ['courtesy: Adorei ❤️', 'question: vcs abrem domingo']],
    ['Boa noite, dr. Paulo atende sábado?', ['courtesy: Boa noite,', 'question: dr. Paulo atende sábado?']],
    ['Tem promoção no dia das mães?', ['question: Tem promoção no dia das mães?']],
    ['arroz com feijão', ['statement: arroz com feijão']],
    ['???', []],
  ])('splits "%s"', (message, parts) => {
    expect(describeParts(message)).toEqual(parts);
  });

  const word = fc.constantFrom(
    ...'oi bom dia obrigada adorei e mas vocês abrem domingo quanto custa o corte tem qual não gostei dr. R$ 10,50'.split(
      ' ',
    ),
    ...['?', '!', '...', ',', '\n', '❤️', 'queria saber', 'boa tarde', 'se', 'aí', 'também', 'ção', 'ﬁm'],
  );
  const typed = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.array(word, { maxLength: 30 }).map((words) => words.join(' ')),
    fc.array(word, { maxLength: 30 }).map((words) => words.join('')),
  );
  const wordsIn = (text: string) => wordsOf(text.normalize('NFC')).map(({ word: one }) => one);

  test('keeps all words in order', () => {
    fc.assert(
      fc.property(typed, (message) => {
        expect(partsOf(message).flatMap(({ text }) => wordsIn(text))).toEqual(wordsIn(message));
      }),
      { numRuns: 500 },
    );
  });

  test('returns parts that cannot be split further', () => {
    fc.assert(
      fc.property(typed, (message) => {
        for (const { text } of partsOf(message)) expect(partsOf(text).map((part) => part.text)).toEqual([text]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a question that enumerates things', () => {
  test.each([
    ['tem wifi e estacionamento?', ['tem wifi?', 'tem estacionamento?']],
    ['vcs têm wifi, piscina e café da manhã', ['vcs têm wifi?', 'vcs têm piscina?', 'vcs têm café da manhã?']],
    ['a loja aceita pix ou cartão?', ['a loja aceita pix?', 'a loja aceita cartão?']],
    ['tem estacionamento?', []],
    ['tem vaga e posso levar o cachorro?', []],
    ['quantas calorias tem o espaguete alho e óleo?', []],
    ['abrem sábado e domingo?', []],
  ])('is one question for each thing: %s', (question, questions) => {
    expect(questionsForEachThing(question)).toEqual(questions);
  });
});
