import { kindIn, onlyMeasures } from '../../../search/records/asked.ts';
import { COUNT, isWithin, limitsIn, measuresIn, quantitiesIn, UNIT_NAMES } from '../../../search/records/limits.ts';
import type { Unit } from '../../../search/records/record.ts';
import { STOPWORDS } from '../../../search/stopwords.ts';
import { fold, wordsOf } from '../../../search/words.ts';
import { objectIn } from './follow-up.ts';

const LINK = /^\s*(?:(?:e|mas|ah|ok|certo|ent[ãa]o|agora)\s+)+/i;

/** `8` of `e de 8?`: the unit was said before. */
const BARE_NUMBER = new RegExp(
  String.raw`^(?:se (?:for|fosse|forem|fossem) )?(?:(?:com|de|para|pra|pro|em|a|os?|as|sao|somos|so) )*(${COUNT})[\s?!.]*$`,
);

const bareNumberIn = (question: string) => BARE_NUMBER.exec(fold(question).trim().replace(LINK, ''))?.[1];

/** It says whom or how much, and not about what: `e de 30 kg?`, `meu filho tem 4 anos`. */
export const isMeasure = (question: string): boolean =>
  bareNumberIn(question) !== undefined ||
  (quantitiesIn(fold(question)).length > 0 &&
    wordsOf(question).every(({ word }) => STOPWORDS.has(word) || onlyMeasures(word)));

/** Ages are told in years and in months. */
const kindOf = (unit: Unit) => (unit === 'month' ? 'year' : unit);

/** The question before with what is measured now: `quanto custa mandar 12 kg` for `e 12 kg?`. Null without a unit. */
export function withMeasure(before: string, question: string): string | null {
  const known = measuresIn(fold(before));
  const number = bareNumberIn(question);
  const said = withUnit(question.replace(LINK, ''));
  const [own] = measuresIn(fold(said));
  const [last] = known.filter(({ unit }) => own === undefined || kindOf(unit) === kindOf(own.unit)).slice(-1);
  const text = asFolded(before);
  // What was asked before gives way to what is asked now: `e minha mãe de 62 anos, pode?`.
  const isOther = number === undefined && kindIn(fold(question)) !== null;
  if (last && !isOther) {
    const measure = own
      ? asFolded(said).slice(own.start, own.end)
      : text.slice(last.start, last.end).replace(/^[\d.,]+|^\p{L}+/u, number!);
    return text.slice(0, last.start) + measure + text.slice(last.end);
  }
  if (!own) return null;
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

/** It holds for what the question measures, or refuses it: `até 12 anos` for `10 anos`. */
export const suits = (text: string, question: string): boolean =>
  limitsIn(fold(text)).some((limit) =>
    quantitiesIn(fold(question)).some(
      ({ unit, value }) => unit === limit.unit && (isWithin(value, limit) || /^n[ãa]o\b/i.test(text)),
    ),
  );

/** Says something of somebody else than before: `e minha esposa pode?`. */
export const withoutMeasures = (before: string): string =>
  measuresIn(fold(before)).reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end),
    asFolded(before),
  );
