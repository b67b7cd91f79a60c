/** A stretch of a text, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

/** A sentence that goes on for longer is cut at a clause or a space: quotes stay readable and costs bounded. */
const SENTENCE_MAX = 600;
const ABBREVIATED =
  /(?:^|[\s(])(?:art|arts|dr|dra|sr|sra|srs|prof|profa|av|r|n|nº|no|num|tel|pag|pág|p|pp|ex|etc|cap|inc|vol|ed|cia|ltda|jr|st|fl|fls|al|op|cit|min|máx|mín|aprox|obs|[A-ZÀ-Ý])\.$/iu;
const OPENS_SENTENCE = /^["'“‘«([{*_–—-]*[\p{Lu}\p{N}•]/u;

/** The sentences of a text, in order, trimmed; together they hold every word of it. */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = [];
  for (const line of piecesOf(text)) {
    for (const span of cut(text, line)) spans.push(span);
  }
  return spans;
}

function piecesOf(text: string): Span[] {
  const pieces: Span[] = [];
  let start = 0;
  const boundary = /\n+|<br\s*\/?>|[.!?…]+["'”’»)\]]*(?=\s)|;(?=\s)/giu;
  for (const match of text.matchAll(boundary)) {
    const end = match.index + match[0].length;
    const isBreak = match[0].startsWith('\n') || match[0].startsWith('<');
    if (!isBreak && !endsSentence(text, start, end, match[0])) continue;
    push(pieces, text, start, isBreak ? match.index : end);
    start = end;
  }
  push(pieces, text, start, text.length);
  return pieces;
}

function endsSentence(text: string, start: number, end: number, mark: string): boolean {
  const rest = text.slice(end, end + 12).trimStart();
  if (mark === ';') return false;
  if (mark.startsWith('.') && ABBREVIATED.test(text.slice(Math.max(start, end - 10), end))) return false;
  return OPENS_SENTENCE.test(rest);
}

function push(spans: Span[], text: string, start: number, end: number): void {
  while (start < end && /\s/.test(text[start]!)) start++;
  while (end > start && /\s/.test(text[end - 1]!)) end--;
  if (start < end) spans.push({ start, end });
}

function cut(text: string, span: Span): Span[] {
  const spans: Span[] = [];
  let { start } = span;
  while (span.end - start > SENTENCE_MAX) {
    const stretch = text.slice(start, start + SENTENCE_MAX);
    const clause = Math.max(stretch.lastIndexOf('; '), stretch.lastIndexOf(': '), stretch.lastIndexOf(', '));
    const space = stretch.lastIndexOf(' ');
    const length = clause > SENTENCE_MAX / 2 ? clause + 1 : space > 0 ? space : SENTENCE_MAX;
    push(spans, text, start, start + length);
    start += length;
  }
  push(spans, text, start, span.end);
  return spans;
}
