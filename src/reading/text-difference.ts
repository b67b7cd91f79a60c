import { diffArrays } from 'diff';

export interface DifferenceLine {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** Stored lines, and characters of each. */
const MAX_LINES = 400;
const MAX_CHARS = 500;
const CONTEXT_LINES = 2;
/** More is completely different: the comparison takes quadratic time. */
const MAX_CHANGES = 600;

export interface TextPassage {
  heading: string | null;
  text: string;
}

function linesOf(passages: readonly TextPassage[]): string[] {
  const lines: string[] = [];
  let heading: string | null = null;
  for (const passage of passages) {
    if (passage.heading && passage.heading !== heading) lines.push(passage.heading);
    heading = passage.heading;
    lines.push(...passage.text.split('\n').filter((line) => line.trim() !== ''));
  }
  return lines;
}

/** Returns the lines that differ; null for only counters and dates, which pages change by themselves. */
export function compareTexts(before: readonly TextPassage[], after: readonly TextPassage[]): DifferenceLine[] | null {
  const difference = differenceOf(linesOf(before), linesOf(after));
  return isNoise(difference) ? null : difference;
}

/** Amounts of money never count as such. */
const COUNTER =
  /\b(?:pessoas?|visitantes?|visitas|visualiza\p{L}+|acessos|curtidas|seguidores|coment[áa]rios|online|vendidos|views?|(?:re)?atualizad[oa]|atualiza\p{L}+)\b/iu;
const DATE =
  /\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b|\b(?:janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)\b/iu;
const DAY_WORD = /(?:segunda|terça|quarta|quinta|sexta|sábado|domingo)(?:-feira)?|\b(?:de|às|h)\b/giu;
const maskNumbers = (text: string) => text.replace(/\d[\d.,:/h-]*/g, '#');
const isDate = (text: string) => DATE.test(text) && !/\p{L}/u.test(text.replace(DATE, '').replace(DAY_WORD, ''));

function isNoise(difference: readonly DifferenceLine[]): boolean {
  const [gone, added] = (['gone', 'new'] as const).map((kind) =>
    difference.filter((line) => line.kind === kind).map(({ text }) => text),
  ) as [string[], string[]];
  const isCounted = (text: string) => !/R\$/.test(text) && (COUNTER.test(text) || isDate(text));
  return (
    gone.length > 0 &&
    gone.length === added.length &&
    gone.every((text, at) => isCounted(text) && maskNumbers(text) === maskNumbers(added[at]!))
  );
}

export function differenceOf(before: readonly string[], after: readonly string[]): DifferenceLine[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_CHANGES });
  const lines = parts
    ? parts.flatMap(({ value, added, removed }) => value.map(added ? addedLine : removed ? removedLine : sameLine))
    : [...before.map(removedLine), ...after.map(addedLine)];
  const changes = lines.map(({ kind }) => kind !== 'same');
  return lines
    .filter((_, at) => changes.slice(Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1).includes(true))
    .slice(0, MAX_LINES)
    .map(({ kind, text }) => ({ kind, text: text.slice(0, MAX_CHARS).toWellFormed() }));
}

const sameLine = (text: string): DifferenceLine => ({ kind: 'same', text });
const removedLine = (text: string): DifferenceLine => ({ kind: 'gone', text });
const addedLine = (text: string): DifferenceLine => ({ kind: 'new', text });
