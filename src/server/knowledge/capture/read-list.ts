import { elementText, type IsOut, isDropped, tidy, tidyText } from './inline-text.ts';
import { elementsOf, type PageElement } from './page-tree.ts';
import { KIND } from './tags.ts';

const MAX_INDENT = 6;
const isList = ({ name }: PageElement) => name === 'ul' || name === 'ol';

/** Whether a list is but a frame for cards or sections: its items hold headings, tables or several paragraphs. */
export const isFrameList = (list: PageElement): boolean =>
  list.holds(KIND.structure) || (list.paragraphs > 1 && elementsOf(list).some(({ paragraphs }) => paragraphs > 1));

const NONE: PageElement[] = [];

/** The lists that stand in an item, or the item itself where it is one. */
function listsIn(item: PageElement): PageElement[] {
  if (item.name !== 'li') return isList(item) ? [item] : NONE;
  // A list is like a menu.
  return item.holds(KIND.menuLike) ? elementsOf(item).filter(isList) : NONE;
}

/** What an item of a list says by itself. */
const itemText = (item: PageElement, isOut: IsOut) =>
  item.name === 'li' ? tidyText(item, ' ', isOut) : tidy(elementText(item, isOut), ' ');

/** A list as lines: `- item`, or `1. item` where order counts; what is nested is indented by two spaces. */
export function listText(list: PageElement, depth = 0): string {
  const lines: string[] = [];
  const isOrdered = list.name === 'ol';
  const indent = depth === 0 ? '' : '  '.repeat(Math.min(depth, MAX_INDENT));
  let number = (isOrdered && Number.parseInt(list.attribs.start ?? '1', 10)) || 1;
  for (const item of list.children) {
    if (typeof item === 'string' || item.isDropped) continue;
    const nested = listsIn(item);
    const isOut: IsOut = nested.length === 0 ? isDropped : (one) => one.isDropped || nested.includes(one);
    const own = isList(item) ? '' : itemText(item, isOut);
    if (own) lines.push(indent + (isOrdered ? `${number++}. ` : '- ') + own);
    for (const inner of nested) {
      const text = inner.isDropped ? '' : listText(inner, own ? depth + 1 : depth);
      if (text) lines.push(text);
    }
  }
  return lines.join('\n');
}
