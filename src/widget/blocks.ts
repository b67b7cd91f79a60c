/** The small subset of Markdown that chat models write. HTML is never interpreted. */

interface ListItem {
  text: string;
  lists: List[];
}
export interface List {
  kind: 'list';
  ordered: boolean;
  start: number;
  items: ListItem[];
}
interface TableBlock {
  kind: 'table';
  head: string[];
  rows: string[][];
}
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'code'; text: string }
  | List
  | TableBlock;

/** Equal sources give equal blocks. */
export interface Piece {
  source: string;
  block: Block;
}

const FENCE = /^\s*(`{3,}|~{3,})/;
const ITEM = /^(\s*)([-*+•]|\d{1,3}[.)])\s+(\S.*)$/;
const HEADING = /^\s{0,3}#{1,6}\s+(.*?)[\s#]*$/;
const RULE = /^\s*([-*_])(?:\s*\1){2,}\s*$/;
/** May become a list, heading or code fence: hidden until the rest arrives. */
const PENDING = /^\s*(?:[-*+•_]+|\d{1,3}[.)]?|#{1,6}|>|`{1,2}|~{1,2})\s*$/;

const PENDING_TABLE = /(?:^|\n)\|[^\n]*(?:\n[|:\-\s]*)?$/;

const isBlank = (line: string | undefined) => line === undefined || line.trim() === '';
const isOrdered = (marker: string) => marker.length > 1;

/** With `partial`, more text may follow: a last line of markers only is left out. */
export function readBlocks(text: string, partial: boolean): Piece[] {
  const lines = text.split('\n');
  if (partial && PENDING.test(lines[lines.length - 1]!)) lines.pop();
  const pieces: Piece[] = [];
  let at = 0;
  while (at < lines.length) {
    if (isBlank(lines[at])) {
      at++;
      continue;
    }
    const [block, next] = readBlock(lines, at);
    if (block) pieces.push({ source: lines.slice(at, next).join('\n'), block });
    at = next;
  }
  const last = pieces[pieces.length - 1]?.block;
  if (partial && last?.kind === 'paragraph') {
    last.text = last.text.replace(PENDING_TABLE, '');
    if (!last.text) pieces.pop();
  }
  return pieces;
}

function readBlock(lines: readonly string[], at: number): [Block | undefined, next: number] {
  const line = lines[at]!;
  if (FENCE.test(line)) return readCode(lines, at);
  if (RULE.test(line)) return [undefined, at + 1];
  if (ITEM.test(line)) return readList(lines, at);
  if (isTable(lines, at)) return readTable(lines, at);
  const heading = HEADING.exec(line);
  if (heading) return [{ kind: 'heading', text: heading[1]! }, at + 1];
  return readParagraph(lines, at);
}

function readCode(lines: readonly string[], at: number): [Block, next: number] {
  const fence = FENCE.exec(lines[at]!)![1]!;
  const code: string[] = [];
  let next = at + 1;
  for (; next < lines.length; next++) {
    const line = lines[next]!.trim();
    if (line.indexOf(fence) === 0 && line.slice(fence.length).trim() === '') return [codeOf(code), next + 1];
    code.push(lines[next]!);
  }
  return [codeOf(code), next];
}

const codeOf = (lines: readonly string[]): Block => ({ kind: 'code', text: lines.join('\n') });

function readParagraph(lines: readonly string[], at: number): [Block, next: number] {
  const paragraph: string[] = [];
  let next = at;
  for (; next < lines.length && !isBlank(lines[next]); next++) {
    const line = lines[next]!;
    const isOther = FENCE.test(line) || ITEM.test(line) || HEADING.test(line) || RULE.test(line);
    if (next > at && (isOther || isTable(lines, next))) break;
    paragraph.push(line.replace(/^\s*(?:>\s?)*/, '').trim());
  }
  return [{ kind: 'paragraph', text: paragraph.join('\n') }, next];
}

/** The line may also begin and end with a pipe. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  const text = line.trim();
  let cell = '';
  for (let at = text.charAt(0) === '|' ? 1 : 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\' && text.charAt(at + 1) === '|') cell += text.charAt(++at);
    else if (char !== '|') cell += char;
    if (char !== '|' && at < text.length - 1) continue;
    cells.push(cell.trim());
    cell = '';
  }
  return cells;
}

/** Cells, then a line of dashes. */
function isTable(lines: readonly string[], at: number): boolean {
  const rule = lines[at + 1] ?? '';
  if (lines[at]!.indexOf('|') < 0 || rule.indexOf('|') < 0) return false;
  const cells = cellsOf(rule);
  for (const cell of cells) if (!/^:?-+:?$/.test(cell)) return false;
  return cells.length > 0;
}

function readTable(lines: readonly string[], at: number): [Block, next: number] {
  const rows: string[][] = [];
  let next = at + 2;
  for (; next < lines.length && lines[next]!.indexOf('|') >= 0; next++) rows.push(cellsOf(lines[next]!));
  return [{ kind: 'table', head: cellsOf(lines[at]!), rows }, next];
}

/** With the indentation of the first; deeper items become nested lists. */
function readList(lines: readonly string[], at: number): [List, next: number] {
  const first = ITEM.exec(lines[at]!)!;
  const indent = first[1]!.length;
  const ordered = isOrdered(first[2]!);
  const list: List = { kind: 'list', ordered, start: ordered ? parseInt(first[2]!, 10) : 1, items: [] };
  let next = at;
  while (next < lines.length) {
    if (isBlank(lines[next])) {
      if (!goesOn(lines, next, indent, ordered)) break;
      next++;
      continue;
    }
    const last = list.items[list.items.length - 1];
    const found = ITEM.exec(lines[next]!);
    if (found && last && found[1]!.length >= indent + 2) {
      const [inner, after] = readList(lines, next);
      last.lists.push(inner);
      next = after;
    } else if (found) {
      if (found[1]!.length < indent - 1 || isOrdered(found[2]!) !== ordered) break;
      list.items.push({ text: found[3]!.trim(), lists: [] });
      next++;
    } else {
      if (!last || last.lists.length > 0 || FENCE.test(lines[next]!) || !/^(?:\s{2}|\t)/.test(lines[next]!)) break;
      last.text += '\n' + lines[next]!.trim();
      next++;
    }
  }
  return [list, next];
}

/** After blank lines: an item of the same kind, or a deeper one. */
function goesOn(lines: readonly string[], at: number, indent: number, ordered: boolean): boolean {
  let next = at;
  while (next < lines.length && isBlank(lines[next])) next++;
  const found = next < lines.length ? ITEM.exec(lines[next]!) : null;
  if (!found) return false;
  const depth = found[1]!.length;
  return depth >= indent + 2 || (depth >= indent - 1 && isOrdered(found[2]!) === ordered);
}
