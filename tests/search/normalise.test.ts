import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHAT_WORDS } from '../../src/search/load-chat-words.ts';
import { LEXICON } from '../../src/search/load-lexicon.ts';
import { normalise } from '../../src/search/normalise.ts';
import { fold } from '../../src/search/words.ts';

const chatWord = fc.constantFrom(...CHAT_WORDS.keys());
const businessWord = fc.constantFrom(...LEXICON.groups.flatMap(({ words, kinds }) => [...words, ...kinds]));
const question = fc.array(fc.oneof(chatWord, businessWord), { maxLength: 12 }).map((words) => words.join(' '));

describe('normalising chat language', () => {
  test.each([
    ['vcs abrem dom?', 'voces abrem domingo?'],
    ['qto custaaa o corte', 'quanto custa o corte'],
    ['Ooooi td bem? kkkk', 'oi tudo bem?'],
    ['oi.vcs abrem hj', 'oi.voces abrem hoje'],
    ['oq precisa p alugar', 'o que precisa para alugar'],
    ['entrega p/ centro c/ taxa?', 'entrega para centro com taxa?'],
    ['3x s/ juros', '3x sem juros'],
    ['aceita VR ou VA', 'aceita vale refeicao ou vale alimentacao'],
    ['qro falar c atendente pfv', 'quero falar com atendente por favor'],
    ['8hs as18hrs', '8h as 18h'],
    ['50reais ou R$60,00', '50 reais ou 60,00 reais'],
    ['de 2ª a 6ª', 'de segunda a sexta'],
    ['2a via do boleto', 'segunda via do boleto'],
    ['seg, ter e qua', 'segunda, terca e quarta'],
    ['amanhã tem pão né', 'amanha tem pao'],
    ['issooo carrrrro', 'isso carro'],
    ['tem wi-fi? e Wi Fi?', 'tem wifi? e wifi?'],
    ['aula on-line ou on line', 'aula online ou online'],
  ])('expands "%s"', (typed, meant) => {
    expect(normalise(typed)).toBe(meant);
  });

  test.each([
    ['sizes', 'tem P, M ou G?', 'tem p, m ou g?'],
    ['a size at the end', 'ainda tem no tam p', 'ainda tem no tamanho p'],
    ['a list of sizes', 'P/M/G', 'p/m/g'],
    ['vitamins', 'tem vitamina C e D', 'tem vitamina c e d'],
    ['a house number', 'rua x n 20 s/n', 'rua x n 20 s/n'],
    ['the verb ter', 'vai ter aula sexta?', 'vai ter aula sexta?'],
    ['addresses', 'joao.vc@td.com.br www.vc.com.br @vcs', 'joao.vc@td.com.br www.vc.com.br @vcs'],
    ['vowels rightly double', 'aceita pluxee no voo? tem coffee free', 'aceita pluxee no voo? tem coffee free'],
    ['articles', 'na loja, num sábado, de caixa d’água', 'na loja, num sabado, de caixa d’agua'],
    ['batteries, flights and numbers', 'pilha aaa do voo ii', 'pilha aaa do voo ii'],
  ])('keeps %s', (_, typed, meant) => {
    expect(normalise(typed)).toBe(meant);
  });
});

test('changes nothing the second time', () => {
  fc.assert(
    fc.property(question, (message) => {
      const normalised = normalise(message);
      expect(normalise(normalised)).toBe(normalised);
    }),
    { numRuns: 2_000, examples: [['posso pag va']] },
  );
});

test('expands chat words in any case', () => {
  fc.assert(
    fc.property(chatWord, fc.boolean(), (word, isLoud) => {
      const meaning = CHAT_WORDS.get(word)!;
      expect(normalise(`quero ${isLoud ? word.toUpperCase() : word} agora`)).toContain(fold(meaning));
    }),
    { numRuns: 1_000 },
  );
});

test('ignores repeated letters', () => {
  const words = fc.constantFrom('quanto', 'entrega', 'oi', 'isso', 'carro', 'funciona', 'pizza', 'amanha');
  fc.assert(
    fc.property(words, fc.integer({ min: 3, max: 12 }), (word, times) => {
      expect(normalise(word + word.at(-1)!.repeat(times))).toBe(word);
    }),
  );
});

test('never throws and has bounded length and time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
      expect(normalise(text).length).toBeLessThan(20 * text.length + 1);
    }),
    { numRuns: 1_000 },
  );
  const start = process.threadCpuUsage();
  for (const run of ['a', '1', ' ', 'r$', '.', '@', 'ter ', 'p/']) normalise(run.repeat(50_000));
  expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000);
});
