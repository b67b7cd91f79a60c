import { daysIn } from './facts/opening-hours.ts';
import { HEADING_SEPARATOR, nearestHeading, type Passage, withoutExtension } from './passage.ts';
import type { HitSentence } from './quote.ts';
import { isHeaderRow, rowAt } from './table-rows.ts';
import { wordsOf } from './words.ts';

/** Closing words, notices and page numbers, which belong to a document and not to what it tells. */
const FURNITURE =
  /^(?:atenciosamente|att\.?|cordialmente|abra[çc]os?|equipe\b|©|copyright|todos os direitos|p[áa]gina \d|siga\b.*@|destaques: |@[\w.]+$|https?:\S+$|www\.\S+$|atualizado em)|todos os direitos reservados|\bp[áa]g(?:ina|\.)? \d+ (?:de|\/) \d+$/iu;

const ADDRESS = /^(?:rua|r\.|av\.?|avenida|alameda|pra[çc]a|travessa|rodovia|estrada)\s.*\d/iu;

/** What stands at the foot of each page: rights, addresses, closing words. */
export const isFooter = (line: string): boolean => FURNITURE.test(line) || ADDRESS.test(line);

/** `Escola Semínima | Recife` above everything else. */
const TITLE_WITH_PLACE = /^\p{Lu}[^\d|:.!?]* [|–—] \p{Lu}[^\d|:.!?]*$/u;

/** Titles, labels, numbers of a list, questions and signatures do not. */
export function isQuotable(passage: Passage, { start, text }: Pick<HitSentence, 'start' | 'text'>): boolean {
  if (/\?["”')\]]*$/.test(text) || !/\p{L}{2}/u.test(text) || FURNITURE.test(text)) return false;
  if (isLabelAt(passage, start, text)) return false;
  if (passage.text.slice(0, start).trim() === '' && TITLE_WITH_PLACE.test(text)) return false;
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
  const below = /^[:\s]*\n\s*(.+)(?:\n(.+))?/.exec(text.slice(start + sentence.length));
  if (!below || !/(?:^|\n)\s*$/.test(above) || sentence.length > TITLE_MAX || /[.!;,]$/.test(sentence)) return false;
  if (sentence.endsWith(':') || isCapitals(sentence)) return true;
  const opens = /^\p{Lu}/u.test(sentence) && !/[\d|]|:\s/.test(sentence) && sentence.length <= LABEL_MAX;
  const [, next = '', after = ''] = below;
  // The first line below a heading is one of what it names: `Almoço e jantar` below `Não inclui`.
  if (heading !== null && above.trim() === '' && !/[.!?]$/.test(next)) return false;
  if (!opens || !/(?:^|\n[^\S\n]*\n|[.!?]["”)]?|\|.*)\s*$/.test(above)) return false;
  const isText = (line: string) => /\d|[.!?]$/.test(line) || line.length > LABEL_MAX;
  // `Consultas` above `Consulta particular`, which has its text below it.
  return isText(next) || (isText(after) && /^[^\S\n]*\n[^\S\n]*\n/.test(text.slice(start + sentence.length)));
}

function isCapitals(text: string): boolean {
  const outside = text.replace(/\(.*\)/, '');
  return /\p{Lu}{3}/u.test(outside) && !/\p{Ll}|\d/u.test(outside);
}

export function openingTitle(passage: Passage): string | null {
  const { text } = passage;
  const start = text.length - text.trimStart().length;
  const [line = ''] = text.slice(start).split('\n');
  return line.trim() !== '' && isLabelAt(passage, start, line.trim()) ? line.trim().replace(/:$/, '') : null;
}

/** A line up to this length may not be understood without its heading. */
const SHORT_MAX = 60;

/** Directly below the heading. */
export const isInFirstParagraph = ({ text }: Passage, start: number): boolean =>
  !/^\n|\n[^\S\n]*\n/.test(text.slice(0, start));

/** `Animais, perecíveis e joias.` below `O que não transportamos` says the opposite without it. */
const NEGATES = /(?<![\p{L}])(?:n[ãa]o|proibid[oa]s?|vedad[oa]s?|exclus[õo]es|exceto)(?![\p{L}])/iu;
export const isNegating = (heading: string): boolean => NEGATES.test(heading);

/** The nearest label above the first, or else their heading unless it is a text's title; null if they need none. */
export function headingOf(
  passage: Passage,
  quotes: readonly string[],
  titles: ReadonlySet<string> = new Set(),
): string | null {
  const start = passage.text.indexOf(quotes[0]!);
  const label = labelAbove(passage, start);
  const isLong = quotes.every((quote) => /[.!]["”)]*$/.test(quote) && quote.length > SHORT_MAX);
  if (isLong && !isNegating(label ?? nearestHeading(passage))) return null;
  if (standsAlone(passage, start)) return null;
  const isHeaded = isInFirstParagraph(passage, start) && !titles.has(passage.heading ?? '');
  const name = withoutListMark(label ?? (isHeaded ? nearestHeading(passage) : ''));
  const said = new Set(wordsOf(quotes.join(' ')).map(({ word }) => word));
  const words = wordsOf(name);
  return words.length === 0 || words.every(({ word }) => said.has(word)) ? null : name;
}

export const haveOneLabel = (passage: Passage, quotes: readonly string[]): boolean =>
  new Set(quotes.map((quote) => labelAbove(passage, passage.text.indexOf(quote)))).size < 2;

const OWN_LABEL = /^[^\p{L}\d\n]*(\p{Lu}[^:.\n\d]{1,40}):\s/u;

/** `Endereço`; null without a label. */
export const ownLabel = (line: string): string | null => OWN_LABEL.exec(line)?.[1] ?? null;

/** With what its name has in brackets: `Passeio das Ilhas (5 horas): …` */
const ENTRY = /^[^\p{L}\d\n]*(\p{Lu}(?:[^:.\n\d(]|\([^()\n]*\)){1,40}):\s/u;

/** Returns `Unidade Centro` for the last sentence of `Unidade Centro: Rua Azul, 12. Sábado das 8h às 14h.` Empty for the first one. */
export function entryAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const isFirst = text.slice(start, at).trim() === '';
  const own = ownLabel(text.slice(at));
  // `Sábado: 8h às 14h` is still of the entry.
  const isNamed = own !== null && daysIn(own).length === 0;
  return isFirst || isNamed ? '' : (ENTRY.exec(text.slice(start))?.[1] ?? '');
}

/** A labelled line that is no entry of the list below the label: `Endereço: …` after the text below `Brinquedos`. */
function standsAlone(passage: Passage, start: number): boolean {
  const { text } = passage;
  const line = text.lastIndexOf('\n', start - 1) + 1;
  if (/^\p{Extended_Pictographic}/u.test(text.slice(line))) return true;
  if (line === 0 || ownLabel(text.slice(line)) === null) return false;
  const above = text.lastIndexOf('\n', line - 2) + 1;
  return ownLabel(text.slice(above)) === null && !isLabelAt(passage, above, text.slice(above, line).trim());
}

/** `Patas & Cia` above `📍 Rua Azul, 12`, with which a profile begins. */
const isProfileName = ({ heading, text }: Passage, end: number): boolean =>
  heading === null &&
  !text.slice(0, end).trim().includes('\n') &&
  /^\s*\n\s*\p{Extended_Pictographic}/u.test(text.slice(end));

/** `O que não está coberto. Dinheiro, joias e celulares.`: a label in the line of its text. */
const RUN_IN = /^[\s•*·–-]*(o que n[ãa]o(?: \p{L}+){1,2})\.\s/iu;

/** Of a label directly above its text, only that paragraph is below it. */
export function labelAbove(passage: Passage, start: number): string | null {
  const [, runIn] = RUN_IN.exec(passage.text.slice(passage.text.lastIndexOf('\n', start - 1) + 1, start)) ?? [];
  if (runIn !== undefined) return runIn;
  let end = passage.text.lastIndexOf('\n', start - 1);
  let isLater = false;
  while (end > 0) {
    const from = passage.text.lastIndexOf('\n', end - 1) + 1;
    const line = passage.text.slice(from, end).trim();
    const at = passage.text.indexOf(line, from);
    if (line === '') isLater = true;
    else if (line.endsWith(':') && isAfterList(passage.text, end, start)) isLater = false;
    else if (isLabelAt(passage, at, line) && isLater && passage.text[end + 1] !== '\n') return null;
    else if (isLabelAt(passage, at, line))
      return bare(line) === bare(passage.title) || isProfileName(passage, at + line.length)
        ? null
        : line.replace(/:$/, '');
    end = from - 1;
  }
  return null;
}

/** How entries begin: `- `, `I - `, `a) `, `1. `, `3.2. `, `§ 1º `. */
const ENTRY_MARKS = [
  /^[-–•*·]\s/u,
  /^[IVX]+\s?[-–—.)]\s/u,
  /^\p{L}[.)]\s/u,
  /^\d{1,3}[.)]\s/u,
  /^\d{1,2}(?:\.\d{1,2})+\.?\s/u,
  /^(?:art\.|§|parágrafo)\s/iu,
];
const entryMark = (line: string): number => ENTRY_MARKS.findIndex((mark) => mark.test(line));

/** `3.4. A piscina …` is none of the entries `a)`, `b)` … below `3.3. É proibido:`. */
function isAfterList(text: string, labelEnd: number, start: number): boolean {
  const listed = entryMark(text.slice(labelEnd).trimStart());
  return listed >= 0 && entryMark(text.slice(text.lastIndexOf('\n', start - 1) + 1)) !== listed;
}

/** The mark or number of a list's entry. */
const LIST_MARK =
  /^(?:(?:[-–•*·]|\d{1,2}[.)])\s+(?=\P{Ll})|\d{1,2}(?:\.\d{1,2})+\.?\s+(?=\p{Lu}\p{L}*\s)|Parágrafo único\.\s+)/u;

export const withoutListMark = (line: string): string => line.replace(LIST_MARK, '');
