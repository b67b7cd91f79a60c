import { type AnyNode, type Element, isTag } from 'domhandler';
import { inlineText, tidy } from './inline-text.ts';

type IsOut = (element: Element) => boolean;

const MAX_INDENT = 6;
const isList = ({ name }: Element) => name === 'ul' || name === 'ol';

const paragraphsIn = (nodes: readonly AnyNode[]): number =>
  nodes.reduce((sum, node) => sum + (isTag(node) ? Number(node.name === 'p') + paragraphsIn(node.children) : 0), 0);

const holdsStructure = (nodes: readonly AnyNode[]): boolean =>
  nodes.some(
    (node) => isTag(node) && (/^(?:h[1-6]|table|dl|section|article)$/.test(node.name) || holdsStructure(node.children)),
  );

/** Whether a list is but a frame for cards or sections: its items hold headings, tables or several paragraphs. */
export const isFrameList = (list: Element): boolean =>
  holdsStructure(list.children) || list.children.some((item) => isTag(item) && paragraphsIn(item.children) > 1);

/** A list as lines: `- item`, or `1. item` where order counts; what is nested is indented by two spaces. */
export function listText(list: Element, isOut: IsOut, depth = 0): string {
  const lines: string[] = [];
  let number = Number.parseInt(list.attribs.start ?? '1', 10) || 1;
  for (const item of list.children) {
    if (!isTag(item) || isOut(item)) continue;
    const nested =
      item.name === 'li' ? item.children.filter((child): child is Element => isTag(child) && isList(child)) : [];
    if (isList(item)) nested.push(item);
    const own = isList(item)
      ? ''
      : tidy(
          inlineText([item], (element) => isOut(element) || nested.includes(element)),
          ' ',
        );
    const mark = list.name === 'ol' ? `${number}.` : '-';
    if (own) lines.push(`${'  '.repeat(Math.min(depth, MAX_INDENT))}${mark} ${own}`);
    if (own) number++;
    for (const inner of nested) if (!isOut(inner)) lines.push(listText(inner, isOut, own ? depth + 1 : depth));
  }
  return lines.filter(Boolean).join('\n');
}
