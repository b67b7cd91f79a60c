import type { Block, ExtractedDocument } from '../blocks.ts';
import { decodeText } from './decode-text.ts';
import { haveNotes, NOTE } from './notes.ts';
import { plainHeadingLevel } from './plain-headings.ts';
import { rowText, tidy } from './tidy-text.ts';

/** Characters, in a text with hard line breaks. */
const WRAPPED_MAX = 100;
/** Editors wrap no text at a smaller width. */
const WRAPPED_MIN = 55;
const LINES_AT_ONCE = 10_000;
const ITEM = /^\s*(?:[-*+•–—▪‣]|\(?(?:\d{1,3}|[a-z])[.)])\s+\S/;
/** A horizontal rule, or the line below a table's header. */
const RULE = /^\s*(?:[-=_*~]\s*){3,}$|^\s*\|?(?:\s*:?-{2,}:?\s*\|?)+\s*$/;

export function parseTxt(bytes: Buffer): ExtractedDocument {
  const lines = decodeText(bytes)
    .split(/\r\n?|[\n\f\u2028\u2029]/)
    .map(withoutMarks);
  const chunks: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === '') chunks.push([]);
    else chunks.at(-1)!.push(line);
  }
  const filled = chunks.filter((chunk) => chunk.length > 0);
  const wrapping = wrappingOf(lines, filled);
  const blocks = filled.flatMap((chunk, index) => {
    const [first, ...others] = blocksOfChunk(chunk, filled[index + 1]?.[0], wrapping);
    return first ? [{ ...first, isApart: true as const }, ...others] : [];
  });
  const first = blocks[0];
  // A title in capitals at the very top is the document's title.
  if (first?.kind === 'heading' && isCapitals(first.text)) first.level = 1;
  return { title: null, blocks };
}

/** `*Tortas*`, `_Sinal de 50%_`, `~R$ 150~`: bold and italics of chats, and struck prices. */
const withoutMarks = (line: string): string =>
  line
    .replace(/(~{1,2})(R\$\s?[\d.,]+)\1/g, '(antes $2)')
    .replace(/(?<![\p{L}\d*_])([*_])(?=[^\s*_])([^*_]*[^\s*_])\1(?![\p{L}\d*_])/gu, '$2');

interface Wrapping {
  /** Lines may go on in the next one. */
  isWrapped: boolean;
  /** Of the longest line that an editor wrapped; infinite if there is none. */
  width: number;
  areLists: boolean;
  /** Lines that begin with asterisks are notes: `* só às terças` below `Feijoada*`. */
  haveNotes: boolean;
}

/** A small letter begins the next line, or an article or preposition ends this one. */
const goesOn = (line: string, next: string) =>
  line.trim().length >= WRAPPED_MIN &&
  /[^.!?:;]\s*$/.test(line) &&
  (/^\s*\p{Ll}/u.test(next) || /\s\p{Ll}{1,3}\s*$/u.test(line));

function wrappingOf(lines: readonly string[], chunks: readonly (readonly string[])[]): Wrapping {
  let widest = 0;
  for (const [at, line] of lines.entries())
    if (goesOn(line, lines[at + 1] ?? '')) widest = Math.max(widest, line.trim().length);
  const width = widest || Infinity;
  return {
    isWrapped: lines.every(({ length }) => length <= WRAPPED_MAX),
    width,
    areLists: areLists(chunks, width),
    haveNotes: haveNotes(lines),
  };
}

const isCapitals = (text: string) => text === text.toUpperCase();

/** They always start a new line: `Sábado: …`, `Terça a sexta …`, `zap (11) 9…`, `📍 …`, an email address, a number. */
const OWN_LINES: readonly RegExp[] = [
  /^\s*\p{Lu}[\p{L} /-]{1,30}:\s/u,
  /^\s*(?:Seg|Ter|Qua|Qui|Sex|S[áa]b|Dom)[\p{L}-]*\.?\s+(?:a|à|e)\s/u,
  /^\s*(?:tel(?:efone)?|fone|whats(?:app)?|zap|celular|cnpj)[. ]*\(?\d/i,
  /^\s*(?:\p{Extended_Pictographic}|\*)/u,
  /^\s*\p{Lu}[\p{L}\d ()]{1,40}\s[-–—]\s(?:a partir de )?R\$\s?\d/u,
  /^\s*(?:\S+@\S|\(?\d{2}\)?\s?\d{4,5}[\s-]?\d{4})/,
];

/** The price of a list's entry: `remendo ........ 45,00`, `cesta - 189,00 (com um dia)`. */
const ENTRY_END =
  /(?:(?:\.{3,}|…|_{3,}|R\$)\s*(?:a partir de |desde )?\d[\d.,]*|\s[-–—]\s*\d[\d.]*,\d{2})(?:\s*\([^()]*\))?$/;

/** The first word of the next line would have fitted, so no editor wrapped it. */
function isEndedOnPurpose(line: string, next: string, width: number): boolean {
  if (line.includes(' | ') || ENTRY_END.test(line) || OWN_LINES.some((sign) => sign.test(next))) return true;
  const firstWord = firstWordOf(next);
  const hadRoom = line.length + 1 + firstWord.length <= width;
  return hadRoom && /^[\p{Lu}\p{N}("“]/u.test(firstWord);
}

const firstWordOf = (line: string) => line.trim().split(/\s/, 1)[0] ?? '';

/** Share of the width below which no editor ends a line whose next word would have fitted, whatever the font. */
const SHORT = 0.75;
/** The sentence goes on: a comma, or an article or preposition, at its end. */
const OPEN_END = /,$|\s(?:[aeo]|de|d[aeo]s?|n[ao]s?|em|com|sem|para|pra|por|que|ou|até)$/i;

/**
 * Most lines of the paragraphs would have had room for the next word: people write lists and profiles so, also without capitals
 * and marks.
 */
function areLists(chunks: readonly (readonly string[])[], width: number): boolean {
  const breaks = chunks.flatMap((chunk) =>
    chunk.slice(0, -1).map((line, at) => line.trim().length + 1 + firstWordOf(chunk[at + 1]!).length),
  );
  const early = breaks.filter((length) => length <= SHORT * width).length;
  return early >= 2 && early >= breaks.length / 2;
}

/** Of lines one below the other with as many cells each. */
const ROWS_MIN = 3;

/** Between columns: as spreadsheets export them (`Terno; 55,00; 4 dias`), as people align them with spaces, and as they draw them. */
const COLUMN_GAPS = [/;/, /\s{2,}/, /\s*\|\s*/];

/** Also within bars: `| Peso | Preço |` */
const BARRED = /^\s*\|.*\|\s*$/;

const SIZE_GAP = /\s[|/]\s/;
/** A dash says that there is none in this size. */
const PRICE = String.raw`(?:(?:R\$\s?)?\d{1,4}(?:,\d{2})?|[-–—])`;
const IS_PRICE = new RegExp(`^${PRICE}$`);
const NAMED_PRICE = new RegExp(String.raw`^(\p{L}.*?)(?:\s|\.{3,}|…|_{3,})+(${PRICE})$`, 'u');
/** `P | M | G` */
const IS_SIZE = /^(?=.*\p{L})[^:.!?]{1,20}$/u;
/** `PIZZAS (tamanhos: broto | média | grande)` */
const NAMED_SIZES = /^([^|/(:]+?)\s*[(:](?:.*:)?\s*(.+?)$/;

/** Returns the cells of lists with a price for each size: `Calabresa 34 | 47 | 58`. */
function sizeRowsIn(chunk: readonly string[]): Map<string, readonly string[]> {
  const rows = new Map<string, readonly string[]>();
  const cells = chunk.map((line) => {
    const [first = '', ...prices] = line.trim().split(SIZE_GAP);
    const [, name, price] = NAMED_PRICE.exec(first) ?? [];
    return name && prices.length > 0 && prices.every((one) => IS_PRICE.test(one)) ? [name, price!, ...prices] : null;
  });
  for (let from = 0, to = 0; from < chunk.length; from = Math.max(to, from + 1)) {
    to = from;
    while (to < chunk.length && cells[to] && cells[to]!.length === cells[from]!.length) to++;
    if (to - from < ROWS_MIN) continue;
    for (let at = from; at < to; at++) rows.set(chunk[at]!, cells[at]!);
    const count = cells[from]!.length - 1;
    const above = chunk[from - 1]?.trim().replace(/\)$/, '') ?? '';
    const [first = '', ...sizes] =
      [SIZE_GAP, '/'].map((gap) => above.split(gap)).find(({ length }) => length === count) ?? [];
    const [, name, size] = NAMED_SIZES.exec(first) ?? [];
    if (name && size && sizes.length + 1 === count) rows.set(chunk[from - 1]!, [name, size, ...sizes]);
    else if (sizes.length + 1 === count && [first, ...sizes].every((one) => IS_SIZE.test(one)))
      rows.set(chunk[from - 1]!, ['', first, ...sizes]);
  }
  return rows;
}

/** Returns the cells of the lines that are rows. */
function rowsIn(chunk: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const rows = sizeRowsIn(chunk);
  for (const gap of COLUMN_GAPS) {
    const cells = chunk.map((line) => (BARRED.test(line) ? [line] : line.trimEnd().split(gap)));
    for (let from = 0, to = 0; from < chunk.length; from = to) {
      while (to < chunk.length && cells[to]!.length === cells[from]!.length) to++;
      if (cells[from]!.length > 2 && to - from >= ROWS_MIN)
        for (let at = from; at < to; at++) if (!rows.has(chunk[at]!)) rows.set(chunk[at]!, cells[at]!);
    }
  }
  return rows;
}

function blocksOfChunk(chunk: string[], nextChunk: string | undefined, wrapping: Wrapping): Block[] {
  const rows = rowsIn(chunk);
  const isList = wrapping.areLists || areLists([chunk], wrapping.width);
  const blocks: Block[] = [];
  let canContinue = false;
  // Text to append to the last block, joined in batches: appending a million lines one by one runs out of memory.
  let tail: string[] = [];
  const appendTail = () => {
    const open = blocks.at(-1);
    if (open && tail.length > 0) open.text += tail.join('');
    tail = [];
  };
  chunk.forEach((raw, index) => {
    const line = tidy(raw);
    const next = chunk[index + 1] ?? nextChunk;
    const block =
      RULE.test(raw) || line === ''
        ? null
        : rows.has(raw)
          ? rowBlock(rows.get(raw)!)
          : blockOfLine(raw, line, next, { isFirst: index === 0, isNote: wrapping.haveNotes && NOTE.test(raw) });
    const open = blocks.at(-1);
    if (!block) {
      if (open && index === 1 && /^\s*(=+|-+)\s*$/.test(raw)) {
        Object.assign(open, { kind: 'heading', level: raw.includes('=') ? 1 : 2 });
      }
      canContinue = false;
    } else if (open && block.kind === open.kind && (open.kind === 'table' || open.kind === 'list')) {
      if (tail.push(`\n${block.text}`) === LINES_AT_ONCE) appendTail();
      canContinue = true;
    } else if (
      open &&
      canContinue &&
      block.kind === 'paragraph' &&
      continuesBlock(open, raw, chunk[index - 1] ?? '', wrapping)
    ) {
      if (tail.push(` ${block.text}`) === LINES_AT_ONCE) appendTail();
    } else {
      appendTail();
      blocks.push(block);
      canContinue = block.kind !== 'heading';
    }
    const isEnded = isEndedOnPurpose(line, next ?? '', wrapping.width) || (isList && !OPEN_END.test(line));
    if (block?.kind === 'paragraph' && isEnded) canContinue = false;
  });
  appendTail();
  return blocks;
}

/** Share of the width up to which the last line of a list's entry reaches if an editor wrapped it. */
const FULL = 0.9;

function continuesBlock(open: Block, raw: string, before: string, { isWrapped, areLists, width }: Wrapping): boolean {
  if (open.kind === 'paragraph') return isWrapped;
  if (open.kind !== 'list') return false;
  const isFull = before.trim().length + 1 + firstWordOf(raw).length > FULL * width;
  return /^\s/.test(raw) || (isWrapped && !areLists && isFull);
}

function rowBlock(cells: readonly string[]): Block | null {
  const text = rowText(cells);
  return text === '' ? null : { kind: 'table', text };
}

interface LinePlace {
  isFirst: boolean;
  isNote: boolean;
}

function blockOfLine(raw: string, line: string, next: string | undefined, { isFirst, isNote }: LinePlace): Block {
  const mark = /^\s{0,3}(#{1,6})\s+(.+?)\s*#*\s*$/.exec(raw);
  if (mark) return { kind: 'heading', text: tidy(mark[2]!), level: mark[1]!.length };
  const cells = BARRED.test(raw) ? raw.trim().slice(1, -1).split('|') : raw.trim().split(/\t+/);
  const row = cells.length > 1 ? rowBlock(cells) : null;
  if (row) return row;
  const level = isFirst ? plainHeadingLevel(line, next && tidy(next)) : 0;
  if (level > 0) return { kind: 'heading', text: line, level };
  if (ITEM.test(raw) && !isNote) return { kind: 'list', text: line.replace(/^[*+•–—▪‣-]\s+/, '- ') };
  return { kind: 'paragraph', text: line };
}
