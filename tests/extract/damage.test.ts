import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { damageOf } from '../../src/reading/damage.ts';

const TEXT = `Atendemos de segunda a sexta, das 8h às 18h, e aos sábados até o meio-dia. O corte feminino custa R$ 90,00 e o
masculino R$ 45,00; a manutenção do ar-condicionado é combinada por telefone. Você prefere retirar na loja? Não há taxa.
AÇÃO ENTRE AMIGOS: NÃO ACEITAMOS CARTÃO. Ver https://loja.com.br/busca?q=pao&p=2 ou escrever para contato@loja.com.br.`;

test.each([
  ['encoding', Buffer.from(TEXT).toString('latin1')],
  ['encoding', TEXT.replace(/[áâãàçéêíóôõú]/gi, '\ufffd')],
  ['encoding', TEXT.replace(/[áâãàçéêíóôõú]/gi, '?')],
  ['letters', TEXT.replace(/[a-z]/gi, (letter) => String.fromCharCode(0xe000 + letter.charCodeAt(0)))],
  ['letters', TEXT.replace(/[a-z]/gi, (letter) => `(cid:${letter.charCodeAt(0)})`)],
  ['letters', TEXT.replace(/[aeiou]/gi, 'x')],
  ['letters', TEXT.replace(/[a-z]/gi, '#')],
  ['spaced', 'H O R Á R I O\nP R E Ç O S'],
  ['few_words', 'Figura 1'],
] as const)('%s is found in %j', (damage, text) => expect(damageOf(text)).toBe(damage));

test('a file with a few words on each of its pages has few words', () => {
  const words = 'Catálogo de verão da loja, foto de um vestido azul.';
  expect(damageOf(words)).toBeNull();
  expect(damageOf(words, 8)).toBe('few_words');
});

describe('a right text', () => {
  it.each([
    ['prose', TEXT],
    ['capitals', TEXT.toUpperCase()],
    ['a price list', 'Pastel de queijo | R$ 9,50\nPastel de carne | R$ 10,00\nCaldo de cana 500 ml | R$ 8,00'],
    ['codes', 'Peças: BRK-2231, WDG-1180, XPTR-3, SKF 6204, HTML, CNPJ, CRM, GPS, WhatsApp, cód. 88213-X e mais.'],
    ['English', 'The shop is open from nine to five. Rhythm and strength classes start at 7 pm on weekdays.'],
    [
      'questions on one line',
      'Abrem domingo?sim, das 9h às 12h. Fecham no almoço? não fecham, salvo em feriados longos.',
    ],
    [
      'initials',
      'O plano A B C vale por um ano. As letras A E I O U são vogais e aparecem em quase todas as palavras.',
    ],
  ])('is not marked: %s', (_, text) => expect(damageOf(text)).toBeNull());

  it('is not marked, in whatever order its sentences stand', () => {
    const sentences = TEXT.split(/(?<=\.)\s/);
    fc.assert(
      fc.property(fc.shuffledSubarray(sentences, { minLength: sentences.length }), (some) => {
        expect(damageOf(some.join('\n'))).toBeNull();
      }),
    );
  });
});
