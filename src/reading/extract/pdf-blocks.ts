import type { Block } from '../blocks.ts';
import { joinLines } from './join-lines.ts';
import { haveNotes } from './notes.ts';
import { LIST_MARK, type PdfLine, type Span } from './pdf-lines.ts';
import { type Table, tableAt } from './pdf-tables.ts';

export interface Typography {
  bodySize: number;
  headingSizes: number[];
  /** Between lines of a paragraph, as a multiple of the font size. */
  leading: number;
  words: Set<string>;
  haveNotes: boolean;
}

const rounded = (size: number) => Math.round(size * 2) / 2;
const HEADING_MAX = 200;
const BOLD_HEADING_MAX = 100;

function mostCommon(weights: Map<number, number>, otherwise: number): number {
  return [...weights].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [otherwise, 0] as [
    number,
    number,
  ])[0];
}

export function bodySizeOf(lines: Iterable<PdfLine>): number {
  const sizes = new Map<number, number>();
  for (const line of lines) {
    const size = rounded(line.size);
    sizes.set(size, (sizes.get(size) ?? 0) + line.text.length);
  }
  return mostCommon(sizes, 11);
}

export function typographyOf(lines: PdfLine[]): Typography {
  const bodySize = bodySizeOf(lines);
  const gaps = new Map<number, number>();
  const large = new Set<number>();
  const words = new Set<string>();
  lines.forEach((line, index) => {
    const next = lines[index + 1];
    const isFull = line.right - line.x1 < 0.1 * (line.right - line.left);
    if (next && isFull && next.column === line.column && rounded(next.size) === bodySize) {
      const gap = Math.round(((next.y - line.y) / line.size) * 20) / 20;
      if (gap > 0.8 && gap < 3) gaps.set(gap, (gaps.get(gap) ?? 0) + 1);
    }
    if (line.size > bodySize * 1.12 && line.text.length <= HEADING_MAX) large.add(rounded(line.size));
    const broken = line.text.replace(/\S+-$/, '').toLowerCase();
    for (const [word] of broken.matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)) words.add(word);
  });
  return {
    bodySize,
    headingSizes: [...large].sort((a, b) => b - a),
    leading: mostCommon(gaps, 1.2),
    words,
    haveNotes: haveNotes(lines.map(({ text }) => text)),
  };
}

/** 0 for none. Bold lines of the body's size get the level after all larger ones. */
function headingLevel(line: PdfLine, before: PdfLine | undefined, type: Typography): number {
  if (!/\p{L}/u.test(line.text) || line.cells.length > 2) return 0;
  if (line.size > type.bodySize * 1.12 && line.text.length <= HEADING_MAX) {
    return Math.min(6, type.headingSizes.indexOf(rounded(line.size)) + 1);
  }
  const isShort = line.text.length <= BOLD_HEADING_MAX && !/[.;,]$/.test(line.text);
  const isSeparated = !before || before.column !== line.column || line.y - before.y > 1.15 * type.leading * line.size;
  const isBold = line.bold && line.size >= type.bodySize * 0.95;
  return isBold && isShort && (isSeparated || isShortLine(before!)) ? Math.min(6, type.headingSizes.length + 1) : 0;
}

const isShortLine = (line: PdfLine) => line.right - line.x1 > 0.15 * (line.right - line.left);
const markOf = (line: PdfLine) => /^\S+(?=\s)/.exec(line.text)?.[0] ?? '';
const hasMark = (line: PdfLine, type: Typography) =>
  LIST_MARK.test(markOf(line)) && !(type.haveNotes && line.text.startsWith('*'));

/** A cross or a picture says something itself. */
const isTold = (mark: string) => /^[✗✘]|^(?![✔✅☑▶])\p{Extended_Pictographic}/u.test(mark);
const itemText = (line: PdfLine) =>
  isTold(markOf(line)) ? `- ${line.text}` : line.text.replace(/^[^\p{L}\p{N}(]+\s+/u, '- ');

type OpenBlock = Block & { last: PdfLine; bold: boolean; columns?: readonly Span[] };

function addTable(blocks: OpenBlock[], { text, columns, goesOn }: Table, first: PdfLine, last: PdfLine): void {
  const open = blocks.at(-1);
  // On the next page, its header may stand there again.
  const header = open?.text.split('\n', 1)[0] ?? '';
  const isHeaded = text.startsWith(`${header}\n`);
  if (open && goesOn && (isHeaded || !first.bold))
    Object.assign(open, { text: `${open.text}\n${isHeaded ? text.slice(header.length + 1) : text}`, columns, last });
  else blocks.push({ kind: 'table', text, page: first.page, last, bold: false, columns });
}

export function blocksOf(lines: PdfLine[], type: Typography): Block[] {
  const blocks: OpenBlock[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const open = blocks.at(-1);
    // At the top of the next page.
    const above = open?.last.page === line.page - 1 ? open.columns : undefined;
    const table = tableAt(lines, at, { words: type.words, above });
    if (table) {
      at += table.length - 1;
      addTable(blocks, table, line, lines[at]!);
      continue;
    }
    addLine(blocks, line, lines[at - 1], type);
  }
  return blocks.map(({ kind, text, level, page }) => (level ? { kind, text, level, page } : { kind, text, page }));
}

function addLine(blocks: OpenBlock[], line: PdfLine, before: PdfLine | undefined, type: Typography): void {
  const open = blocks.at(-1);
  const level = headingLevel(line, before, type);
  const isNear = open !== undefined && open.last.column === line.column && line.y - open.last.y <= 1.6 * line.size;
  if (level > 0) {
    const continuesBlock = isNear && open.kind === 'heading' && open.level === level && open.text.length < HEADING_MAX;
    if (continuesBlock) extend(open, line, type);
    else blocks.push({ kind: 'heading', text: line.text, level, page: line.page, last: line, bold: line.bold });
  } else if (hasMark(line, type)) {
    const follows = open?.kind === 'list' && (open.last.column === line.column || open.last.page !== line.page);
    if (follows) {
      open.text += `\n${itemText(line)}`;
      open.last = line;
    } else blocks.push({ kind: 'list', text: itemText(line), page: line.page, last: line, bold: false });
  } else if (open && goesOn(open, line, type)) extend(open, line, type);
  else blocks.push({ kind: 'paragraph', text: line.text, page: line.page, last: line, bold: line.bold });
}

function extend(open: OpenBlock, line: PdfLine, type: Typography): void {
  const at = open.text.lastIndexOf('\n') + 1;
  open.text = open.text.slice(0, at) + joinLines(open.text.slice(at), line.text, type.words);
  open.last = line;
}

function goesOn(open: OpenBlock, line: PdfLine, type: Typography): boolean {
  const last = open.last;
  if (open.kind === 'heading' || open.kind === 'table') return false;
  if (Math.abs(last.size - line.size) > 0.12 * line.size) return false;
  if (last.column !== line.column) return /[\p{L}\p{N},-]$/u.test(open.text) && /^\p{Ll}/u.test(line.text);
  if (line.y - last.y > 1.25 * type.leading * line.size || line.y < last.y) return false;
  const isList = open.kind === 'list';
  if (isList) return line.x0 > last.x0 - 2 && line.x0 > line.left + 2;
  const startsParagraph = /^[\p{Lu}\p{N}"“(]/u.test(line.text) && /[.!?:;…]["”)]?$/.test(last.text);
  const isIndented = line.x0 - last.x0 > 0.8 * line.size && last.x0 - last.left < 2;
  return !(startsParagraph && (isShortLine(last) || isIndented));
}
