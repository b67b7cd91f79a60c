import { kindIn, namesSomebody, onlyMeasures } from '../../../search/records/asked.ts';
import { COUNT, isWithin, limitsIn, measuresIn, quantitiesIn, UNIT_NAMES } from '../../../search/records/limits.ts';
import type { Unit } from '../../../search/records/record.ts';
import { STOPWORDS } from '../../../search/stopwords.ts';
import { fold, wordsOf } from '../../../search/words.ts';
import { objectIn } from './follow-up.ts';

const LINK = /^\s*(?:(?:e|mas|ah|ok|certo|ent[ãa]o|agora)\s+)+/i;

/** `8` of `e de 8?`: the unit was said before. */
const BARE_NUMBER = new RegExp(
  String.raw`^(?:se (?:for|fosse|forem|fossem|formos|vierem|viermos) )?(?:(?:com|de|para|pra|pro|em|a|os?|as|sao|somos|so) )*(${COUNT})[\s?!.]*$`,
);

const bareNumberIn = (question: string) => BARE_NUMBER.exec(fold(question).trim().replace(LINK, ''))?.[1];
/** `e se forem 16?` counts people. */
const COUNTS_PEOPLE = /\bse (?:forem|fossem|formos|vierem|viermos)\b/;

const DAY =
  /\b(?:(?:domingo|segunda|terca|quarta|quinta|sexta|sabado|feriado)s?(?:[- ]feiras?)?|(?:fim|final) de semana)\b/g;
/** `pode ser sexta?`, `e sábado de manhã?` */
const daysIn = (question: string) => [...fold(question).matchAll(DAY)];

/** It says when, and not what: `pode ser sexta?` */
export const isDay = (question: string): boolean =>
  daysIn(question).length > 0 &&
  wordsOf(fold(question).replace(DAY, ' ')).every(({ word }) => STOPWORDS.has(word) || onlyMeasures(word));

/** It says only whom: `e minha esposa?`, `e criança?` */
export const isSomebody = (question: string): boolean =>
  /^(?:e|mas e)\b/.test(fold(question).trim()) &&
  namesSomebody(question) &&
  measuresIn(fold(question)).length === 0 &&
  kindIn(fold(question)) === null &&
  wordsOf(question).every(({ word }) => STOPWORDS.has(word) || onlyMeasures(word));

/** The question before about somebody else: `meu amigo pode dirigir`. */
export function withSomebody(before: string, question: string): string {
  const said = question.replace(LINK, '').replace(/[?!.\s]+$/, '');
  const known = wordsOf(before).find(({ word }) => namesSomebody(word));
  if (!known || measuresIn(fold(before)).length > 0) return `${before.replace(/[?!.\s]+$/, '')} ${said}`;
  const start = before.slice(0, known.start).replace(/(?:^|\s)(?:minha|meu|minhas|meus|[ao]s?|um|uma)\s+$/iu, ' ');
  return `${start}${said}${before.slice(known.end)}`.trim();
}

/** The question before with another day: `sexta posso buscar?`. Null without a day in it. */
export function withDay(before: string, question: string): string | null {
  const [known, ...more] = daysIn(before);
  const days = daysIn(question);
  if (!known || more.length > 0) return null;
  const typed = asFolded(question).slice(days[0]!.index, days.at(-1)!.index + days.at(-1)![0].length);
  return asFolded(before).slice(0, known.index) + typed + asFolded(before).slice(known.index + known[0].length);
}

/** It says whom or how much, and not about what: `e de 30 kg?`, `meu filho tem 4 anos`. */
export const isMeasure = (question: string): boolean =>
  bareNumberIn(question) !== undefined ||
  (quantitiesIn(fold(question)).length > 0 &&
    wordsOf(question).every(({ word }) => STOPWORDS.has(word) || onlyMeasures(word)));

/** Ages are told in years and in months. */
const kindOf = (unit: Unit) => (unit === 'month' ? 'year' : unit);

/** `tem 4` offers nothing. */
const HAS = new RegExp(String.raw`\b(?:tem|faz|leva) (?:so |apenas )?(?=${COUNT})`, 'g');

/** The question before with what is measured now: `quanto custa mandar 12 kg` for `e 12 kg?`. Null without a unit. */
export function withMeasure(before: string, question: string): string | null {
  const known = measuresIn(fold(before));
  const number = bareNumberIn(question);
  const said = withUnit(question.replace(LINK, ''));
  const [own] = measuresIn(fold(said));
  const [last] = known.filter(({ unit }) => own === undefined || kindOf(unit) === kindOf(own.unit)).slice(-1);
  const text = asFolded(before);
  // What was asked before gives way to what is asked now: `e minha mãe de 62 anos, pode?`.
  const isOther = number === undefined && kindIn(fold(question).replace(HAS, ' ')) !== null;
  if (last && !isOther) {
    const measure = own
      ? asFolded(said).slice(own.start, own.end)
      : text.slice(last.start, last.end).replace(/^[\d.,]+|^\p{L}+/u, number!);
    return text.slice(0, last.start) + measure + text.slice(last.end);
  }
  if (!own) {
    if (number === undefined || known.length > 0) return null;
    const unit = COUNTS_PEOPLE.test(fold(question)) ? 'person' : namesSomebody(before) ? 'year' : null;
    return unit && `${before.replace(/[?!.\s]+$/, '')} ${number} ${UNIT_NAMES[unit]}`;
  }
  const rest = last ? text.slice(0, last.start) + text.slice(last.end) : text;
  return `${(isOther ? objectIn(rest) : rest).replace(/[?!.\s]+$/, '')} ${said}`.replace(/\s+/g, ' ').trim();
}

/** The text as typed if the places in the folded one are valid in it. */
const asFolded = (text: string) => (fold(text).length === text.length ? text : fold(text));

/** `irmão de 20 anos` for `irmão de 20`. */
function withUnit(text: string): string {
  const [measure] = measuresIn(fold(text));
  const same = asFolded(text);
  return measure && /^[\d.,]+$/.test(same.slice(measure.start, measure.end))
    ? `${same.slice(0, measure.end)} ${UNIT_NAMES[measure.unit]}${same.slice(measure.end)}`
    : text;
}

/** It holds for what the question measures, or refuses it: `até 12 anos` for `10 anos`. What was measured before does not count. */
export function suits(text: string, meant: string, question: string): boolean {
  const own = quantitiesIn(fold(withUnit(question)));
  const measured = quantitiesIn(fold(meant)).filter(
    ({ unit }) => own.length === 0 || own.some((one) => kindOf(one.unit) === kindOf(unit)),
  );
  // `Quem paga 6 meses ganha 10%`; of people's ages, the same number may be something else.
  const isTold = quantitiesIn(fold(text)).some(({ unit, value }) =>
    measured.some((one) => unit === one.unit && value === one.value),
  );
  if (isTold && !namesSomebody(meant)) return true;
  return limitsIn(fold(text)).some((limit) =>
    measured.some(({ unit, value }) => unit === limit.unit && (isWithin(value, limit) || /^n[ãa]o\b/i.test(text))),
  );
}

/** Says something of somebody else than before: `e minha esposa pode?`. */
export const withoutMeasures = (before: string): string =>
  measuresIn(fold(before)).reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end),
    asFolded(before),
  );
