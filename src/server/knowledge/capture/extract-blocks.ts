import { type AnyNode, type Element, isTag, isText } from 'domhandler';
import type { Block } from '../blocks.ts';
import { BLOCK_TAGS, inlineText, tidy } from './inline-text.ts';
import type { MainText } from './main-text.ts';
import { rawText } from './parse-html.ts';
import { isFrameList, listText } from './read-list.ts';
import { isLayoutTable, tableText } from './read-table.ts';
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
  isOut: (element: Element) => boolean;
}

function push({ blocks, said }: Writing, kind: Block['kind'], text: string, level?: number): void {
  if (!hasWords(text)) return;
  const last = blocks.at(-1);
  if (kind === 'heading' && last?.kind === 'heading' && last.text === text) return;
  if (kind !== 'heading' && text.length > REPEATABLE && said.has(text)) return;
  said.add(text);
  blocks.push(level === undefined ? { kind, text } : { kind, text, level });
}

function flush(writing: Writing): void {
  const text = writing.inline;
  writing.inline = '';
  if (text.trim() === '') return;
  for (const paragraph of text.split(/\n\s*\n/)) push(writing, 'paragraph', tidy(paragraph));
}

function pushHeading(writing: Writing, element: Element, level: number): void {
  push(writing, 'heading', tidy(inlineText(element.children, writing.isOut), ' '), level);
}

function readDefinitions(writing: Writing, list: Element): void {
  let terms: Element[] = [];
  const lines: string[] = [];
  const closeLines = () => push(writing, 'list', lines.splice(0).join('\n'));
  const readPart = (part: Element): void => {
    if (writing.isOut(part)) return;
    if (part.name === 'div') return part.children.filter(isTag).forEach(readPart);
    if (part.name === 'dt') return void terms.push(part);
    const answer = tidy(inlineText(part.children, writing.isOut), ' ');
    if (answer.length <= SHORT_ANSWER) {
      const term = terms.map((one) => tidy(inlineText(one.children, writing.isOut), ' ')).join(', ');
      if (answer) lines.push(term ? `${term.replace(/:$/, '')}: ${answer}` : answer);
    } else {
      closeLines();
      for (const term of terms) pushHeading(writing, term, Math.min(writing.level + 1, 6));
      walk(writing, part.children);
      flush(writing);
    }
    terms = [];
  };
  list.children.filter(isTag).forEach(readPart);
  closeLines();
}

function readTable(writing: Writing, table: Element): void {
  if (isLayoutTable(table, writing.isOut)) return walk(writing, table.children);
  for (const child of table.children)
    if (isTag(child) && child.name === 'caption')
      push(writing, 'paragraph', tidy(inlineText(child.children, writing.isOut)));
  push(writing, 'table', tableText(table, writing.isOut));
}

function readPreformatted(writing: Writing, element: Element): void {
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
const opensText = ({ name, attribs }: Element) =>
  name === 'summary' || name === 'button' || (name === 'label' && attribs.for !== undefined);

function readBlock(writing: Writing, element: Element): void {
  const { name, children } = element;
  flush(writing);
  if (/^h[1-6]$/.test(name)) {
    writing.level = Number(name[1]);
    pushHeading(writing, element, writing.level);
  } else if (opensText(element)) pushHeading(writing, element, Math.min(writing.level + 1, 6));
  else if (name === 'table') readTable(writing, element);
  else if (name === 'dl') readDefinitions(writing, element);
  else if (name === 'pre') readPreformatted(writing, element);
  else if ((name === 'ul' || name === 'ol') && !isFrameList(element))
    push(writing, 'list', listText(element, writing.isOut));
  else walk(writing, children);
  flush(writing);
}

function holdsBlock(nodes: readonly AnyNode[]): boolean {
  return nodes.some((node) => isTag(node) && (BLOCK_TAGS.has(node.name) || holdsBlock(node.children)));
}

function walk(writing: Writing, nodes: readonly AnyNode[]): void {
  for (const node of nodes) {
    if (isText(node)) writing.inline += inlineText([node], writing.isOut);
    if (!isTag(node) || writing.isOut(node)) continue;
    if (BLOCK_TAGS.has(node.name) || opensText(node)) readBlock(writing, node);
    // A link or a span around a whole card is a frame, not a run of text.
    else if (holdsBlock(node.children)) walk(writing, node.children);
    else writing.inline += inlineText([node], writing.isOut);
  }
}

/** The main text of a page as blocks, in reading order. */
export function extractBlocks({ root, dropped, heading }: MainText): Block[] {
  const writing: Writing = {
    blocks: [],
    inline: '',
    said: new Set(),
    level: 1,
    isOut: (element) => dropped.has(element),
  };
  if (heading) pushHeading({ ...writing, isOut: () => false }, heading, 1);
  walk(writing, root.children);
  flush(writing);
  return writing.blocks;
}
