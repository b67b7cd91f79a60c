import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analysePassage, readAnalysis } from '../../src/search/analyse.ts';
import { decodeAnalyses } from '../../src/search/decode-analyses.ts';
import { countGrams, gramsOf } from '../../src/search/grams.ts';
import { intentIn, intentOf, isNegative } from '../../src/search/intent.ts';
import type { TermList } from '../../src/search/postings.ts';
import { countIn, FIELDS } from '../../src/search/postings.ts';
import { buildSegment } from '../../src/search/segment.ts';
import { runAtOnce } from '../../src/search/slices.ts';
import { STOPWORDS } from '../../src/search/stopwords.ts';
import { Vocabulary } from '../../src/search/vocabulary.ts';
import { passage, segmentOf, SHOP } from './bike-shop.ts';

const somePassage = fc
  .record({
    words: fc.array(
      fc.constantFrom('a', 'é', 'pneu', 'pneus', 'bicicleta', 'Bicicletas', '2024', 'ﬁm', '東京', 'dada', 'x1', 'ø'),
      { maxLength: 40 },
    ),
    title: fc.constantFrom('', 'Pneus', 'Loja de bicicletas'),
    question: fc.option(fc.constantFrom('Quanto custa o pneu?', 'Não tem pneu?', 'Loja')),
  })
  .map(({ words, title, question }) => ({ text: words.join(' '), title, question, answer: question && 'sim' }));

/** Returns the counts by field for each passage of a list. */
function countsOf({ passages, counts }: TermList): Map<number, number[]> {
  return new Map(
    Array.from(passages, (passage, at) => [passage, FIELDS.map((_, field) => countIn(counts[at]!, field))]),
  );
}

/** Returns the same counts, computed directly from `readAnalysis`. */
function counted(analyses: readonly Uint8Array[], timesOf: (word: string) => number): Map<number, number[]> {
  const found = new Map<number, number[]>();
  analyses.forEach((bytes, passage) => {
    const { words, question, title, sentences } = readAnalysis(bytes);
    const fields = [sentences.flatMap(({ tokens }) => tokens), title, question];
    const counts = fields.map((tokens, field) =>
      Math.min(
        field === 0 ? 255 : 15,
        tokens
          .map((token) => words[token >>> 1]!)
          .reduce((sum, word) => sum + (STOPWORDS.has(word) ? 0 : timesOf(word)), 0),
      ),
    );
    if (counts.some((count) => count > 0)) found.set(passage, counts);
  });
  return found;
}

test('stores every analysis and finds each term in its passages', () => {
  fc.assert(
    fc.property(fc.array(somePassage, { minLength: 1, maxLength: 12 }), (plan) => {
      const passages = plan.map((own, at) => passage(`p${String(at).padStart(2, '0')}`, own.text, own));
      const analyses = passages.map(analysePassage);
      const segment = buildSegment(passages.map((one, at) => ({ passage: one, analysis: analyses[at]! })));
      const { tokens, words } = segment;
      analyses.forEach((bytes, at) => {
        const own = readAnalysis(bytes);
        const all = [...own.question, ...own.title, ...own.sentences.flatMap((sentence) => sentence.tokens)];
        const laid = Array.from(tokens.words.subarray(tokens.starts[at], tokens.starts[at + 1]), (id) => words[id]);
        expect(laid).toEqual(all.map((token) => own.words[token >>> 1]));
        const { question } = passages[at]!;
        expect(segment.intents[at]).toBe(question === null ? null : intentOf(question));
        expect(segment.isNegative[at] === 1).toBe(question !== null && isNegative(question));
      });
      for (const word of words) {
        const stem = segment.stems[segment.stemOfWord[segment.wordIds.get(word)!]!]!;
        const ofStem = (other: string) =>
          segment.stems[segment.stemOfWord[segment.wordIds.get(other)!]!] === stem ? 1 : 0;
        const stems = counted(analyses, ofStem);
        expect(countsOf(segment.byStem.listOf(stem))).toEqual(stems);
        expect(segment.byStem.holding(stem)).toBe(stems.size);
        for (const gram of gramsOf(word)) {
          const times = (other: string) => gramsOf(other).filter((one) => one === gram).length;
          expect(countsOf(segment.byGram.listOf(gram))).toEqual(counted(analyses, times));
          expect(countsOf(segment.byGram.listOf(gram))).toEqual(counted(analyses, times));
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('caps the count of a very frequent term', () => {
  const base = segmentOf([passage('a', 'pneu pneus '.repeat(200), { title: 'pneu '.repeat(40) })]);
  expect(countsOf(base.byStem.listOf('pneu'))).toEqual(new Map([[0, [255, 15, 0]]]));
});

test('rejects an analysis truncated at any byte and never reads past its end', () => {
  const bytes = analysePassage(SHOP[0]!);
  for (let length = 0; length < bytes.length; length++) {
    expect(() => runAtOnce(decodeAnalyses([bytes.subarray(0, length)]))).toThrow(RangeError);
  }
});

describe('a vocabulary', () => {
  const encoder = new TextEncoder();
  test('gives each of thousands of words one number', () => {
    const words = fc.string({ unit: fc.constantFrom(...'abcé東19'), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(fc.array(words, { maxLength: 300 }), (own) => {
        const many = [...own, ...Array.from({ length: 6_000 }, (_, at) => `w${at * 7919}`), ...own];
        const vocabulary = new Vocabulary();
        const ids = many.map((word) => {
          const bytes = encoder.encode(`<${word}>`);
          return vocabulary.add(bytes, 1, bytes.length - 1);
        });
        const distinct = [...new Set(many)];
        expect(vocabulary.words()).toEqual(distinct);
        expect(ids.map((id) => distinct[id])).toEqual(many);
        for (const word of own) expect(distinct[vocabulary.get(word)!]).toBe(word);
        expect(vocabulary.has('nunca')).toBe(false);
      }),
      { numRuns: 20 },
    );
  });
});

test('countGrams equals the number of grams of any word', () => {
  for (const word of ['', 'a', 'ab', 'abc', 'bicicleta', '東京']) expect(gramsOf(word)).toHaveLength(countGrams(word));
});

test('returns null for the number of no intent', () => {
  expect(intentIn(0)).toBeNull();
});
