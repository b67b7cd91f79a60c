import { elementText, isDropped, type IsExcluded, tidy, tidyText } from './inline-text.ts';
import { elementsOf, type PageElement } from './page-tree.ts';
import { KIND } from './tags.ts';

const MAX_INDENT = 6;
const isList = ({ name }: PageElement) => name === 'ul' || name === 'ol';

/** A layout of cards: its items contain headings, tables or several paragraphs. */
export const isLayoutList = (list: PageElement): boolean =>
  list.holds(KIND.structure) || (list.paragraphs > 1 && elementsOf(list).some(({ paragraphs }) => paragraphs > 1));

const NONE: PageElement[] = [];

function listsIn(item: PageElement): PageElement[] {
  if (item.name !== 'li') return isList(item) ? [item] : NONE;
  // Lists have the kind `menuLike`, so an item without this kind below contains none.
  return item.holds(KIND.menuLike) ? elementsOf(item).filter(isList) : NONE;
}

const itemText = (item: PageElement, isExcluded: IsExcluded) =>
  item.name === 'li' ? tidyText(item, ' ', isExcluded) : tidy(elementText(item, isExcluded), ' ');

/** `- item` or `1. item`; nested lists are indented by two spaces. */
export function listText(list: PageElement, depth = 0): string {
  const lines: string[] = [];
  const isOrdered = list.name === 'ol';
  const indent = depth === 0 ? '' : '  '.repeat(Math.min(depth, MAX_INDENT));
  let number = (isOrdered && Number.parseInt(list.attribs.start ?? '1', 10)) || 1;
  for (const item of list.children) {
    if (typeof item === 'string' || item.isDropped) continue;
    const nested = listsIn(item);
    const isExcluded: IsExcluded = nested.length === 0 ? isDropped : (one) => one.isDropped || nested.includes(one);
    const own = isList(item) ? '' : itemText(item, isExcluded);
    if (own) lines.push(indent + (isOrdered ? `${number++}. ` : '- ') + own);
    for (const inner of nested) {
      const text = inner.isDropped ? '' : listText(inner, own ? depth + 1 : depth);
      if (text) lines.push(text);
    }
  }
  return lines.join('\n');
}
