import type { PageElement, PageNode } from './page-tree.ts';
import { KIND } from './tags.ts';

/** Most texts have single spaces alone already. */
const UNEVEN = /  |[^\S ]|\u200b/;
const spaced = (text: string) => (UNEVEN.test(text) ? text.replace(/[\s\u200b]+/g, ' ') : text);

/** The number or address behind a link whose words do not say it. */
function hiddenContact({ attribs }: PageElement, words: string): string {
  const href = attribs.href ?? '';
  const value = /^(?:tel|mailto):([^?]{3,100})/i.exec(href)?.[1]?.trim() ?? '';
  if (!value) return '';
  const isMail = /^mailto:/i.test(href);
  const isSaid = isMail ? words.includes('@') : words.replace(/\D/g, '').length >= 8;
  return isSaid ? '' : ` (${value})`;
}

/** Whether an element is left out of a text. */
export type IsOut = (element: PageElement) => boolean;
export const isDropped: IsOut = (element) => element.isDropped;

/**
 * The text of inline nodes: runs of spaces become one, `br` a line break, a block a space. Elements for which `isOut`
 * answers true are left out.
 */
export function inlineText(nodes: readonly PageNode[], isOut: IsOut = isDropped): string {
  let text = '';
  for (const node of nodes) text += nodeText(node, isOut);
  return text;
}

/** The inline text of one node. */
export function nodeText(node: PageNode, isOut: IsOut = isDropped): string {
  if (typeof node === 'string') return spaced(node);
  if (isOut(node)) return '';
  const { name, children } = node;
  if (name === 'br') return '\n';
  const inner = inlineText(children, isOut);
  if (node.is(KIND.block)) return ` ${inner} `;
  return name === 'a' ? `${inner}${hiddenContact(node, inner)} ` : inner;
}

function tidyLine(line: string): string {
  const single = line.includes('  ') ? line.replace(/ +/g, ' ') : line;
  return single.replace(/ (?=[,.;:!?)])/g, '').trim();
}

/** Tidies inline text: single spaces, no spaces at line ends, no empty lines. `joiner` stands for a line break. */
export function tidy(text: string, joiner = '\n'): string {
  if (!text.includes('\n')) return tidyLine(text);
  return text.split('\n').map(tidyLine).filter(Boolean).join(joiner);
}
