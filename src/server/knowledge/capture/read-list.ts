import { type IsOut, isDropped, nodeText, tidy } from './inline-text.ts';
import { elementsOf, type PageElement } from './page-tree.ts';
import { KIND } from './tags.ts';

const MAX_INDENT = 6;
const isList = ({ name }: PageElement) => name === 'ul' || name === 'ol';

/** Whether a list is but a frame for cards or sections: its items hold headings, tables or several paragraphs. */
export const isFrameList = (list: PageElement): boolean =>
  list.holds(KIND.structure) || elementsOf(list).some(({ paragraphs }) => paragraphs > 1);

/** A list as lines: `- item`, or `1. item` where order counts; what is nested is indented by two spaces. */
export function listText(list: PageElement, depth = 0): string {
  const lines: string[] = [];
  let number = Number.parseInt(list.attribs.start ?? '1', 10) || 1;
  for (const item of elementsOf(list)) {
    if (item.isDropped) continue;
    const nested = item.name === 'li' ? elementsOf(item).filter(isList) : isList(item) ? [item] : [];
    const isOut: IsOut = nested.length === 0 ? isDropped : (one) => one.isDropped || nested.includes(one);
    const own = isList(item) ? '' : tidy(nodeText(item, isOut), ' ');
    const mark = list.name === 'ol' ? `${number}.` : '-';
    if (own) lines.push(`${'  '.repeat(Math.min(depth, MAX_INDENT))}${mark} ${own}`);
    if (own) number++;
    for (const inner of nested) if (!inner.isDropped) lines.push(listText(inner, own ? depth + 1 : depth));
  }
  return lines.filter(Boolean).join('\n');
}
