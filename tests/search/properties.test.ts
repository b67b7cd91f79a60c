import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analysePassage, readAnalysis } from '../../src/search/analyse.ts';
import { extractAnswer } from '../../src/search/extract-answer.ts';
import { rootOf } from '../../src/search/roots.ts';
import { search } from '../../src/search/search.ts';
import { buildSegment } from '../../src/search/segment.ts';
import { sentencesOf } from '../../src/search/sentences.ts';
import { editDistance } from '../../src/search/spelling.ts';
import { wordsOf } from '../../src/search/words.ts';
import { passage, QUESTIONS, segmentOf, SHOP } from './bike-shop.ts';

const shop = segmentOf(SHOP);
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc
    .array(
      fc.constantFrom('a loja', 'R$ 5,00', '…', '\n', 'ﬁ', 'É', '\ud83d', 'constructor', '__proto__', '. ', '; '),
      { maxLength: 80 },
    )
    .map((parts) => parts.join(' ')),
);

test('never throws for any question', () => {
  fc.assert(
    fc.property(anyText, (question) => {
      const result = search([shop], question);
      const answer = extractAnswer(result);
      expect(result.confidence >= 0 && result.confidence <= 1).toBe(true);
      for (const { score } of result.hits) expect(Number.isFinite(score)).toBe(true);
      if (answer !== null) expect(answer.text).not.toBe('');
    }),
    { numRuns: 400 },
  );
});

test('never throws for any passage and keeps its words', () => {
  fc.assert(
    fc.property(anyText, anyText, (text, title) => {
      const one = passage('x', text, { title });
      const { words, sentences } = readAnalysis(analysePassage(one));
      const read = sentences.flatMap(({ tokens }) => tokens.map((token) => words[token >>> 1]));
      expect(read).toEqual(wordsOf(text).map(({ word }) => word));
      expect(() => search([segmentOf([one, ...SHOP])], `${title} loja`)).not.toThrow();
    }),
    { numRuns: 300 },
  );
});

test('returns trimmed sentences in order, within the text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      let last = 0;
      for (const { start, end } of sentencesOf(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
        last = end;
      }
      expect(last).toBeLessThanOrEqual(text.length);
    }),
  );
});

test('answers a very long question or word within a second', () => {
  const long = Array.from({ length: 400 }, (_, index) => `palavra${index}`)
    .join(' ')
    .slice(0, 2_000);
  for (const question of [long, 'a'.repeat(2_000), 'é'.repeat(2_000), 'loja '.repeat(400)]) {
    const start = process.threadCpuUsage();
    search([shop], question);
    expect(process.threadCpuUsage(start).user).toBeLessThan(1_000_000);
  }
});

test('finds a passage first by its own distinctive sentence', () => {
  for (const one of SHOP) {
    for (const { start, end } of sentencesOf(one.text)) {
      const sentence = one.text.slice(start, end);
      if (wordsOf(sentence).length < 6) continue;
      expect(search([shop], sentence).hits[0]!.passage).toBe(one);
    }
  }
});

test('does not depend on the order of the passages', () => {
  const rows = SHOP.map((one) => ({ passage: one, analysis: analysePassage(one) }));
  const answers = (shuffled: typeof rows) => {
    const segment = buildSegment(shuffled);
    return QUESTIONS.map(([question]) => search([segment], question));
  };
  const expected = answers(rows);
  fc.assert(
    fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
      expect(answers(shuffled)).toEqual(expected);
    }),
    { numRuns: 8 },
  );
});

test('stems are never empty, and typo counts are symmetric', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdeiorsu'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(rootOf(a).length).toBeGreaterThan(0);
      expect(editDistance(a, a, 2)).toBe(0);
      const [there, back] = [editDistance(a, b, 12), editDistance(b, a, 12)];
      expect(there).toBe(back);
      expect(there).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      if (there > 2) expect(editDistance(a, b, 2)).toBeGreaterThan(2);
    }),
  );
});
