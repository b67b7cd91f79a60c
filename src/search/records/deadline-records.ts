import type { DeadlineRecord, Line } from './record.ts';

const COUNT = String.raw`(?:\d+(?:[,.]\d+)?|um|uma|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|doze|quinze|vinte|trinta)`;
const COUNTS = String.raw`${COUNT}(?:\s?(?:a|e|ou|-|–)\s?${COUNT})?\s?`;
/** `às 17 horas` and `até 17h` are hours of the day. */
const DURATION = new RegExp(
  String.raw`(?<!\b(?:as|das?|ate|ate as|desde as|partir das) )\b${COUNTS}h(?:\d\d)?\b|(?<!\b(?:as|das?|ate as|desde as|partir das) )\b${COUNTS}(?:min|(?:minutos?|horas?|dias?|semanas?|mes(?:es)?|anos?)(?: e meia?)?(?: (?:uteis|corridos))?)\b|\bna hora\b|\bno mesmo dia\b|\bimediat\w+`,
  'gu',
);

/** Years around which somebody's age is spoken of: `a partir de 14 anos`, `menores de 16 anos`. */
const AGE =
  /(?:\bidade\b|\bmenor(?:es)? de|\bmaior(?:es)? de|\b(?:crianc|beb|alun|adolesc|idos|jove|adult|pesso)\w*(?: \w+){0,3}|\bcom) $|\b(?:a partir d[eo]s?|acima de|abaixo de) $/;
const AFTER_AGE = /^ (?:de idade|completos|ou mais|para cima|pra cima)\b/;

function isAge(text: string, start: number, match: string): boolean {
  if (!/anos?|mes(?:es)?/.test(match)) return false;
  return AGE.test(text.slice(0, start)) || AFTER_AGE.test(text.slice(start + match.length));
}

/** `10 dias antes da festa` says when, and not how long. */
const BEFORE_OR_AFTER = /^ (?:antes|apos|depois)\b/;

/** `9h-18h`, `8h às 12h`. */
const isTimeOfDay = (text: string, start: number, match: string): boolean =>
  /\dh/.test(match) &&
  (/^\s?(?:-|–|a|as)\s?\d{1,2} ?h/.test(text.slice(start + match.length)) ||
    /\d ?h(?:\d\d)?\s?(?:-|–|a|as)\s?$/.test(text.slice(0, start)));

export function deadlinesIn(line: Line): DeadlineRecord[] {
  const durations = [...line.folded.matchAll(DURATION)].flatMap(({ 0: match, index }) =>
    isAge(line.folded, index, match) ||
    isTimeOfDay(line.folded, index, match) ||
    BEFORE_OR_AFTER.test(line.folded.slice(index + match.length))
      ? []
      : [match],
  );
  return durations.length > 0 ? [{ kind: 'deadline', quote: line, durations }] : [];
}
