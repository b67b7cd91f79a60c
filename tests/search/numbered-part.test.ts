import { expect, test } from 'vitest';
import { answer, baseOf } from './base-of.ts';

const TRIP = baseOf(
  'roteiro',
  `ROTEIRO DA SERRA

DIA 1 - CHEGADA
Traslado do aeroporto e jantar no hotel.

DIA 2 - CENTRO
Passeio a pé com guia. Almoço livre.

3º DIA - PRAIA
Tarde livre. À noite, show opcional.

VALORES
Quarto duplo: R$ 900
Quarto triplo: R$ 800`,
);
const COURSE = baseOf(
  'curso',
  'Módulo\tConteúdo\tDuração\n1. Base\tHigiene e cremes\t40 horas\n2. Chocolate\tTrufas e bombons\t50 horas',
);
const CONTRACT = baseOf(
  'contrato',
  'CLÁUSULA PRIMEIRA - DO OBJETO\nLocação da sala comercial.\n\nCLÁUSULA QUINTA - DA MULTA\nA multa por atraso é de 2%.',
);

test.each([
  ['o que tem no segundo dia?', TRIP, 'DIA 2 - CENTRO\nPasseio a pé com guia. Almoço livre.'],
  ['o que a gente faz no terceiro dia?', TRIP, '3º DIA - PRAIA\nTarde livre. À noite, show opcional.'],
  ['como é o dia 1?', TRIP, /Traslado do aeroporto/],
  ['o que se aprende no módulo 2?', COURSE, '2. Chocolate: conteúdo Trufas e bombons; duração 50 horas'],
  ['o que diz a quinta cláusula?', CONTRACT, /A multa por atraso é de 2%\.$/],
])('a part named by its number: %s', (question, base, expected) => {
  const told = answer(base, question);
  if (typeof expected === 'string') expect(told).toBe(expected);
  else expect(told).toMatch(expected);
});

test.each(['vocês abrem dia 2?', 'o que tem no quinto dia?', 'abre segunda?'])('no such part: %s', (question) => {
  expect(answer(TRIP, question) ?? '').not.toMatch(/DIA/);
});
