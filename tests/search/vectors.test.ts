import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractAnswer } from '../../src/search/extract-answer.ts';
import type { Passage } from '../../src/search/passage.ts';
import { search } from '../../src/search/search.ts';
import type { Segment } from '../../src/search/segment.ts';
import { concatenateVectors } from '../../src/search/vectors.ts';
import { quantize } from '../../src/server/providers/embedding-vector.ts';
import { vectorOf } from '../support/model-vectors.ts';
import { faq, QUESTIONS, segmentOf, SHOP } from './bike-shop.ts';

const MODEL = 'um';
/** Words that the fake model treats as synonyms. */
const synonyms = { delonga: 'prazo', remanso: 'entrega', grana: 'pagamento', pila: 'pagamento' };
const textOf = ({ title, heading, question, text }: Passage) => [question ?? title, heading, text].join('\n');
const embed = (text: string) => quantize(vectorOf(text, synonyms));

/** Returns a segment in which all or some passages have embeddings. */
function embedded(
  passages: readonly Passage[],
  vectorFor: (passage: Passage) => Int8Array | null = (passage) => embed(textOf(passage)),
  model = MODEL,
): Segment {
  const segment = segmentOf(passages);
  return { ...segment, vectors: concatenateVectors(model, segment.passages.map(vectorFor)) };
}
const embedQuestion = (question: string, model = MODEL) => ({ vectors: new Map([[model, embed(question)]]) });

const STORE = [
  faq('prazo', 'Prazo de entrega', 'São sete dias úteis.'),
  faq('pagar', 'Formas de pagamento', 'Aceitamos cartão e boleto.'),
  faq('lugar', 'Endereço da loja', 'Rua das Flores, 10.'),
  faq('hora', 'Horário de funcionamento', 'Das nove às dezoito horas.'),
  faq('garantia', 'Garantia das bicicletas', 'Dois anos para o quadro.'),
  faq('pneu', 'Troca de pneus', 'Fazemos na hora, sem agendar.'),
];
const LATE = 'delonga o remanso?';

/** Returns deterministic noise for a seed. */
function noise(seed: number, size = 256): Int8Array {
  let state = seed * 2_654_435_761 + 1;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0) / 2 ** 31;
  return quantize(Array.from({ length: size }, () => next() + next() + next() + next()));
}

describe('a question that shares no word with its answer', () => {
  test('is answered by meaning, but not without embeddings', () => {
    const base = embedded(STORE);
    expect(search([base], LATE).isAnswerable).toBe(false);
    const found = search([base], LATE, embedQuestion(LATE));
    expect([found.hits[0]?.passage.contentId, found.isAnswerable]).toEqual(['prazo', true]);
    expect(extractAnswer(found)?.text).toBe('São sete dias úteis.');
  });

  test('also finds passages of parent contexts', () => {
    const chain = [embedded(STORE), segmentOf(SHOP)];
    expect(search(chain, LATE, embedQuestion(LATE)).hits[0]?.passage.contentId).toBe('prazo');
  });

  test('is declined when the knowledge base has no answer or lacks its number', () => {
    const base = embedded(STORE);
    for (const question of ['vocês alugam foguetes?', 'qual a capital da França?', 'quem descobriu o rádio?']) {
      expect(search([base], question, embedQuestion(question)).isAnswerable, question).toBe(false);
    }
    const sure = search([base], LATE, embedQuestion(LATE)).confidence;
    const numbered = 'delonga o remanso 45?';
    expect(search([base], numbered, embedQuestion(LATE)).confidence).toBeLessThan(sure / 2);
  });
});

describe('results stay the same', () => {
  const shop = segmentOf(SHOP);
  const questions = [...QUESTIONS.map(([question]) => question), LATE, 'asdf', ''];
  const base = embedded(SHOP);

  test.each([
    ['without the embedding of the question', {}],
    ['with one of another model', { vectors: new Map([['outro', embed('pneu')]]) }],
    ['with one of another size', { vectors: new Map([[MODEL, noise(1, 64)]]) }],
    ['with one of zeros', { vectors: new Map([[MODEL, new Int8Array(256)]]) }],
    ['with none', { vectors: new Map() }],
  ])('%s', (_, options) => {
    for (const question of questions) {
      expect(search([base], question, options)).toEqual(search([shop], question));
    }
  });

  test('when no passage has an embedding', () => {
    for (const question of questions) {
      expect(search([embedded(SHOP, () => null)], question, embedQuestion(question))).toEqual(search([shop], question));
      const ofZeros = embedded(SHOP, () => new Int8Array(256));
      expect(search([ofZeros], question, embedQuestion(question))).toEqual(search([shop], question));
    }
  });
});

describe('keywords and meaning together', () => {
  test('find what keywords find, with at least the same confidence', () => {
    const base = embedded(SHOP);
    const found = QUESTIONS.filter(([question, contentId, ordinal]) => {
      const [plain, both] = [search([base], question), search([base], question, embedQuestion(question))];
      const best = both.hits[0]?.passage;
      if (best === plain.hits[0]?.passage) expect(both.confidence).toBeGreaterThanOrEqual(plain.confidence);
      return best?.contentId === contentId && best.ordinal === ordinal;
    });
    expect(found.length).toBeGreaterThanOrEqual(QUESTIONS.length - 1);
  });

  test('hardly change when embeddings are noise', () => {
    const others = ['qual a capital da França?', 'vocês vendem passagem aérea?', 'quanto custa um iate?', LATE];
    let moved = 0;
    let attempts = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const base = embedded(SHOP, ({ contentId, ordinal, text }) =>
        noise(seed + text.length * 31 + ordinal + contentId.length),
      );
      for (const question of [...QUESTIONS.map(([one]) => one), ...others]) {
        const plain = search([base], question);
        const mixed = search([base], question, { vectors: new Map([[MODEL, noise(seed * 977 + question.length)]]) });
        if (!plain.isAnswerable) {
          expect(mixed.isAnswerable, question).toBe(false);
          continue;
        }
        attempts++;
        if (mixed.hits[0]?.passage !== plain.hits[0]?.passage) moved++;
      }
    }
    expect(moved / attempts).toBeLessThan(0.05);
  });

  test('do not penalise a passage without an embedding', () => {
    const question = 'Qual o prazo de entrega?';
    const base = embedded(STORE, (passage) => (passage.contentId === 'prazo' ? null : embed(textOf(passage))));
    const { hits, isAnswerable } = search([base], question, embedQuestion(question));
    expect([hits[0]?.passage.contentId, isAnswerable]).toEqual(['prazo', true]);
  });

  test('compare each model of a chain with its own background', () => {
    // All embeddings of this model are similar: its cosines are far above those of the other.
    const crowded = (text: string) => quantize(vectorOf(text, synonyms).map((part) => part * 0.4 + 0.12));
    const parent = embedded(SHOP, (passage) => crowded(textOf(passage)), 'outro');
    const child = embedded(STORE);
    const vectors = new Map([
      [MODEL, embed(LATE)],
      ['outro', crowded(LATE)],
    ]);
    const { hits, isAnswerable } = search([parent, child], LATE, { vectors });
    expect([hits[0]?.passage.contentId, isAnswerable]).toEqual(['prazo', true]);
  });

  test('do not depend on how passages are distributed over a chain', () => {
    const [odd, even] = [1, 0].map((rest) => embedded(SHOP.filter((_, index) => index % 2 === rest)));
    for (const [question] of QUESTIONS) {
      const full = search([embedded(SHOP)], question, embedQuestion(question));
      const cut = search([odd!, even!], question, embedQuestion(question));
      expect(cut.confidence).toBeCloseTo(full.confidence, 5);
      expect(cut.hits.map(({ passage }) => passage)).toEqual(full.hits.map(({ passage }) => passage));
    }
  });

  test('never throw for any vectors', () => {
    const vector = fc.oneof(
      fc.constant(null),
      fc.int8Array({ minLength: 16, maxLength: 16 }),
      fc.int8Array({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(
        fc.array(vector, { minLength: 6, maxLength: 6 }),
        fc.int8Array({ maxLength: 32 }),
        (rows, question) => {
          let at = 0;
          const base = embedded(STORE, () => rows[at++]!);
          const { hits, confidence } = search([base], 'prazo de entrega', { vectors: new Map([[MODEL, question]]) });
          expect(hits.every(({ score }) => Number.isFinite(score))).toBe(true);
          expect(confidence >= 0 && confidence <= 1).toBe(true);
        },
      ),
    );
  });
});
