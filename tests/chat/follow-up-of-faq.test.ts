import { expect, test } from 'vitest';
import { findAnswer } from '../../src/search/find-answer.ts';
import { findPassages } from '../../src/server/chat/question/find-passages.ts';
import { passage, segmentOf } from '../search/bike-shop.ts';

const answer = 'Até dois. O cônjuge não paga nada. Os demais pagam R$ 15 por dia cada.';
const BASE = [
  segmentOf([
    passage('driver', answer, { question: 'Posso incluir outro motorista?', answer }),
    passage('rules', 'O carro não pode andar na praia.\nO motorista precisa de carteira.', { title: 'regras.txt' }),
  ]),
];
/** Searches as if nothing was certain enough to be answered, so that the test does not depend on thresholds. */
const find = async (question: string) => {
  const { fact: _, ...result } = findAnswer(BASE, question);
  return { result: { ...result, outcome: 'shown' as const, isAnswerable: false }, resolved: question };
};
const outcomeOf = async (question: string, contentIds: string[]) =>
  (await findPassages(find, question, { question: 'posso incluir outro motorista?', searched: null, contentIds }))
    .result.outcome;

test('answers a follow-up with the FAQ that answered the question before', async () => {
  expect(await outcomeOf('e meu amigo?', ['driver'])).toBe('answered');
});

test('only shows a follow-up another content, or a question that is complete in itself', async () => {
  expect(await outcomeOf('e meu amigo?', ['rules'])).toBe('shown');
  expect(await outcomeOf('quantos motoristas diferentes posso incluir no contrato de aluguel?', ['driver'])).toBe(
    'shown',
  );
});

test('does not answer a question for the place with what was told before it', async () => {
  const answered = async (question: string) => ({ result: findAnswer(BASE, question), resolved: question });
  const topic = { question: 'posso incluir outro motorista?', searched: null, contentIds: ['driver'] };
  const { result, resolved } = await findPassages(answered, 'qual o endereço?', topic);
  expect(resolved).toBe('qual o endereço?');
  expect(result.outcome).not.toBe('answered');
});
