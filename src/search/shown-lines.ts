import { HEADING_SEPARATOR, nearestHeading, type Passage, withoutExtension } from './passage.ts';
import type { HitSentence } from './quote.ts';
import type { Hit } from './search.ts';
import { isHeaderRow, renderRow, rowAt } from './table-rows.ts';
import { wordsOf } from './words.ts';

export interface ShownLines {
  text: string;
  /** The hit with what is shown of it as its quotes. */
  used: Hit;
}

/** Characters; a FAQ's answer up to this length is shown whole. */
const SHOWN_MAX = 420;
const MAX_SCORE_GAP = 1;
/** A line up to this length may not be understood without its heading. */
const SHORT_MAX = 60;

/** In their order, with the question or heading above. Null if none says anything. */
export function shownLines(hit: Hit): ShownLines | null {
  const { passage } = hit;
  if (passage.isBoilerplate) return null;
  const { answer, question } = passage;
  const isWhole = answer !== null && answer.trim().length <= SHOWN_MAX;
  const quotes = isWhole ? [answer.trim()] : linesOf(hit);
  const [first] = quotes;
  if (first === undefined || first === '') return null;
  const above = question ?? headingOf(passage, quotes);
  const lines = isWhole ? quotes : quotes.map((quote) => renderLine(passage.text, quote));
  return { text: [...(above ? [above] : []), ...lines].join('\n'), used: { ...hit, quotes } };
}

export function bestLine(hit: Hit): string {
  const [best] = hit.sentences.filter((sentence) => isShowable(hit.passage, sentence));
  return best ? renderLine(hit.passage.text, best.text) : '';
}

function linesOf({ passage, sentences }: Hit): string[] {
  const [best, second] = sentences.filter((sentence) => isShowable(passage, sentence));
  if (!best) return [];
  const isNear = second && best.score - second.score <= MAX_SCORE_GAP;
  const isShort = second && best.text.length + second.text.length < SHOWN_MAX;
  const shown = isNear && isShort ? [best, second] : [best];
  return shown.sort((a, b) => a.start - b.start).map(({ text }) => text);
}

function renderLine(text: string, line: string): string {
  const row = rowAt(text, text.indexOf(line));
  return row ? renderRow(row) : line.replace(/^[-–•*·]\s+/, '');
}

/** Closing words, notices and page numbers, which belong to a document and not to what it tells. */
const FURNITURE =
  /^(?:atenciosamente|att\.?|cordialmente|abra[çc]os?|equipe\b|©|copyright|todos os direitos|p[áa]gina \d|siga\b.*@|@[\w.]+$|https?:\S+$|www\.\S+$|atualizado em)|todos os direitos reservados|\bp[áa]g(?:ina|\.)? \d+ (?:de|\/) \d+$/iu;

const ADDRESS = /^(?:rua|r\.|av\.?|avenida|alameda|pra[çc]a|travessa|rodovia|estrada)\s.*\d/iu;

/** What stands at the foot of each page: rights, addresses, closing words. */
export const isFooter = (line: string): boolean => FURNITURE.test(line) || ADDRESS.test(line);

/** Titles, labels, numbers of a list, questions and signatures do not. */
function isShowable(passage: Passage, { start, text }: Pick<HitSentence, 'start' | 'text'>): boolean {
  if (/\?["”')\]]*$/.test(text) || !/\p{L}{2}/u.test(text) || FURNITURE.test(text)) return false;
  if (isLabelAt(passage, start, text)) return false;
  const row = rowAt(passage.text, start);
  return row === null || !isHeaderRow(passage.text, row);
}

const bare = (text: string) =>
  wordsOf(withoutExtension(text))
    .map(({ word }) => word)
    .join(' ');

/** Of a title in capitals, and of another title or label. */
const TITLE_MAX = 80;
const LABEL_MAX = 40;

/** A line of its own that only names what is below it. */
function isLabelAt({ title, heading, text }: Passage, start: number, sentence: string): boolean {
  const names = [title, ...(heading?.split(HEADING_SEPARATOR) ?? [])].map(bare);
  if (names.includes(bare(sentence))) return true;
  const above = text.slice(0, start);
  const below = /^[:\s]*\n\s*(.+)/.exec(text.slice(start + sentence.length));
  if (!below || !/(?:^|\n)\s*$/.test(above) || sentence.length > TITLE_MAX || /[.!;,]$/.test(sentence)) return false;
  if (sentence.endsWith(':') || isCapitals(sentence)) return true;
  const opens = /^\p{Lu}/u.test(sentence) && !/[\d|]|:\s/.test(sentence) && sentence.length <= LABEL_MAX;
  const [, next = ''] = below;
  return opens && /(?:^|\n[^\S\n]*\n)\s*$/.test(above) && (/\d|[.!?]$/.test(next) || next.length > LABEL_MAX);
}

export function openingTitle(passage: Passage): string | null {
  const { text } = passage;
  const start = text.length - text.trimStart().length;
  const [line = ''] = text.slice(start).split('\n');
  return line.trim() !== '' && isLabelAt(passage, start, line.trim()) ? line.trim().replace(/:$/, '') : null;
}

function isCapitals(text: string): boolean {
  const outside = text.replace(/\(.*\)/, '');
  return /\p{Lu}{3}/u.test(outside) && !/\p{Ll}|\d/u.test(outside);
}

/** The nearest label above them, or else their heading; null if they need none. */
function headingOf(passage: Passage, quotes: readonly string[]): string | null {
  if (quotes.every((quote) => /[.!]["”)]*$/.test(quote) && quote.length > SHORT_MAX)) return null;
  const name = labelAbove(passage, passage.text.indexOf(quotes[0]!)) ?? nearestHeading(passage);
  const said = new Set(wordsOf(quotes.join(' ')).map(({ word }) => word));
  const words = wordsOf(name);
  return words.length === 0 || words.every(({ word }) => said.has(word)) ? null : name;
}

function labelAbove(passage: Passage, start: number): string | null {
  let end = passage.text.lastIndexOf('\n', start - 1);
  while (end > 0) {
    const from = passage.text.lastIndexOf('\n', end - 1) + 1;
    const line = passage.text.slice(from, end).trim();
    const at = passage.text.indexOf(line, from);
    if (line !== '' && isLabelAt(passage, at, line))
      return bare(line) === bare(passage.title) ? null : line.replace(/:$/, '');
    end = from - 1;
  }
  return null;
}
