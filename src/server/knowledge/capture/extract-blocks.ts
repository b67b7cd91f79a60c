import type { Block } from '../blocks.ts';
import { inlineText, isDropped, nodeText, tidy } from './inline-text.ts';
import type { MainText } from './main-text.ts';
import { elementsOf, type PageElement, type PageNode, rawText } from './page-tree.ts';
import { isFrameList, listText } from './read-list.ts';
import { isLayoutTable, tableText } from './read-table.ts';
import { KIND } from './tags.ts';
import { hasWords } from './words.ts';

/** An answer of a definition list up to so many characters makes a line with its term; a longer one stands below it. */
const SHORT_ANSWER = 120;
/** Sliders and phone layouts say things twice; what is shorter may well be meant twice. */
const REPEATABLE = 40;

interface Writing {
  blocks: Block[];
  /** Inline text not yet closed by the end of a block. */
  inline: string;
  said: Set<string>;
  /** Level of the last heading that the markup numbers. */
  level: number;
}

function push({ blocks, said }: Writing, kind: Block['kind'], text: string, level?: number): void {
  if (!hasWords(text)) return;
  const last = blocks.at(-1);
  if (kind === 'heading' && last?.kind === 'heading' && last.text === text) return;
  if (text.length > REPEATABLE) {
    if (kind !== 'heading' && said.has(text)) return;
    said.add(text);
  }
  blocks.push(level === undefined ? { kind, text } : { kind, text, level });
}

function flush(writing: Writing): void {
  const text = writing.inline;
  writing.inline = '';
  if (text.trim() === '') return;
  for (const paragraph of text.split(/\n\s*\n/)) push(writing, 'paragraph', tidy(paragraph));
}

function pushHeading(writing: Writing, element: PageElement, level: number, isOut = isDropped): void {
  push(writing, 'heading', tidy(inlineText(element.children, isOut), ' '), level);
}

function readDefinitions(writing: Writing, list: PageElement): void {
  let terms: PageElement[] = [];
  const lines: string[] = [];
  const closeLines = () => push(writing, 'list', lines.splice(0).join('\n'));
  const readPart = (part: PageElement): void => {
    if (part.isDropped) return;
    if (part.name === 'div') return elementsOf(part).forEach(readPart);
    if (part.name === 'dt') return void terms.push(part);
    const answer = tidy(inlineText(part.children), ' ');
    if (answer.length <= SHORT_ANSWER) {
      const term = terms.map((one) => tidy(inlineText(one.children), ' ')).join(', ');
      if (answer) lines.push(term ? `${term.replace(/:$/, '')}: ${answer}` : answer);
    } else {
      closeLines();
      for (const term of terms) pushHeading(writing, term, Math.min(writing.level + 1, 6));
      walk(writing, part.children);
      flush(writing);
    }
    terms = [];
  };
  elementsOf(list).forEach(readPart);
  closeLines();
}

function readTable(writing: Writing, table: PageElement): void {
  if (isLayoutTable(table)) return walk(writing, table.children);
  for (const child of elementsOf(table))
    if (child.name === 'caption') push(writing, 'paragraph', tidy(inlineText(child.children)));
  push(writing, 'table', tableText(table));
}

function readPreformatted(writing: Writing, element: PageElement): void {
  const lines = rawText(element).split('\n');
  push(
    writing,
    'paragraph',
    lines
      .map((line) => line.trimEnd())
      .join('\n')
      .trim(),
  );
}

/** A question that opens its answer by a button or a label, and so is a heading in all but markup. */
const opensText = ({ name, attribs }: PageElement) =>
  name === 'summary' || name === 'button' || (name === 'label' && attribs.for !== undefined);

function readBlock(writing: Writing, element: PageElement): void {
  const { name, children } = element;
  flush(writing);
  if (element.is(KIND.heading)) {
    writing.level = Number(name[1]);
    pushHeading(writing, element, writing.level);
  } else if (opensText(element)) pushHeading(writing, element, Math.min(writing.level + 1, 6));
  else if (name === 'table') readTable(writing, element);
  else if (name === 'dl') readDefinitions(writing, element);
  else if (name === 'pre') readPreformatted(writing, element);
  else if ((name === 'ul' || name === 'ol') && !isFrameList(element)) push(writing, 'list', listText(element));
  else walk(writing, children);
  flush(writing);
}

function walk(writing: Writing, nodes: readonly PageNode[]): void {
  for (const node of nodes) {
    if (typeof node === 'string') writing.inline += nodeText(node);
    else if (node.isDropped) continue;
    else if (node.is(KIND.block) || opensText(node)) readBlock(writing, node);
    // A link or a span around a whole card is a frame, not a run of text.
    else if (node.holds(KIND.block)) walk(writing, node.children);
    else writing.inline += nodeText(node);
  }
}

/** The main text of a page as blocks, in reading order. */
export function extractBlocks({ root, heading }: MainText): Block[] {
  const writing: Writing = { blocks: [], inline: '', said: new Set(), level: 1 };
  if (heading) pushHeading(writing, heading, 1, () => false);
  walk(writing, root.children);
  flush(writing);
  return writing.blocks;
}
