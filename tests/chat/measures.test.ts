import { expect, test } from 'vitest';
import { findAnswer } from '../../src/search/find-answer.ts';
import { findPassages } from '../../src/server/chat/question/find-passages.ts';
import {
  isDay,
  isMeasure,
  isSomebody,
  withDay,
  withMeasure,
  withSomebody,
} from '../../src/server/chat/question/measures.ts';
import { passage, segmentOf } from '../search/bike-shop.ts';

test.each([
  ['e de 30kg?', true],
  ['meu filho tem 4 anos', true],
  ['somos em 15', true],
  ['e se for 110?', true],
  ['e minha mãe de 62, pode?', true],
  ['e o banho de 30 kg?', false],
  ['e no sábado?', false],
])('tells whether "%s" only says whom or how much', (message, expected) => {
  expect(isMeasure(message)).toBe(expected);
});

test.each([
  ['quanto custa mandar 12 kg?', 'e 20kg?', 'quanto custa mandar 20kg?'],
  ['são 80 pessoas no sábado', 'e se for 110?', 'são 110 pessoas no sábado'],
  ['qual turma o menino de 3 anos entra?', 'e a de 8 meses?', 'qual turma o menino de 8 meses entra?'],
  ['quero um quiosque', 'somos em 15', 'quero um quiosque somos em 15 pessoas'],
  ['quanto custa a vacina da dengue', 'minha mãe tem 62, pode?', 'vacina dengue minha mãe tem 62 anos, pode?'],
  ['tem estacionamento?', 'e de 8?', null],
  ['quanto custa a quadra?', 'e se forem 16?', 'quanto custa a quadra 16 pessoas'],
  ['quanto custa a quadra?', 'e se vierem 16?', 'quanto custa a quadra 16 pessoas'],
  ['criança paga?', 'e de 7?', 'criança paga 7 anos'],
  ['criança paga?', 'a minha tem 4', 'criança paga a minha tem 4 anos'],
])('after "%s", "%s" asks "%s"', (before, question, expected) => {
  expect(withMeasure(before, question)).toBe(expected);
});

test.each([
  ['domingo posso buscar?', 'pode ser sexta?', 'sexta posso buscar?'],
  ['abrem na segunda-feira?', 'e sexta?', 'abrem na sexta?'],
  ['quanto custa?', 'e sexta?', null],
])('after "%s", "%s" asks "%s" of another day', (before, question, expected) => {
  expect(isDay(question)).toBe(true);
  expect(withDay(before, question)).toBe(expected);
});

test.each([
  ['minha esposa pode dirigir?', 'e meu amigo?', 'meu amigo pode dirigir?'],
  ['quanto é o passeio?', 'e criança?', 'quanto é o passeio criança'],
])('after "%s", "%s" asks "%s" of somebody else', (before, question, expected) => {
  expect(isSomebody(question)).toBe(true);
  expect(withSomebody(before, question)).toBe(expected);
});

const PRICES = `TABELA
Cesto até 6 kg: R$ 32
Cesto até 10 kg: R$ 48
Edredom casal: R$ 49`;
const DELIVERY = `Roupa por cesto fica pronta em 24 horas. Peças delicadas, em 3 dias úteis.

Buscamos e levamos:
Até 3 km: grátis acima de R$ 60
De 3 a 8 km: R$ 12
De 8 a 15 km: R$ 20
Acima de 15 km não atendemos.`;
const SHOTS = `SERVIÇOS
Vacina da gripe: R$ 85, a partir de 3 anos
Vacina da dengue: R$ 390 a dose, de 4 a 59 anos
Furo de orelha: R$ 70`;
const TOW = 'Sim, leva e traz até 5 km, R$ 30. Grátis em serviços acima de R$ 800.';
const LAUNDRY = [
  segmentOf([
    passage('prices', PRICES, { title: 'precos.txt' }),
    passage('delivery', DELIVERY, { title: 'prazos e entrega.txt' }),
  ]),
];
const PHARMACY = [segmentOf([passage('shots', SHOTS, { title: 'vacinas.txt' })])];
const GARAGE = [segmentOf([passage('tow', TOW, { question: 'Buscam o carro em casa?', answer: TOW })])];

/** The last reply of a conversation. */
async function replyIn(base: Parameters<typeof findAnswer>[0], ...messages: readonly string[]) {
  const find = (question: string) => Promise.resolve({ result: findAnswer(base, question), resolved: question });
  let last: Awaited<ReturnType<typeof findPassages>> | undefined;
  for (const [at, question] of messages.entries()) {
    const topic = last && {
      question: messages[at - 1]!,
      searched: last.resolved,
      contentIds: [last.result.hits[0]!.passage.contentId],
    };
    last = await findPassages(find, question, topic);
  }
  return { outcome: last!.result.outcome, text: last!.result.fact?.text };
}

test('compares each quantity of a conversation with the steps of the list', async () => {
  expect((await replyIn(LAUNDRY, 'vcs buscam em casa? to a uns 5km')).text).toBe('De 3 a 8 km: R$ 12');
  expect((await replyIn(LAUNDRY, 'vcs buscam em casa? to a uns 5km', 'e se for 12 km?')).text).toBe(
    'De 8 a 15 km: R$ 20',
  );
  expect((await replyIn(LAUNDRY, 'vcs buscam em casa? to a uns 5km', 'e se for 12 km?', 'e 20?')).text).toBe(
    'Acima de 15 km não atendemos.',
  );
});

test('compares somebody else with the limits of the thing asked for before', async () => {
  const talk = ['quanto custa a vacina da dengue?', 'minha mãe tem 62, pode?', 'e meu filho de 6?', 'e a da gripe?'];
  expect((await replyIn(PHARMACY, ...talk.slice(0, 2))).text).toMatch(/^Não\. .*dengue/);
  expect((await replyIn(PHARMACY, ...talk.slice(0, 3))).text).toMatch(/dengue: R\$ 390/);
  expect((await replyIn(PHARMACY, ...talk)).text).toMatch(/gripe: R\$ 85/);
});

test('never says the yes to one quantity of another one', async () => {
  expect((await replyIn(GARAGE, 'buscam o carro? moro a 3km', 'e a 8 km?')).outcome).toBe('shown');
});

test('does not compare one thing with what was measured of another', async () => {
  const rules = 'A pista fechada custa R$ 900 para até 14 pilotos.\nCrianças de 6 a 11 anos podem correr.';
  const base = [segmentOf([passage('rules', rules, { title: 'regras.txt' })])];
  const talk = ['quanto custa fechar a pista?', 'e se forem 16?', 'meu filho tem 9 anos pode?'];
  expect((await replyIn(base, ...talk)).text).toMatch(/^Sim\. Crianças de 6 a 11/);
});
