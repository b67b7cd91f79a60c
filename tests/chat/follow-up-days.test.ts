import { expect, test } from 'vitest';
import { findAnswer } from '../../src/search/find-answer.ts';
import { findPassages } from '../../src/server/chat/question/find-passages.ts';
import { textOf } from '../../src/server/chat/question/named-things.ts';
import { faq, passage, segmentOf } from '../search/bike-shop.ts';

const HALL = 'Sim, só de segunda a quinta: R$ 1.500.';
const VISITS = 'As visitas são de terça a sexta, das 10h às 17h.';
const RULES = `Dias e horários
Sábado e domingo das 12h às 16h ou das 18h às 22h.
De segunda a quinta há desconto de 20%.`;
const BASE = [
  segmentOf([
    faq('hall', 'Vocês alugam só o espaço?', HALL),
    faq('visits', 'Como faço para visitar?', VISITS),
    passage('rules', RULES, { title: 'festas.txt' }),
  ]),
];
const find = (question: string) => Promise.resolve({ result: findAnswer(BASE, question), resolved: question });

async function replyTo(before: string, contentId: string, question: string) {
  const found = await findPassages(find, question, { question: before, searched: null, contentIds: [contentId] });
  return { outcome: found.result.outcome, text: textOf(found) };
}

test.each(['pode ser quinta?', 'e quinta?'])('asks "%s" of what was asked for before', async (question) => {
  expect(await replyTo('queria visitar o espaço', 'visits', question)).toEqual({ outcome: 'answered', text: VISITS });
});

test('never says the yes to some days of another one', async () => {
  expect(await replyTo('vocês alugam só o espaço?', 'hall', 'e no sábado?')).toEqual({ outcome: 'shown', text: HALL });
});
