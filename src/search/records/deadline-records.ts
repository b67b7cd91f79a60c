import type { DeadlineRecord, Line } from './record.ts';

const COUNT = String.raw`(?:\d+(?:[,.]\d+)?|um|uma|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|doze|quinze|vinte|trinta)`;
/** `às 17h` is an hour of the day. */
const DURATION = new RegExp(
  String.raw`(?<!\b(?:as|das?|ate|ate as|desde as|partir das) )\b${COUNT}(?:\s?(?:a|e|ou|-|–)\s?${COUNT})?\s?(?:(?:h|min)\b|(?:minutos?|horas?|dias?|semanas?|mes(?:es)?|anos?)\b(?: e meia?)?(?: (?:uteis|corridos))?)|\bna hora\b|\bno mesmo dia\b|\bimediat\w+`,
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

export function deadlinesIn(line: Line): DeadlineRecord[] {
  const durations = [...line.folded.matchAll(DURATION)].flatMap(({ 0: match, index }) =>
    isAge(line.folded, index, match) ? [] : [match],
  );
  return durations.length > 0 ? [{ kind: 'deadline', quote: line, durations }] : [];
}
