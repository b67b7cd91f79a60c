import { CONTINUES, REFERS } from '../continues.ts';
import { isNegating, labelAbove } from '../quotable.ts';
import { sentencesOf, type Span } from '../sentences.ts';
import { wordsOf } from '../words.ts';
import { headingOf, tidyLine } from './compose.ts';
import type { RecordMatch } from './match-records.ts';
import type { BusinessRecord } from './record.ts';
import { repeats } from './surroundings.ts';

export interface Composed {
  text: string;
  lines: readonly RecordMatch[];
}

/** Records about as good as the best are alternatives. */
export const GAP = 0.08;
const LINES_MAX = 3;
/** `Sem multa.` needs the name of what its line is about. */
const VERDICT_WORDS = 3;

export const scoreOf = ({ covered, own, returned }: RecordMatch) => covered + 0.3 * own + 0.2 * returned;

/** The best and those of its passage that are about as good, one for each line. */
export function bestOf<Match extends RecordMatch>(matches: readonly Match[]): Match[] {
  const sorted = matches.toSorted((a, b) => scoreOf(b) - scoreOf(a));
  const lines = sorted.filter(
    (one, at) =>
      sorted.findIndex(
        ({ passage, record: { quote } }) => passage === one.passage && quote.start === one.record.quote.start,
      ) === at,
  );
  return lines.filter((one) => one.passage === lines[0]!.passage && scoreOf(one) >= scoreOf(lines[0]!) - GAP);
}

export const isOf =
  <Kind extends BusinessRecord['kind']>(kind: Kind) =>
  (match: RecordMatch): match is RecordMatch<Extract<BusinessRecord, { kind: Kind }>> =>
    match.record.kind === kind;

/** Not only a name with an amount or a limit. */
const isSentence = ({ record }: RecordMatch, line: string) =>
  record.kind === 'policy' && /[.!]$/.test(line) && record.stances.some((one) => one !== 'charged' && one !== 'free');

/** `Grátis acima de R$ 400.` with `Abaixo disso, R$ 25.` */
function withContinuation({ passage: { text }, record: { quote: own }, isAbout }: RecordMatch): Span {
  const line = text.lastIndexOf('\n', own.start - 1) + 1;
  const last = sentencesOf(text.slice(line, own.start)).at(-1);
  const told = text.slice(own.start);
  // `Com menos de 7 dias` is clear without the sentence before it.
  const isCut = CONTINUES.test(told) && !/^com /i.test(told);
  const isUnnamed = () => REFERS.test(told) && !isAbout(text.slice(line + last!.start, line + last!.end));
  const before = last && (isCut || isUnnamed()) ? last : undefined;
  const quote = before ? { start: line + before.start, end: own.end } : own;
  const [next] = sentencesOf(text.slice(quote.end).split('\n', 1)[0]!);
  const end = quote.end + (next?.end ?? 0);
  return next && CONTINUES.test(text.slice(quote.end + next.start, end)) ? { start: quote.start, end } : quote;
}

/** With its heading or label if the subject is named there and not in the line itself. */
function partsOf(match: RecordMatch): { above: string | null; line: string } {
  const tidy = tidyLine(match.passage, { quote: withContinuation(match) });
  const isClear = match.isAbout(tidy) && wordsOf(tidy).length > VERDICT_WORDS;
  const named = match.entry === '' || isClear ? tidy : `${match.entry}: ${tidy}`;
  const line = match.opening === null || isClear ? named : `${match.opening} ${named}`;
  const above = labelAbove(match.passage, match.record.quote.start);
  const heading = match.label ?? (above === null ? headingOf(match.passage) : repeats(above, line) ? null : above);
  const isNeeded = (!isSentence(match, line) && match.covered - match.own > 0.15) || isNegating(heading ?? '');
  return { above: isNeeded && heading !== null && !line.includes(heading) ? heading : null, line };
}

export function lineOf(match: RecordMatch): string {
  const { above, line } = partsOf(match);
  return above === null ? line : `${above}: ${line}`;
}

/** Null without lines or with too many. */
export function quoting(lines: readonly RecordMatch[], max = LINES_MAX): Composed | null {
  if (lines.length === 0 || lines.length > max) return null;
  const parts = lines.map((match, at) => {
    const part = partsOf(match);
    // Its entry is told already.
    const isTold = match.entry !== '' && lines.slice(0, at).some((one) => lineOf(one).includes(`${match.entry}:`));
    return isTold ? { ...part, line: part.line.replace(`${match.entry}: `, '') } : part;
  });
  const above = parts.find((part) => part.above !== null)?.above;
  const isOnce = lines.length > 1 && above != null;
  const told = parts.map((part) => (isOnce || part.above === null ? part.line : `${part.above}: ${part.line}`));
  // Two that are each understood only with the other are told once.
  const text = isOnce ? [above, ...told] : told;
  return { text: [...new Set(text)].join('\n'), lines };
}
