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
