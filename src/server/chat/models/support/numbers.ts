import { type Claim, type ClaimReading, unitlessReading, type UnreadText } from './claim.ts';
import { readDates } from './dates.ts';
import { NUMBER_WORDS, readNumberWords } from './number-words.ts';
import { dimensionOfSign, SIGN_BEFORE, UNIT_AFTER, unitNamed } from './units.ts';

const ORDERING = /^[^\S\n]*[*_]*\d{1,2}[.)](?=\s)|\[\d{1,2}\]|\d\ufe0f?\u20e3/gm;

const SEPARATOR = String.raw`[^\S\n]?[.–-]?[^\S\n]?`;
const IDENTIFIERS = [
  // CNPJ, CPF, CEP.
  String.raw`\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}|\d{3}\.\d{3}\.\d{3}-\d{2}|\d{2}\.?\d{3}-\d{3}`,
  String.raw`0[3589]00${SEPARATOR}\d{3}${SEPARATOR}\d{4}`,
  String.raw`(?:\+?55${SEPARATOR})?(?:\(0?\d{2}\)[^\S\n]?(?:9${SEPARATOR})?|(?:0?\d{2}${SEPARATOR})?9)\d{4}${SEPARATOR}\d{4}`,
  // A telephone number without a bracket and a 9. Two adjacent years are not one.
  String.raw`(?:\+?55${SEPARATOR})?(?:\(0?\d{2}\)[^\S\n]?|0?\d{2}${SEPARATOR})?(?:9${SEPARATOR})?(?!(?:19|20)\d{2}[^\d](?:19|20)\d{2}(?!\d))\d{4}${SEPARATOR}\d{4}`,
  String.raw`\d{8,}`,
];
const IDENTIFIER = new RegExp(String.raw`(?<![\d.,/])(?:${IDENTIFIERS.join('|')})(?!\d|[.,/]\d)`, 'g');

const PERIOD = String.raw`(?:\s?(?:da|de|do)\s(manha|tarde|noite|madrugada)|\s?([ap])\.?m\b\.?)`;
/** `9:30`, `9h30`, `9 horas e 30 minutos`, `9 e meia da noite`. */
const CLOCK = new RegExp(
  String.raw`(?<![\d.,:])(\d{1,2})(?::(\d{2})(?::\d{2})?(?:\s?h(?:s|rs|oras)?\b)?|\s?h(?:s|rs?|oras?)?(?:(\d{2})(?:\s?min(?:utos)?\b)?|(?:\s?e)?\s(\d{1,2})\s?min(?:utos)?\b)(?!\d)|\s?(?:h|horas?)?\s(e)\smeia\b)${PERIOD}?`,
  'g',
);
const NAMED_TIMES: readonly (readonly [RegExp, number[]])[] = [
  [/\bmei[ao][ -]dia\b/g, [720]],
  [/\bmeia[ -]noite\b/g, [0, 1_440]],
  [/\bmeia hora\b/g, [30]],
];

/** `B12`, `A4`, `iPhone13`. */
const CODE = /\b(?=[a-z-]*[a-z])[a-z]+(?:-[a-z]+)*-?\d[a-z\d]*(?:-[a-z\d]+)*\b/g;

const DIGITS = String.raw`\d{1,3}(?:\.\d{3})+(?:,\d+)?(?![\d.]*\d)|\d{1,3}(?:,\d{3})+\.\d+|\d+(?:[.,]\d+)?`;
const QUANTITY = new RegExp(`${DIGITS}|${NUMBER_WORDS}`, 'g');
const MANY = /\s?(mil|milhao|milhoes|k)\b/y;
const MULTIPLES: Record<string, number> = { mil: 1_000, k: 1_000, milhao: 1_000_000, milhoes: 1_000_000 };
const AND_A_HALF = /\se\smei[ao]\b/y;
const PERIOD_AFTER = new RegExp(PERIOD, 'y');
const AND_CENTS = new RegExp(String.raw`\s(?:e|com)\s(\d{1,2}|${NUMBER_WORDS})(\scentavos?)?(?!\d|[.,]\d)\b`, 'y');
/** `12 reais e 3 camisas` */
const COUNTS_SOMETHING = /\s[a-z]/y;
/** `custa doze e noventa` */
const NAMES_A_PRICE = /\b(?:cust|sai|fica|val|preco|paga)[a-z]*\s(?:(?:por|so|em|a|apenas)\s)?$/;
const SPOKEN_CENTS = new RegExp(String.raw`\se\s(${NUMBER_WORDS})(?!\s[a-z])`, 'y');
/** `os dois`, mentioned before. */
const SPOKEN_OF = /\b(?:[oa]s|[nd][oa]s|aos|ess[ea]s|est[ea]s|outr[oa]s)\s$/;
const COUNT_MAX = 12;

const rounded = (value: number) => Number(value.toFixed(4));
const minutes = (value: number): ClaimReading => ({ key: `minutes:${rounded(value)}`, value: null });

export function readNumbers(unread: UnreadText): Claim[] {
  unread.take(ORDERING, () => true);
  const claims = [...readDates(unread), ...readIdentifiers(unread), ...readTimes(unread), ...readCodes(unread)];
  const { text } = unread;
  let readUpTo = 0;
  for (const match of text.matchAll(QUANTITY)) {
    for (const quantity of quantitiesIn(match)) {
      const claim = quantity.start < readUpTo ? null : readQuantity(text, quantity);
      if (!claim) continue;
      claims.push(claim);
      readUpTo = claim.end;
    }
  }
  return claims;
}

const claimOf = (
  kind: Claim['kind'],
  { 0: text, index: start }: RegExpExecArray,
  readings: ClaimReading[],
  implied?: ClaimReading[],
): Claim => ({ kind, start, end: start + text.length, text, readings, ...(implied && { implied }) });

function readIdentifiers(unread: UnreadText): Claim[] {
  const claims: Claim[] = [];
  unread.take(IDENTIFIER, (match) => {
    const digits = match[0].replace(/\D/g, '').replace(/^0?55(?=\d{10})|^0(?=\d{10})/, '');
    claims.push(claimOf('number', match, [{ key: `id:${digits}`, value: null }]));
  });
  return claims;
}

const isAfternoon = (hour: number, period: string | undefined, letter: string | undefined) =>
  hour < 12 && (period === 'tarde' || (period === 'noite' && hour > 3) || letter === 'p');

function readTimes(unread: UnreadText): Claim[] {
  const claims: Claim[] = [];
  unread.take(CLOCK, (match) => {
    const [, hours, afterColon, afterLetter, asMinutes, half, period, letter] = match;
    const hour = Number(hours) + (isAfternoon(Number(hours), period, letter) ? 12 : 0);
    const past = half ? 30 : Number(afterColon ?? afterLetter ?? asMinutes ?? 0);
    const implied = past === 0 ? [{ key: `hour:${hour}`, value: Number(hours) }] : [];
    claims.push(claimOf('number', match, [minutes(60 * hour + past)], implied));
  });
  for (const [pattern, times] of NAMED_TIMES) {
    unread.take(pattern, (match) => void claims.push(claimOf('number', match, times.map(minutes))));
  }
  return claims;
}

function readCodes(unread: UnreadText): Claim[] {
  const claims: Claim[] = [];
  unread.take(CODE, (match) => {
    claims.push(claimOf('number', match, [{ key: `code:${match[0].replace(/-/g, '')}`, value: null }]));
  });
  return claims;
}

interface Quantity {
  values: number[];
  start: number;
  end: number;
  isWord: boolean;
}

function quantitiesIn({ 0: matched, index }: RegExpExecArray): Quantity[] {
  if (/\d/.test(matched)) {
    return [{ values: valuesOf(matched), start: index, end: index + matched.length, isWord: false }];
  }
  return readNumberWords(matched).map(({ value, words, start }) => ({
    values: [value],
    isWord: true,
    start: index + start,
    end: index + start + words.length,
  }));
}

/** `1.200,50`, `1,200.50`, `1200.5`. `1,200` has two: 1.2 and 1200. */
function valuesOf(matched: string): number[] {
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(matched)) return [Number(matched.replace(/\./g, '').replace(',', '.'))];
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(matched)) return [Number(matched.replace(/,/g, ''))];
  const value = Number(matched.replace(',', '.'));
  return /^\d{1,3},\d{3}$/.test(matched) ? [value, Number(matched.replace(',', ''))] : [value];
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function readQuantity(text: string, { values, start, end, isWord }: Quantity): Claim | null {
  const many = match(MANY, text, end);
  let at = end + (many?.[0].length ?? 0);
  const numbers = values.map((value) => value * (many ? MULTIPLES[many[1]!]! : 1));
  const sign = SIGN_BEFORE.exec(text.slice(Math.max(0, start - 6), start));
  const unit = match(UNIT_AFTER, text, at);
  at += unit?.[0].length ?? 0;
  const from = start - (sign ? sign[0].replace(/^[^a-z$€]/, '').length : 0);
  const spanTo = (to: number) => ({ start: from, end: to, text: text.slice(from, to) });
  if (!sign && !unit) return readUnmarked(text, { numbers, start, at, isWord });
  const { dimension, factor } = sign ? { dimension: dimensionOfSign(sign[1]!), factor: 1 } : unitNamed(unit![1]!);
  const more = dimension === 'money' ? match(AND_CENTS, text, at) : match(AND_A_HALF, text, at);
  const cents = more?.[1] === undefined ? 0 : centsOf(more[1]);
  const extra = more ? cents / 100 + (more[1] === undefined ? factor / 2 : 0) : 0;
  const period = dimension === 'minutes' && factor === 60 ? match(PERIOD_AFTER, text, at) : null;
  const shift = period && isAfternoon(numbers[0]!, period[1], period[2]) ? 720 : 0;
  const readings = numbers.map((value) => ({
    key: `${dimension}:${rounded(value * factor + extra + shift)}`,
    value: extra === 0 ? value : null,
  }));
  const to = at + (extra > 0 ? more![0].length : (period?.[0].length ?? 0));
  const isOther = more?.[2] === undefined && match(COUNTS_SOMETHING, text, to) !== null;
  if (cents > 0 && isOther)
    readings.push(...numbers.map((value) => ({ key: `${dimension}:${value * factor}`, value })));
  const kind = dimension === 'money' ? 'price' : 'number';
  return { kind, ...spanTo(to), readings, isVague: isOne(values, isWord) };
}

/** `uma hora`, `um dia`: often an article. */
const isOne = ([value]: readonly number[], isWord: boolean) => isWord && value === 1;

const centsOf = (matched: string) => (/\d/.test(matched) ? Number(matched) : readNumberWords(matched)[0]!.value);

function readUnmarked(
  text: string,
  { numbers, start, at, isWord }: { numbers: number[]; start: number; at: number; isWord: boolean },
): Claim | null {
  const [value] = numbers as [number];
  const spanTo = (to: number) => ({ start, end: to, text: text.slice(start, to) });
  const spoken = isWord && NAMES_A_PRICE.test(text.slice(Math.max(0, start - 24), start));
  const cents = spoken ? match(SPOKEN_CENTS, text, at) : null;
  if (cents) {
    const readings = [{ key: `money:${rounded(value + centsOf(cents[1]!) / 100)}`, value: null }];
    return { kind: 'price', ...spanTo(at + cents[0].length), readings };
  }
  const half = match(AND_A_HALF, text, at);
  const to = at + (half?.[0].length ?? 0);
  const period = match(PERIOD_AFTER, text, to);
  if (half || period) {
    const hour = value + (isAfternoon(value, period?.[1], period?.[2]) ? 12 : 0);
    const readings = [{ key: `minutes:${60 * hour + (half ? 30 : 0)}`, value: half ? null : value }];
    return { kind: 'number', ...spanTo(to + (period?.[0].length ?? 0)), readings };
  }
  // Skip `um`, which is an article, and `os dois`, which refers to something mentioned before.
  const before = text.slice(Math.max(0, start - 8), start);
  if (isOne(numbers, isWord) || (isWord && SPOKEN_OF.test(before))) return null;
  const glued = /^[a-z]+/.exec(text.slice(at, at + 20));
  if (glued && !isWord && !/^[oa]$/.test(glued[0])) {
    const to = at + glued[0].length;
    return { kind: 'number', ...spanTo(to), readings: [{ key: `code:${text.slice(start, to)}`, value: null }] };
  }
  const isCount = Number.isInteger(value) && value >= 2 && value <= COUNT_MAX;
  return { kind: 'number', ...spanTo(at), readings: numbers.map(unitlessReading), isCount };
}
