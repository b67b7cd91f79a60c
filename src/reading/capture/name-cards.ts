import type { Block } from '../blocks.ts';
import { elementsOf, type PageElement } from './page-tree.ts';

export interface CardBlocks {
  element: PageElement;
  start: number;
  end: number;
}

const NAME_MAX = 60;
const VALUE_MAX = 80;
const ONLY_PRICE = /^(?:(?:por|a partir de|apenas|só):?\s*)?(?:R\$\s?)?\d[\d.]*(?:,\d\d)?$/i;

/** `Kitnet`, `Box M - 6 m²`: neither a sentence, a value nor what somebody said. */
const isName = ({ kind, text }: Block) =>
  kind === 'paragraph' &&
  text.length <= NAME_MAX &&
  /^[\p{L}\d][^\n|:?!]*[^\s.,;…]$/u.test(text) &&
  !/R\$|\d\s?h|@/.test(text);

const isOnlyPrice = ({ kind, text }: Block) => kind === 'paragraph' && ONLY_PRICE.test(text);

/** Entries that end with their price are rows (`namePrices`). */
const isCard = (own: readonly Block[]) =>
  own.length >= 3 && own.every(({ kind }) => kind !== 'heading') && !isOnlyPrice(own.at(-1)!);

/** `Segunda e quarta` beside `7h, 8h e 17h`. */
const isRow = ([name, value, ...rest]: readonly Block[]) =>
  rest.length === 0 &&
  value?.kind === 'paragraph' &&
  isName(name!) &&
  value.text.length <= VALUE_MAX &&
  !/\n|[.!?]$/.test(value.text) &&
  !isOnlyPrice(value);

const partsOf = (card: PageElement) => elementsOf(card).filter(({ chars, isDropped }) => chars > 0 && !isDropped);

/** How many parts of a card stand before its name, which most cards begin with: `Mais procurada`. */
function badgesOf(cards: readonly CardBlocks[]): number[] {
  const classes = cards.map(({ element }) => partsOf(element).map(({ attribs }) => attribs.class ?? ''));
  const usual = classes
    .map(([first]) => first)
    .find((one, _, all) => all.filter((other) => other === one).length * 2 > all.length);
  return classes.map((own) => Math.max(0, own.indexOf(usual ?? '')));
}

/**
 * Of elements side by side, such as cards, the first line names what follows, also if the page does not say so. Short ones are rows.
 * What comes after them is of none. `onMerge` gets the index of each block that became part of the one before.
 */
export function nameCards(
  blocks: Block[],
  cards: readonly CardBlocks[],
  level: number,
  onMerge: (at: number) => void,
): { endsInCards: boolean } {
  const alike = Map.groupBy(
    cards.filter(({ start, end }) => end > start),
    ({ element }) => `${element.name} ${element.attribs.class}`,
  );
  const rows: number[] = [];
  let last = -1;
  for (const some of alike.values()) {
    const own = some.map(({ start, end }) => blocks.slice(start, end));
    const badges = badgesOf(some);
    const names = own.map((card, at) => card[badges[at]!] ?? card[0]!);
    if (some.length < 2 || new Set(names.map(({ text }) => text)).size < some.length) continue;
    if (own.every(isRow)) rows.push(...some.map(({ start }) => start));
    else if (own.every(isCard) && names.every(isName))
      for (const [at, { start }] of some.entries()) {
        // Below level 2, so that cards stay in one passage.
        const heading = { ...names[at]!, kind: 'heading' as const, level: Math.min(Math.max(level + 1, 3), 6) };
        blocks.splice(start, badges[at]! + 1, heading, ...own[at]!.slice(0, badges[at]));
      }
    else if (!own.every(([first]) => first!.kind === 'heading')) continue;
    if (!own.every(isRow)) last = Math.max(last, some.at(-1)!.end);
  }
  const after = blocks[last];
  if (after && after.kind !== 'heading') blocks[last] = { ...after, isApart: true };
  for (const start of rows.sort((one, other) => other - one)) {
    blocks.splice(start, 2, { ...blocks[start]!, text: `${blocks[start]!.text}: ${blocks[start + 1]!.text}` });
    onMerge(start + 1);
  }
  return { endsInCards: last >= 0 && after === undefined };
}
