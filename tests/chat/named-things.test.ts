import { expect, test } from 'vitest';
import { findAnswer } from '../../src/search/find-answer.ts';
import { findPassages } from '../../src/server/chat/question/find-passages.ts';
import { textOf } from '../../src/server/chat/question/named-things.ts';
import { passage, segmentOf } from '../search/bike-shop.ts';

const STORAGE = 'Moto, sim, com o tanque quase vazio. Carro não.';
const BASE = [
  segmentOf([
    passage('snacks', 'Coxinha: R$ 6\nKibe: R$ 5', { title: 'cardapio.txt' }),
    passage('boat', 'Almoço servido a bordo, R$ 38.\n\nA escuna tem dois banheiros e toldo.', { title: 'escuna.txt' }),
    passage('storage', STORAGE, { question: 'Posso guardar moto ou carro?', answer: STORAGE }),
  ]),
];
const find = (question: string) => Promise.resolve({ result: findAnswer(BASE, question), resolved: question });

async function replyTo(before: string, question: string) {
  const first = await find(before);
  const contentIds = [first.result.hits[0]!.passage.contentId];
  const found = await findPassages(find, question, { question: before, searched: null, contentIds });
  return { outcome: found.result.outcome, text: textOf(found), resolved: found.resolved };
}

test('tells of the thing that a follow-up names', async () => {
  expect((await replyTo('tem almoço?', 'e banheiro?')).text).toContain('dois banheiros');
  expect((await replyTo('tem coxinha?', 'e kibe?')).text).toContain('Kibe: R$ 5');
});

test('asserts nothing of another thing instead', async () => {
  expect((await replyTo('posso guardar minha moto?', 'e geladeira?')).outcome).not.toBe('answered');
  expect((await replyTo('tem coxinha?', 'e esfiha?')).outcome).not.toBe('answered');
});

test('leaves out the thing before it, so that the next question does not inherit it', async () => {
  expect((await replyTo('posso guardar minha moto?', 'e o carro?')).resolved).not.toContain('moto');
});

test('takes a correction for a follow-up', async () => {
  expect((await replyTo('tem coxinha?', 'na verdade é kibe')).text).toBe(
    (await replyTo('tem coxinha?', 'e kibe')).text,
  );
});
