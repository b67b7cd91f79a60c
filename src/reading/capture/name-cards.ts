import type { Block } from '../blocks.ts';
import type { PageElement } from './page-tree.ts';

export interface CardBlocks {
  element: PageElement;
  start: number;
  end: number;
}

const NAME_MAX = 60;
const ONLY_PRICE = /^(?:(?:por|a partir de|apenas|só):?\s*)?(?:R\$\s?)?\d[\d.]*(?:,\d\d)?$/i;

/** `Kitnet`, `Box M - 6 m²`: neither a sentence, a value nor what somebody said. */
const isName = ({ kind, text }: Block) =>
  kind === 'paragraph' && text.length <= NAME_MAX && /^[\p{L}\d][^\n|:?!]*[^\s.,;…]$/u.test(text) && !/R\$|\d\s?h|@/.test(text);

/** Entries that end with their price are rows (`namePrices`). */
function isNamed(own: readonly Block[]): boolean {
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last || own.length < 3 || own.some(({ kind }) => kind === 'heading')) return false;
  return isName(first) && !(last.kind === 'paragraph' && ONLY_PRICE.test(last.text));
}

/** The first lines of cards side by side are their headings, also if the page does not say so. */
export function headNames(blocks: Block[], cards: readonly CardBlocks[], level: number): void {
  const alike = Map.groupBy(
    cards.filter(({ start, end }) => end > start),
    ({ element }) => `${element.name} ${element.attribs.class}`,
  );
  for (const some of alike.values()) {
    const names = new Set(some.map(({ start }) => blocks[start]!.text));
    if (some.length < 2 || names.size < some.length) continue;
    if (!some.every(({ start, end }) => isNamed(blocks.slice(start, end)))) continue;
    // Below level 2, so that cards stay in one passage.
    for (const { start } of some)
      blocks[start] = { ...blocks[start]!, kind: 'heading', level: Math.min(Math.max(level + 1, 3), 6) };
  }
}
