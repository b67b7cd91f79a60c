import { expect, test } from 'vitest';
import { correctSpelling } from '../../src/search/correct-spelling.ts';
import { soundAlike, soundOf } from '../../src/search/sound.ts';
import { passage, segmentOf } from './bike-shop.ts';

const base = segmentOf([
  passage(
    'regras',
    'Multa por cancelar em cima da hora, uma dose só. O almoço sai às 12h; a excursão tem água e pão. Paga no Pix, cancela depois.',
  ),
]);

test.each([
  ['excurssão com almosso', 'excursao com almoco'],
  ['posso canselar sem muta?', 'posso cancelar sem multa?'],
  ['qual o pics?', 'qual o pix?'],
  ['canceladepois', 'cancela depois'],
  ['tem ex cursao?', 'tem excursao?'],
])('corrects "%s"', (typed, meant) => {
  expect(correctSpelling([base], typed)).toBe(meant);
});

test.each([
  'vc tem horário hj?',
  'quero nadar sem comer nada',
  'do you have the bill of materials?',
  'aro 29 em 12h',
  'doze',
])('leaves "%s" as it is', (typed) => {
  expect(correctSpelling([base], typed)).toBe(typed);
});

test.each([
  ['almosso', 'almoco'],
  ['ravioly', 'ravioli'],
  ['rocho', 'roxo'],
  ['tenpo', 'tempo'],
  ['estra', 'extra'],
  ['altomatico', 'automatico'],
  ['valo', 'valor'],
  ['endereso', 'endereco'],
  ['caza', 'casa'],
])('"%s" sounds like "%s"', (one, other) => {
  expect(soundAlike(soundOf(one), soundOf(other))).toBe(true);
});

test.each([
  ['sacar', 'casar'],
  ['doze', 'doce'],
])('"%s" does not sound like "%s"', (one, other) => {
  expect(soundAlike(soundOf(one), soundOf(other))).toBe(false);
});
