import type { Block } from '../blocks.ts';
import {
  cannotFollowSpace,
  elementText,
  isApart,
  isDropped,
  isOldPrice,
  spacedText,
  tidy,
  tidyText,
  variantsIn,
} from './inline-text.ts';
import type { MainText } from './main-text.ts';
import { type CardBlocks, nameCards } from './name-cards.ts';
import { elementsOf, NO_ATTRIBUTES, type PageElement, rawText } from './page-tree.ts';
import { isLayoutList, listText } from './read-list.ts';
import { isLayoutTable, tableText } from './read-table.ts';
import { KIND } from './tags.ts';
import { UNTIDY } from './text-traits.ts';
import { hasWords } from './words.ts';

/** A longer one goes below its term. */
const SHORT_DEFINITION = 120;
/** Sliders and mobile layouts repeat texts; up to this length that may be intended. */
const MAX_REPEATED_LENGTH = 40;

interface BlockWriter {
  blocks: Block[];
  /** Inline text of the current block, not yet written. */
  inline: string;
  /** `inline` needs no tidying except trimming, unless a space, or punctuation after a space, follows. */
  isTidy: boolean;
  endsInSpace: boolean;
  isAfterCards: boolean;
  seen: Set<string>;
  level: number;
  labels: ReadonlyMap<string, string>;
  places: Map<PageElement, number> | undefined;
}

/** Prices whose parts only a style sheet sets apart: `R$ 399,90R$ 299,00em até`. */
const GLUED = /(?<=,\d\d)(?=\p{L}{2})|(?<=[\p{L}\d).])(?=R\$)|(?<=sem juros)(?=\p{L})/gu;

function push(writing: BlockWriter, kind: Block['kind'], read: string, level?: number): void {
  if (!hasWords(read)) return;
  const { blocks, seen } = writing;
  const text = read.includes('R$') ? read.replace(GLUED, ' ') : read;
  const last = blocks.at(-1);
  if (kind === 'heading' && last?.kind === 'heading' && last.text === text) return;
  if (text.length > MAX_REPEATED_LENGTH && kind !== 'heading' && seen.has(text)) return;
  seen.add(text);
  const isApart = writing.isAfterCards && kind !== 'heading';
  writing.isAfterCards = false;
  blocks.push({ kind, text, ...(level !== undefined && { level }), ...(isApart && { isApart }) });
}

function write(writing: BlockWriter, piece: string, isPlain: boolean): void {
  if (piece === '') return;
  if (!isPlain || (writing.endsInSpace && cannotFollowSpace(piece))) writing.isTidy = false;
  if (writing.isTidy) writing.endsInSpace = piece.endsWith(' ');
  writing.inline += piece;
}

function writeElement(writing: BlockWriter, element: PageElement): void {
  const plain = element.name === 'a' || isOldPrice(element) ? null : element.plainText;
  if (plain === null) write(writing, elementText(element), false);
  else write(writing, plain, true);
}

function flush(writing: BlockWriter): void {
  const { inline: text, isTidy } = writing;
  if (text === '') return;
  writing.inline = '';
  writing.isTidy = true;
  writing.endsInSpace = false;
  if (isTidy) return push(writing, 'paragraph', text.trim());
  if (!text.includes('\n')) return push(writing, 'paragraph', tidy(text));
  if (text.trim() === '') return;
  for (const paragraph of text.split(/\n\s*\n/)) push(writing, 'paragraph', tidy(paragraph));
}

function pushHeading(writing: BlockWriter, element: PageElement, level: number, isExcluded = isDropped): void {
  push(writing, 'heading', tidyText(element, ' ', isExcluded), level);
}

function readDefinitions(writing: BlockWriter, list: PageElement): void {
  let terms: PageElement[] = [];
  const lines: string[] = [];
  const closeLines = () => push(writing, 'list', lines.splice(0).join('\n'));
  const readPart = (part: PageElement): void => {
    if (part.isDropped) return;
    if (part.name === 'div') return elementsOf(part).forEach(readPart);
    if (part.name === 'dt') return void terms.push(part);
    const definition = tidyText(part, ' ');
    if (definition.length <= SHORT_DEFINITION) {
      const term = terms.map((one) => tidyText(one, ' ')).join(', ');
      if (definition) lines.push(term ? `${term.replace(/:$/, '')}: ${definition}` : definition);
    } else {
      closeLines();
      for (const term of terms) pushHeading(writing, term, Math.min(writing.level + 1, 6));
      walk(writing, part);
      flush(writing);
    }
    terms = [];
  };
  elementsOf(list).forEach(readPart);
  closeLines();
}

function readTable(writing: BlockWriter, table: PageElement): void {
  if (isLayoutTable(table)) return walk(writing, table);
  for (const child of elementsOf(table)) if (child.name === 'caption') push(writing, 'paragraph', tidyText(child));
  push(writing, 'table', tableText(table));
}

function readPreformatted(writing: BlockWriter, element: PageElement): void {
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

/** A heading in effect: it opens an answer. */
const opensText = (element: PageElement) => {
  const { name, attribs } = element;
  return (
    name === 'summary' ||
    name === 'button' ||
    (name === 'label' && attribs !== NO_ATTRIBUTES && attribs.for !== undefined && !holdsField(element))
  );
};

const holdsField = (element: PageElement) => elementsOf(element).some(({ name }) => name === 'input');

/** A choice of a form, or a select with the variants of a product. */
const isLine = ({ name }: PageElement) => name === 'label' || name === 'select' || name === 'noscript';

const isTabList = (element: PageElement, { labels }: BlockWriter) =>
  labels.size > 0 &&
  (element.name === 'ul' || element.name === 'ol') &&
  tabTargets(element).some((id) => labels.has(id));

const tabTargets = (list: PageElement) =>
  elementsOf(list)
    .flatMap(elementsOf)
    .map(({ attribs }) => (attribs.href ?? '').replace(/^#/, ''));

function readBlock(writing: BlockWriter, element: PageElement): void {
  const { name } = element;
  flush(writing);
  const label = writing.labels.get(element.attribs.id ?? '');
  if (label) push(writing, 'heading', label, Math.min(writing.level + 1, 6));
  if (name === 'select') push(writing, 'paragraph', variantsIn(element));
  else if (isTabList(element, writing) || (element.attribs.role === 'tab' && writing.labels.size > 0)) return;
  else if (element.is(KIND.heading)) {
    writing.level = Number(name[1]);
    pushHeading(writing, element, writing.level);
  } else if (opensText(element)) pushHeading(writing, element, Math.min(writing.level + 1, 6));
  else if (name === 'table') readTable(writing, element);
  else if (name === 'dl') readDefinitions(writing, element);
  else if (name === 'pre') readPreformatted(writing, element);
  else if ((name === 'ul' || name === 'ol') && !isLayoutList(element)) push(writing, 'list', listText(element));
  else walk(writing, element);
  flush(writing);
}

const isCents = ({ attribs, children, chars }: PageElement) =>
  chars === 2 &&
  /fraction|cents|centavos|decimal/i.test(attribs.class ?? '') &&
  /^\s*\d\d\s*$/.test(String(children[0]));

function writeCents(writing: BlockWriter, element: PageElement): void {
  const text = `,${rawText(element).trim()}`;
  const last = writing.blocks.at(-1);
  if (writing.inline.trim() !== '' || !last || !/R\$\s?[\d.]+$/.test(last.text)) write(writing, text, false);
  else last.text += text;
}

function walk(writing: BlockWriter, element: PageElement): void {
  const cards: CardBlocks[] = [];
  for (const [at, node] of element.children.entries()) {
    if (typeof node !== 'string' && isApart(element.children[at - 1], node)) write(writing, ' ', true);
    if (typeof node === 'string') write(writing, spacedText(node, element), (element.traits & UNTIDY) === 0);
    else if (node.isDropped) writing.places?.set(node, writing.blocks.length);
    else if (isOldPrice(node)) writeElement(writing, node);
    else if (isCents(node)) writeCents(writing, node);
    else if (node.is(KIND.block) || opensText(node) || isLine(node)) {
      flush(writing);
      const start = writing.blocks.length;
      readBlock(writing, node);
      if (node.attribs.class !== undefined) cards.push({ element: node, start, end: writing.blocks.length });
    }
    // A link or span around a whole card is a container, not inline text.
    else if (node.holds(KIND.block)) walk(writing, node);
    else writeElement(writing, node);
  }
  if (cards.length < 2) return;
  flush(writing);
  const { places } = writing;
  const { endsInCards } = nameCards(writing.blocks, cards, writing.level, (merged) => {
    for (const [place, at] of places ?? []) if (at > merged) places!.set(place, at - 1);
  });
  writing.isAfterCards ||= endsInCards;
}

interface BlockSource extends Pick<MainText, 'root' | 'heading'> {
  hero?: PageElement | null;
  dialogs?: readonly PageElement[];
  labels?: ReadonlyMap<string, string>;
  /** The index of the block that each dropped element stood before. */
  places?: Map<PageElement, number>;
}

/** Converts the main text of a page to blocks, in reading order. */
export function extractBlocks({ root, heading, hero, dialogs = [], labels, places }: BlockSource): Block[] {
  const writing: BlockWriter = {
    blocks: [],
    inline: '',
    isTidy: true,
    endsInSpace: false,
    isAfterCards: false,
    seen: new Set(),
    level: 1,
    labels: labels ?? new Map(),
    places,
  };
  if (heading) pushHeading(writing, heading, 1, () => false);
  if (hero) walk(writing, hero);
  flush(writing);
  // A link without text may still hold a number: a button that opens WhatsApp.
  if (root.name === 'a') writeElement(writing, root);
  else walk(writing, root);
  flush(writing);
  for (const dialog of dialogs) readBlock(writing, dialog);
  return writing.blocks;
}
