import { type Claim, type ClaimReading, unitlessReading, type UnreadText } from './claim.ts';
import { NUMBER_WORDS, readNumberWords } from './number-words.ts';

const NAMES = [
  ...['janeiro|january', 'fevereiro|february', 'marco|march', 'abril|april', 'maio|may', 'junho|june', 'julho|july'],
  ...['agosto|august', 'setembro|september', 'outubro|october', 'novembro|november', 'dezembro|december'],
];
const SHORT = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];
const FULL = NAMES.join('|');
const monthOf = (name: string) =>
  1 + NAMES.findIndex((names, at) => SHORT[at] === name || names.split('|').includes(name));

const ROMAN = String.raw`\b(?:x{1,3}(?:ix|iv|v?i{0,3})|ix|iv|vi{0,3}|i{1,3})\b`;
const DAY = String.raw`(\d{1,2}|${NUMBER_WORDS}|primeiro|${ROMAN})[ºo°]?`;
const ROMAN_DAY = new RegExp(String.raw`\bdia\s(${ROMAN})`, 'g');
const YEAR = String.raw`(?:,?\s+(?:de\s+)?(\d{4})(?!\d))?`;
/** `15 de março de 2026`, `10 a 15 de março`, `15/mar`. */
const BY_NAME = new RegExp(
  String.raw`(?<![\d/.,])(?:${DAY}\s?(?:a|e|ate|-|–)\s?(?:o\s)?(?:dia\s)?)?${DAY}(?:\s+(?:de\s+)?(${FULL})|\s?(?:de\s|/|-)\s?(${SHORT.join('|')})\b\.?)(?![a-z])${YEAR}`,
  'g',
);
const IN_ENGLISH = new RegExp(String.raw`\b(${FULL})\s+(\d{1,2})(?:st|nd|rd|th)?\b${YEAR}`, 'g');
const BY_NUMBERS = /(?<![\d/.,])(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?(?![\d/])/g;
const WITH_STOPS = /(?<![\d.-])(\d{1,2})[.-](\d{1,2})[.-](\d{4})(?!\d)/g;
const YEAR_FIRST = /(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?!\d)/g;
const MONTH_AND_YEAR = /(?<![\d/])(0?[1-9]|1[0-2])\/(\d{4})(?!\d)/g;
const MONTH_ALONE = new RegExp(String.raw`\b(${FULL})\b`, 'g');
/** `marco` may also be a name and `may` a verb. */
const NAMES_A_MONTH = /\b(?:em|de|ate|desde|in|until|since|mes de)\s$/;
const ROUND_THE_CLOCK = '24/7';

interface Day {
  day: number;
  month: number;
  year?: number | undefined;
}

const ROMAN_DIGITS: Record<string, number> = { i: 1, v: 5, x: 10 };
const romanValue = (numeral: string) =>
  Array.from(numeral, (digit) => ROMAN_DIGITS[digit]!).reduceRight(
    (sum, digit, at, digits) => (digit < (digits[at + 1] ?? 0) ? sum - digit : sum + digit),
    0,
  );
function dayOf(matched: string): number {
  if (matched === 'primeiro') return 1;
  if (/^[ivx]+$/.test(matched)) return romanValue(matched);
  return /\d/.test(matched) ? Number.parseInt(matched, 10) : readNumberWords(matched)[0]!.value;
}
const yearOf = (matched: string | undefined) =>
  matched === undefined ? undefined : Number(matched) + (matched.length === 2 ? 2_000 : 0);
const isDay = ({ day, month }: Day) => day >= 1 && day <= 31 && month >= 1 && month <= 12;

export function readDates(unread: UnreadText): Claim[] {
  const claims: Claim[] = [];
  const add = ({ 0: text, index: start }: RegExpExecArray, ...days: Day[]): boolean => {
    if (!days.every(isDay)) return false;
    const span = { start, end: start + text.length, text };
    for (const { day, month, year } of days) {
      const readings: ClaimReading[] = [{ key: `date:${month}-${day}`, value: null }];
      if (text === ROUND_THE_CLOCK) readings.push({ key: 'minutes:1440', value: null });
      const implied = [
        { key: `month:${month}`, value: month },
        { key: `day:${day}`, value: day },
      ];
      claims.push({ kind: 'date', ...span, readings, implied });
      if (year !== undefined) claims.push({ kind: 'date', ...span, readings: [unitlessReading(year)] });
    }
    return true;
  };
  unread.take(BY_NAME, (match) => {
    const [, first, last, full, short, year] = match;
    const month = monthOf((full ?? short)!);
    const day = { day: dayOf(last!), month, year: yearOf(year) };
    return first === undefined ? add(match, day) : add(match, { day: dayOf(first), month }, day);
  });
  unread.take(ROMAN_DAY, ({ 0: text, 1: numeral, index: start }) => {
    claims.push({
      kind: 'date',
      start,
      end: start + text.length,
      text,
      readings: [unitlessReading(romanValue(numeral!))],
    });
  });
  unread.take(IN_ENGLISH, (match) =>
    add(match, { day: Number(match[2]), month: monthOf(match[1]!), year: yearOf(match[3]) }),
  );
  unread.take(BY_NUMBERS, (match) => {
    const [one, other] = [Number(match[1]), Number(match[2])];
    const year = yearOf(match[3]);
    return add(match, other > 12 ? { day: other, month: one, year } : { day: one, month: other, year });
  });
  unread.take(WITH_STOPS, (match) =>
    add(match, { day: Number(match[1]), month: Number(match[2]), year: yearOf(match[3]) }),
  );
  unread.take(YEAR_FIRST, (match) =>
    add(match, { day: Number(match[3]), month: Number(match[2]), year: yearOf(match[1]) }),
  );
  unread.take(MONTH_AND_YEAR, (match) => addMonth(claims, match, Number(match[1]), yearOf(match[2])));
  unread.take(MONTH_ALONE, (match) => {
    const isSure = !/^(?:marco|march|may)$/.test(match[0]) || NAMES_A_MONTH.test(unread.text.slice(0, match.index));
    return isSure && addMonth(claims, match, monthOf(match[1]!));
  });
  return claims;
}

function addMonth(
  claims: Claim[],
  { 0: text, index: start }: RegExpExecArray,
  month: number,
  year?: number | undefined,
): true {
  const span = { start, end: start + text.length, text };
  claims.push({ kind: 'date', ...span, readings: [{ key: `month:${month}`, value: null }] });
  if (year !== undefined) claims.push({ kind: 'date', ...span, readings: [unitlessReading(year)] });
  return true;
}
