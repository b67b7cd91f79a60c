import { expect, test } from 'vitest';
import { extractAnswer } from '../../src/search/extract-answer.ts';
import { findAnswer } from '../../src/search/find-answer.ts';
import { limitsIn } from '../../src/search/records/limits.ts';
import { recordsInText } from '../../src/search/records/read-records.ts';
import { renderRow, rowAt } from '../../src/search/table-rows.ts';
import { passage, segmentOf } from './bike-shop.ts';

const answerTo = (text: string, question: string) =>
  extractAnswer(findAnswer([segmentOf([passage('list', text, { title: 'tabela.txt' })])], question))?.text;

const KIOSKS = 'ALUGUEL\nQuiosque para 10 pessoas: R$ 150\nQuiosque para 20 pessoas: R$ 260\nToalha: R$ 12';
const CLASSES = `Turma | Idade | Meio período (4h) | Integral (10h)
Berçário 1 | 4 a 11 meses | R$ 1.450 | R$ 2.290
Berçário 2 | 1 ano | R$ 1.380 | R$ 2.150
Maternal | 2 a 3 anos | R$ 1.250 | R$ 1.980`;

test('takes the smallest thing that has room for all', () => {
  expect(answerTo(KIOSKS, 'quanto fica o quiosque pra 15 pessoas?')).toBe('Quiosque para 20 pessoas: R$ 260');
  expect(answerTo(KIOSKS, 'quanto fica o quiosque pra 8 pessoas?')).toBe('Quiosque para 10 pessoas: R$ 150');
});

test('compares an age with cells that are an age, and names the columns', () => {
  expect(answerTo(CLASSES, 'quanto custa a turma de 1 ano?')).toBe(
    'Berçário 2: idade 1 ano, meio período (4h) R$ 1.380 e integral (10h) R$ 2.150',
  );
  expect(limitsIn('bercario 2 | 1 ano | r$ 1.380')).toContainEqual({ unit: 'year', min: 1, max: 1.999 });
  expect(renderRow(rowAt(CLASSES, CLASSES.indexOf('Maternal'))!)).toContain('integral (10h) R$ 1.980');
});

test('does not take what a note refuses for a refusal of the limit beside it', () => {
  const [policy] = recordsInText('CNH definitiva (provisória não serve), 21 anos completos.');
  expect(policy).toMatchObject({ kind: 'policy', limits: [{ unit: 'year', min: 21 }] });
  expect(policy).not.toMatchObject({ stances: expect.arrayContaining(['refused']) });
});

test('finds what is cheapest in a list, although a single price names it better', () => {
  const packages = `Pacote Sombra (até 50 convidados)
Sexta e domingo R$ 3.200 | sábado R$ 4.100

Pacote Quintal (até 100 convidados)
Sexta e domingo R$ 6.500 | sábado R$ 7.900`;
  const chalet = 'O chalé dos noivos está incluído no pacote Quintal; nos outros pacotes custa R$ 450.';
  const base = segmentOf([
    passage('packages', packages, { title: 'pacotes.txt' }),
    passage('chalet', chalet, { question: 'Dá para dormir no sítio?', answer: chalet }),
  ]);
  expect(extractAnswer(findAnswer([base], 'qual o pacote mais barato?'))?.text).toMatch(/^Pacote Sombra .*R\$ 3\.200/);
});

test('takes the step that suits a wish, if it names what is wished', () => {
  expect(answerTo(KIOSKS, 'preciso de um quiosque, somos em 15')).toBe('Quiosque para 20 pessoas: R$ 260');
  expect(answerTo(KIOSKS, 'quero um quiosque, somos em 8')).toBe('Quiosque para 10 pessoas: R$ 150');
});

test('tells the only price with its limit for more people than that', () => {
  const pitch = 'A quadra fechada custa R$ 400 para até 14 jogadores.\nColetes: grátis.';
  expect(answerTo(pitch, 'quanto custa a quadra para 16 pessoas?')).toBe(
    'A quadra fechada custa R$ 400 para até 14 jogadores.',
  );
});

test('counts weeks', () => {
  expect(limitsIn('a partir de 12 semanas')).toEqual([{ unit: 'week', min: 12, max: null }]);
});

test('refuses nobody whom another line takes', () => {
  const track = 'Kart infantil (6 a 11 anos): R$ 50\nKart adulto: a partir de 12 anos.';
  expect(answerTo(track, 'minha filha de 13 anos pode?')).not.toMatch(/^Não/);
  expect(answerTo('Turma infantil (6 a 11 anos): R$ 50', 'minha filha de 13 anos pode?')).toMatch(/^Não/);
});

test('knows the name of an entry that has a note in brackets', () => {
  const trips = `Passeio da Gruta (3 horas): saída às 9h. Adulto R$ 90, criança R$ 45.
Passeio da Serra (6 horas): saída às 8h. Adulto R$ 150, criança R$ 70.`;
  expect(answerTo(trips, 'quanto custa o passeio da serra?')).toBe(
    'Passeio da Serra (6 horas): Adulto R$ 150, criança R$ 70.',
  );
});

test('tells the step that suits, whatever is asked about it', () => {
  const rules = `Barcos do Cais

Cancelamento: até 7 dias antes do passeio, devolvemos o sinal inteiro. De 6 a 2 dias antes, metade. Depois disso, não há devolução.

Quem pode
O plano pode ser feito por maiores de 18 anos. O titular inclui como dependentes os filhos até 21 anos.`;
  expect(answerTo(rules, 'vou cancelar o passeio faltando 4 dias, perco o sinal?')).toContain(
    'De 6 a 2 dias antes, metade.',
  );
  expect(answerTo(rules, 'vou cancelar o passeio faltando 4 dias, perco o sinal?')).not.toContain('inteiro');
  expect(answerTo(rules, 'vou cancelar o passeio faltando 10 dias, perco o sinal?')).toContain('sinal inteiro');
});

test('takes no other limit of the paragraph for a step', () => {
  const rules =
    'O plano pode ser feito por maiores de 18 anos. O titular inclui como dependentes os filhos até 21 anos.';
  expect(answerTo(rules, 'meu filho de 22 anos entra como dependente?')).toContain('até 21 anos');
});

test('takes the step between two others, and not another sentence with days', () => {
  const policy =
    'Até 30 dias antes da saída: devolução de 90%. De 29 a 15 dias: 50%. Menos de 15 dias: sem devolução. Se o grupo não fechar, avisamos com 10 dias de antecedência.';
  expect(answerTo(policy, 'quanto perco se cancelar 20 dias antes?')).toMatch(/^De 29 a 15 dias: 50%\.$/);
});
