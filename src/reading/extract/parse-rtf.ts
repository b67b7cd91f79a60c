import iconv from 'iconv-lite';
import type { ExtractedDocument } from '../blocks.ts';
import { linesLeftOut } from '../left-out.ts';
import { blocksOfLines } from './parse-doc.ts';
import { tidy } from './tidy-text.ts';

const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z\r\n])|([{}])|[^\\{}\r\n]+|\\?[\r\n]+/gi;
/** Those that begin with `\*` hold no text either. */
const SKIPPED =
  /^(?:fonttbl|colortbl|stylesheet|listtable|info|pict|object|objdata|generator|header[lrf]?|footer[lrf]?|sp|xe|tc|annotation|filetbl|revtbl|nonesttables)$/;
/** Exceptions: the text of a drawing, and of a comment-like group that all programs show. */
const SHOWN = /^(?:shpinst|shptxt)$/;
const SIGNS: Record<string, string> = {
  par: '\n',
  sect: '\n',
  page: '\n',
  line: '\n',
  row: '\n',
  cell: '\t',
  nestcell: '\t',
  tab: '\t',
  bullet: '•',
  endash: '–',
  emdash: '—',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
};
/** Escaped characters that stand for others. */
const ESCAPED: Record<string, string> = { '~': ' ', _: '-', '-': '' };

interface GroupState {
  isSkipped: boolean;
  isHidden: boolean;
  isInTable: boolean;
  fallbacks: number;
}

class RtfReader {
  #text = '';
  #hidden = '';
  #encoding = 'windows-1252';
  #state: GroupState = { isSkipped: false, isHidden: false, isInTable: false, fallbacks: 1 };
  readonly #outer: GroupState[] = [];
  /** The `\u` before them says the same. */
  #left = 0;
  /** The next word opens its group. `star`: after `\*`. */
  #opens: 'group' | 'star' | null = null;

  get text(): string {
    return this.#text;
  }

  get hiddenLines(): string[] {
    return this.#hidden.split('\n').map(tidy).filter(Boolean);
  }

  brace(brace: string): void {
    if (brace === '{') {
      this.#outer.push(this.#state);
      this.#state = { ...this.#state };
      this.#opens = 'group';
    } else {
      this.#state = this.#outer.pop() ?? this.#state;
      this.#opens = null;
    }
    this.#left = 0;
  }

  word(name: string, value: number | undefined): void {
    const state = this.#state;
    if (this.#opens !== null && (SKIPPED.test(name) || (this.#opens === 'star' && !SHOWN.test(name))))
      state.isSkipped = true;
    this.#opens = null;
    const sign = SIGNS[name];
    if (name === 'u') {
      this.#write(String.fromCharCode((value ?? 0) & 0xffff));
      this.#left = state.fallbacks;
    } else if (name === 'uc') state.fallbacks = value ?? 1;
    else if (name === 'ansicpg' && iconv.encodingExists(`cp${value}`)) this.#encoding = `cp${value}`;
    else if (name === 'mac') this.#encoding = 'macintosh';
    else if (name === 'pc' || name === 'pca') this.#encoding = 'cp850';
    else if (name === 'v' || name === 'deleted') state.isHidden = value !== 0;
    else if (name === 'plain') state.isHidden = false;
    else if (name === 'intbl') state.isInTable = true;
    else if (name === 'pard') state.isInTable = false;
    else if (sign !== undefined) this.#write(this.#isWithinCell(name) ? ' ' : sign);
  }

  /** A line of the file ends each row, and a tab each cell. */
  #isWithinCell = (name: string) => this.#state.isInTable && /^(?:par|line|tab)$/.test(name);

  symbol(symbol: string): void {
    if (symbol === '*') this.#opens = 'star';
    else this.#write(ESCAPED[symbol] ?? symbol);
  }

  bytes(bytes: string): void {
    this.#opens = null;
    const kept = bytes.slice(this.#left);
    this.#left = Math.max(0, this.#left - bytes.length);
    this.#write(/^[\x00-\x7f]*$/.test(kept) ? kept : iconv.decode(Buffer.from(kept, 'latin1'), this.#encoding));
  }

  #write(text: string): void {
    if (this.#state.isSkipped) return;
    if (this.#state.isHidden) this.#hidden += text;
    else {
      this.#text += text;
      if (!this.#hidden.endsWith('\n')) this.#hidden += '\n';
    }
  }
}

/** The number of an item and its text, which a tab separates. */
const ITEM = /^(\s*(?:\(?[\da-z]{1,4}(?:\.\d{1,3})*[.)]?|[•·o§-]))\t(?=[^\t]*$)/gimu;

/** Headings only by their form, as in a .doc. */
export function parseRtf(bytes: Buffer): ExtractedDocument {
  const source = bytes.toString('latin1');
  const reader = new RtfReader();
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(source); token !== null; token = TOKEN.exec(source)) {
    const [whole, word, value, hex, symbol, brace] = token;
    if (word === 'bin') TOKEN.lastIndex += Math.max(0, Number(value ?? 0));
    else if (word !== undefined) reader.word(word, value === undefined ? undefined : Number(value));
    else if (hex !== undefined) reader.bytes(String.fromCharCode(Number.parseInt(hex, 16)));
    else if (symbol !== undefined) reader.symbol(symbol);
    else if (brace !== undefined) reader.brace(brace);
    else if (/^\\[\r\n]/.test(whole)) reader.word('par', undefined);
    else if (!/^[\r\n]/.test(whole)) reader.bytes(whole);
  }
  const blocks = blocksOfLines(reader.text.replace(ITEM, '$1 ').split('\n'));
  return { title: null, blocks, leftOut: linesLeftOut(blocks, { hidden: reader.hiddenLines }) };
}
