import type { DeadlineRecord, Line } from './record.ts';

const COUNT = String.raw`(?:\d+(?:[,.]\d+)?|um|uma|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|doze|quinze|vinte|trinta)`;
/** `às 17h` is an hour of the day. */
const DURATION = new RegExp(
  String.raw`(?<!\b(?:as|das?|ate|ate as|desde as|partir das) )\b${COUNT}(?:\s?(?:a|e|ou|-|–)\s?${COUNT})?\s?(?:(?:h|min)\b|(?:minutos?|horas?|dias?|semanas?|mes(?:es)?|anos?)\b(?: e meia?)?(?: (?:uteis|corridos))?)|\bna hora\b|\bno mesmo dia\b|\bimediat\w+`,
  'gu',
);

export function deadlinesIn(line: Line): DeadlineRecord[] {
  const durations = [...line.folded.matchAll(DURATION)].map(({ 0: match }) => match);
  return durations.length > 0 ? [{ kind: 'deadline', quote: line, durations }] : [];
}
