const from = (list: string, values: (at: number) => number) =>
  list.split(' ').flatMap((forms, at) => forms.split('/').map((form): [string, number] => [form, values(at)]));

const UNITS = from('um/uma dois/duas tres quatro cinco seis sete oito nove', (at) => at + 1);
const TEENS = from('dez onze doze treze quatorze/catorze quinze dezesseis dezessete dezoito dezenove', (at) => at + 10);
const TENS = from('vinte trinta quarenta cinquenta sessenta setenta oitenta noventa', (at) => 10 * (at + 2));
const HUNDREDS = from(
  'cem/cento duzentos/duzentas trezentos/trezentas quatrocentos/quatrocentas quinhentos/quinhentas ' +
    'seiscentos/seiscentas setecentos/setecentas oitocentos/oitocentas novecentos/novecentas',
  (at) => 100 * (at + 1),
);
const VALUES = new Map([...UNITS, ...TEENS, ...TENS, ...HUNDREDS, ['mil', 1_000]]);

const word = `(?:${[...VALUES.keys()].join('|')})`;
/** `vinte e quatro`, `dois mil e quinhentos`, but not `por cento`. */
export const NUMBER_WORDS = String.raw`(?!(?<=por )cento\b)\b${word}(?:(?: e | )${word})*\b`;

/** `vinte e quatro` is one number, `dois e três` are two. */
const roomAfter = (value: number) => (value >= 100 ? 100 : value >= 20 ? 10 : 0);

export function readNumberWords(run: string): { value: number; words: string; start: number }[] {
  const numbers: { value: number; words: string; start: number; room: number }[] = [];
  for (const { 0: part, index: start } of run.matchAll(/[a-z]+/g)) {
    if (part === 'e') continue;
    const value = VALUES.get(part)!;
    const last = numbers.at(-1);
    const joins = last && (part === 'mil' ? last.value < 1_000 : value < last.room);
    if (!joins) numbers.push({ value, words: part, start, room: part === 'mil' ? 1_000 : roomAfter(value) });
    else {
      last.room = part === 'mil' ? 1_000 : Math.min(last.room, roomAfter(value));
      last.value = part === 'mil' ? last.value * 1_000 : last.value + value;
      last.words = run.slice(last.start, start + part.length);
    }
  }
  return numbers;
}
