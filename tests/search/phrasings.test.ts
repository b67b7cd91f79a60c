import { describe, expect, it } from 'vitest';
import { analysePassage } from '../../src/search/analyse.ts';
import type { Passage } from '../../src/search/passage.ts';
import { findPhrasing, indexPhrasings, SAME_PHRASING } from '../../src/search/phrasings.ts';
import { search } from '../../src/search/search.ts';
import { buildSegment } from '../../src/search/segment.ts';

const faq = (contentId: string, question: string, answer: string): Passage => ({
  contentId,
  ordinal: 0,
  title: '',
  heading: null,
  page: null,
  url: null,
  text: answer,
  question,
  answer,
});
const passages = [
  faq('payment', 'Quais são as formas de pagamento?', 'Pix, boleto, crédito e vale-refeição.'),
  faq('hours', 'Qual é o horário?', 'De segunda a sexta, das 9h às 18h.'),
  faq('freight', 'Como é o frete?', 'O frete depende da cidade.'),
];
const plain = buildSegment(passages.map((passage) => ({ passage, analysis: analysePassage(passage) })));
const phrasings = indexPhrasings([
  { text: 'aceita alelo?', passage: passages[0]! },
  { text: 'vocês abrem domingo?', passage: passages[1]! },
  { text: 'quanto custa o frete para Campinas?', passage: passages[2]! },
  { text: 'tem estacionamento?', passage: passages[1]! },
]);
const base = { ...plain, phrasings };

describe('a question compared with the phrasings', () => {
  it.each([
    ['ACEITA  alelo', 'aceita alelo?'],
    ['vcs aceitam alelo', 'aceita alelo?'],
    ['vc aceita o cartão alelo?', 'aceita alelo?'],
    ['abre no domingo', 'vocês abrem domingo?'],
    ['quanto é o frete pra campinas', 'quanto custa o frete para Campinas?'],
    ['tem estacionamneto', 'tem estacionamento?'],
  ])('matches a phrasing: %s', (question, text) => {
    const found = findPhrasing([base], question);
    expect(found?.text).toBe(text);
    expect(found?.similarity).toBeGreaterThanOrEqual(SAME_PHRASING);
  });

  it.each([
    ...['aceita pix?', 'aceita cheque?', 'abre sábado?', 'vocês abrem feriado?', 'que horas abre domingo?'],
    ...['quanto custa o frete para Santos?', 'qual o prazo do frete para Campinas', 'tem estacionamento para moto?'],
    ...['quanto custa o estacionamento', 'tem vaga de emprego?', '???', ''],
  ])('does not match when a detail differs: %s', (question) => {
    expect(findPhrasing([base], question)?.similarity ?? 0).toBeLessThan(SAME_PHRASING);
  });

  it('is answered by the content of the matching phrasing', () => {
    const found = search([base], 'tem estacionamento');
    expect(found).toMatchObject({ outcome: 'answered', isAnswerable: true });
    expect(found.hits[0]).toMatchObject({ passage: passages[1], isPhrased: true });
    expect(search([plain], 'tem estacionamento').outcome).not.toBe('answered');
  });

  it('gets that content as a suggestion when the phrasing is only similar', () => {
    const found = search([base], 'tem estacionamento para moto?');
    expect(found.outcome).toBe('suggested');
    expect(found.suggestions[0]?.passage).toBe(passages[1]);
  });

  it('gets the usual result when no phrasing is similar', () => {
    for (const question of ['quais são as formas de pagamento?', 'qual é o horário?', 'o frete depende de quê?']) {
      expect(search([base], question)).toEqual(search([plain], question));
    }
  });
});
