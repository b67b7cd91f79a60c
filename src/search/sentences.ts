export interface Span {
  start: number;
  end: number;
}

interface Quotable extends Span {
  /** It continues the previous part's sentence. */
  goesOn: boolean;
}

/** Characters. A longer sentence is treated as several; above `QUOTE_MAX` it is cut at a clause. */
const SENTENCE_MAX = 600;
const QUOTE_MAX = 300;
const ABBREVIATED =
  /(?:^|[\s(])(?:art|arts|dr|dra|sr|sra|srs|prof|profa|av|r|n|nº|no|num|tel|pag|pág|p|pp|ex|etc|cap|inc|vol|ed|cia|ltda|jr|st|fl|fls|al|op|cit|min|máx|mín|aprox|obs|[A-ZÀ-Ý])\.$/iu;
/** `Seg. a sex. das 8h`, `sáb. 8h às 13h`: ends no sentence before a small letter or a figure. */
const ABBREVIATED_DAY = /(?:^|[\s(,/])(?:seg|ter|qua|qui|sex|s[áa]b|dom|fer)\.$/iu;
/** `8 un. R$ 38`: ends no sentence before a figure. */
const ABBREVIATED_BEFORE_FIGURE = /(?:^|[\s(,/])(?:un|und|unid|pct|cx|p[cç]|gr|kg|ml|lt|hs?|min)\.$/iu;
const OPENS_SENTENCE = /^["'“‘«([{*_–—-]*[\p{Lu}\p{N}•]/u;
const OPENS_SENTENCE_SMALL = /^["'“‘«([{*_–—-]*[\p{L}\p{N}•]/u;

/** The number or letter of a list's entry: `1. Corte`, `4.1. Podem usar`, `Art. 3º. A saída`, `Parágrafo único. O atestado`. */
const LIST_NUMBER = /^\s*(?:(?:art\. ?|§ ?)?\d{1,3}(?:\.\d{1,2}){0,4}[ºª°o]?|\p{L}|parágrafo único)\.$/iu;
const LIST_NUMBER_MAX = 20;
/** Dots that lead from an item to its price: four or more, spaced ones, or any before an amount. */
const LEADER = /\.{4,}$|(?:^|\s)\.+$|…{2,}$/;
const AMOUNT = /^(?:R\$|\d)/;
/** A row of a table goes on, whatever its cells hold: `Filé | arroz e fritas. Serve 1 | R$ 68`. */
const NEXT_CELL = /^.* \| /;
/** A full stop before a lower-case letter: an abbreviation, or a text entirely in lower case. */
const SMALL_AFTER_STOP = /[\p{L}\p{N})][.!?]\s+\p{Ll}/gu;
const CAPITAL_AFTER_STOP = /[\p{L}\p{N})][.!?]\s+\p{Lu}/gu;

/** Trimmed and in order; together they contain every word of the text. */
export function sentencesOf(text: string): Quotable[] {
  return piecesOf(text)
    .flatMap((line) => cut(text, line, SENTENCE_MAX))
    .flatMap((sentence) => cut(text, sentence, QUOTE_MAX).map((part, index) => ({ ...part, goesOn: index > 0 })));
}

function piecesOf(text: string): Span[] {
  const pieces: Span[] = [];
  const opens = isInSmallLetters(text) ? OPENS_SENTENCE_SMALL : OPENS_SENTENCE;
  let start = 0;
  const boundary = /\n+|<br\s*\/?>|[.!?…]+["'”’»)\]]*(?=\s)|;(?=\s)/giu;
  for (const match of text.matchAll(boundary)) {
    const end = match.index + match[0].length;
    const isBreak = match[0].startsWith('\n') || match[0].startsWith('<');
    if (!isBreak && !endsSentence(text, start, end, match[0], opens)) continue;
    push(pieces, text, start, isBreak ? match.index : end);
    start = end;
  }
  push(pieces, text, start, text.length);
  return pieces;
}

/** Returns whether sentences start with lower-case letters, as in texts from forms, scans and chats. */
function isInSmallLetters(text: string): boolean {
  const stops = [...text.matchAll(SMALL_AFTER_STOP)];
  const small = stops.filter(
    ({ index }) => !ABBREVIATED_DAY.test(text.slice(Math.max(0, index - 4), index + 2)),
  ).length;
  return small > 1 && small > 2 * (text.match(CAPITAL_AFTER_STOP)?.length ?? 0);
}

function endsSentence(text: string, start: number, end: number, mark: string, opens: RegExp): boolean {
  const rest = text.slice(end, end + 12).trimStart();
  if (mark === ';' || isLeader(text.slice(Math.max(start, end - 10), end), mark, rest)) return false;
  const before = text.slice(Math.max(start, end - 10), end);
  if (mark.startsWith('.') && ABBREVIATED.test(before)) return false;
  if (mark === '.' && /^(?:R\$|[\p{Ll}\d])/u.test(rest) && ABBREVIATED_DAY.test(before)) return false;
  if (mark === '.' && AMOUNT.test(rest) && ABBREVIATED_BEFORE_FIGURE.test(before)) return false;
  if (mark === '.' && end - start < LIST_NUMBER_MAX && LIST_NUMBER.test(text.slice(start, end))) return false;
  return opens.test(rest) && !NEXT_CELL.test(text.slice(end, end + QUOTE_MAX));
}

const isLeader = (until: string, mark: string, rest: string) =>
  LEADER.test(until) || (/^(?:\.{2,}|…)$/.test(mark) && AMOUNT.test(rest));

function push(spans: Span[], text: string, start: number, end: number): void {
  while (start < end && /\s/.test(text[start]!)) start++;
  while (end > start && /\s/.test(text[end - 1]!)) end--;
  if (start < end) spans.push({ start, end });
}

function cut(text: string, span: Span, maxLength: number): Span[] {
  const spans: Span[] = [];
  let { start } = span;
  while (span.end - start > maxLength) {
    const stretch = text.slice(start, start + maxLength);
    const clause = Math.max(stretch.lastIndexOf('; '), stretch.lastIndexOf(': '), stretch.lastIndexOf(', '));
    const space = stretch.lastIndexOf(' ');
    const length = clause > maxLength / 2 ? clause + 1 : space > 0 ? space : completeCharacters(stretch);
    push(spans, text, start, start + length);
    start += length;
  }
  push(spans, text, start, span.end);
  return spans;
}

/** Without a lone surrogate (half a character) at the end. */
function completeCharacters(stretch: string): number {
  return /[\uD800-\uDBFF]$/.test(stretch) ? stretch.length - 1 : stretch.length;
}
