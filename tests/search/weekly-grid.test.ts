import { expect, test } from 'vitest';
import { findAnswer } from '../../src/search/find-answer.ts';
import { answer, baseOf } from './base-of.ts';

const GYM = baseOf(
  'grade',
  `ACADEMIA ONDA

Grade de aulas
Horário | Seg | Ter | Qua | Qui | Sex
7h | Pilates | Yoga | Pilates | Yoga | Zumba
18h | Jump | Muay thai | Jump | Muay thai | –
19h30 | Zumba | Spinning | Funcional | Spinning | –
Sábado: aulão de spinning às 10h.

Planos
Mensal R$ 129
Anual R$ 990`,
);

test.each([
  ['quais aulas tem na quinta?', '7h: qui Yoga\n18h: qui Muay thai\n19h30: qui Spinning'],
  ['o que tem terça às 18h?', '18h: ter Muay thai'],
  ['zumba na segunda que horas?', '19h30: seg Zumba'],
  ['que horas é o muay thai?', '18h: ter Muay thai e qui Muay thai'],
  ['tem spinning sábado?', 'Sábado: aulão de spinning às 10h.'],
])('tells what a timetable has on a day, and when: %s', (question, told) => {
  expect(answer(GYM, question)?.replace(/^ACADEMIA ONDA\n/, '')).toBe(told);
});

test.each(['tem pilates na sexta?', 'domingo tem aula de zumba?'])(
  'asserts nothing of a day without it: %s',
  (question) => {
    expect(findAnswer([GYM], question).outcome).not.toBe('answered');
  },
);

test('leaves other questions about a day alone', () => {
  expect(answer(GYM, 'quanto custa a aula de segunda?') ?? '').not.toMatch(/seg (?:Pilates|Jump)/);
});
