// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LinkRule } from '../../src/shared/chat-protocol.ts';
import { answerPainter, renderAnswer } from '../../src/widget/answer.ts';

const rule = (word: string, caseSensitive = false): LinkRule => ({
  word,
  link: `https://x.example/${encodeURIComponent(word.toLowerCase())}`,
  caseSensitive,
});

/** Returns the text of the answer with each link as {text}. */
function linked(text: string, ...rules: LinkRule[]): string {
  const holder = document.createElement('div');
  holder.appendChild(renderAnswer(text, rules));
  for (const link of holder.querySelectorAll('a')) link.textContent = `{${link.textContent}}`;
  return holder.textContent ?? '';
}

describe('linked words', () => {
  it.each([
    ['the first occurrence only', 'frete e frete', [rule('frete')], '{frete} e frete'],
    ['the first in the whole answer', 'um\n\n- frete\n- frete', [rule('frete')], 'um{frete}frete'],
    ['whole words only', 'fretes, afrete, frete1, frete.', [rule('frete')], 'fretes, afrete, frete1, {frete}.'],
    ['accented letters are letters', 'açãox çação ação', [rule('ação')], 'açãox çação {ação}'],
    ['letters beyond 16 bits are letters', '𝐚frete frete𝐚 frete', [rule('frete')], '𝐚frete frete𝐚 {frete}'],
    ['an emoji is not a letter', '😀frete😀', [rule('frete')], '😀{frete}😀'],
    ['upper and lower case', 'FRETE', [rule('frete')], '{FRETE}'],
    ['the exact case if the rule requires it', 'FRETE Frete', [rule('Frete', true)], 'FRETE {Frete}'],
    ['accents in either form', 'promoc\u0327a\u0303o', [rule('promoção')], '{promoção}'],
    ['not in code', '`frete` frete', [rule('frete')], 'frete {frete}'],
    ['not in code blocks', '```\nfrete\n```\nfrete', [rule('frete')], 'frete{frete}'],
    ['not in links', '[frete](https://y.example) frete', [rule('frete')], '{frete} {frete}'],
    ['in bold', '**o frete** é', [rule('frete')], 'o {frete} é'],
    ['bold letters touch their word', 'en**frete** frete', [rule('frete')], 'enfrete {frete}'],
    ['several words', 'o frete\u00a0grátis', [rule('frete grátis')], 'o {frete\u00a0grátis}'],
    [
      'the longer word first',
      'frete grátis e frete',
      [rule('frete'), rule('frete grátis')],
      '{frete grátis} e {frete}',
    ],
    [
      'characters with a special meaning in patterns',
      'C++ (a.b) e axb',
      [rule('C++'), rule('a.b')],
      '{C++} ({a.b}) e axb',
    ],
    ['one link for a word with two rules', 'frete frete', [rule('frete'), rule('Frete')], '{frete} frete'],
    [
      'an address that may not be linked to',
      'frete',
      [{ word: 'frete', link: 'javascript:alert(1)', caseSensitive: false }],
      'frete',
    ],
    ['an empty word', 'frete', [rule(' ')], 'frete'],
  ])('handles %s', (_name, text, rules, expected) => expect(linked(text, ...rules)).toBe(expected));

  it('links a word that was split between two chunks', () => {
    const answer = 'Temos frete grátis para todo o Brasil, e o frete é rápido.';
    const rules = [rule('frete grátis'), rule('Brasil', true)];
    fc.assert(
      fc.property(fc.nat(answer.length), fc.nat(answer.length), (one, other) => {
        const into = document.createElement('div');
        const painter = answerPainter(into);
        for (const end of [Math.min(one, other), Math.max(one, other)]) painter.paint(answer.slice(0, end));
        painter.finish(answer, rules);
        expect([...into.querySelectorAll('a')].map((link) => link.textContent)).toEqual(['frete grátis', 'Brasil']);
      }),
    );
  });

  it('links each word at most once and keeps the text', () => {
    const text = fc.array(fc.constantFrom('frete', 'Frete', 'grátis', 'ação', ' ', ', ', '\n\n', 's'), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(text, (words) => {
        const rules = [rule('frete'), rule('ação'), rule('grátis', true)];
        const plain = renderAnswer(words.join(''), []);
        const drawn = renderAnswer(words.join(''), rules);
        expect(drawn.textContent).toBe(plain.textContent);
        const found = [...drawn.querySelectorAll('a')].map((link) => link.textContent?.toLowerCase());
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });
});
