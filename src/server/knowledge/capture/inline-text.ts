import { type AnyNode, type Element, isTag, isText } from 'domhandler';

/** Elements that stand on lines of their own. */
export const BLOCK_TAGS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hgroup hr html legend li main ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** Most texts have single spaces alone already. */
const UNEVEN = /  |[^\S ]|\u200b/;
const spaced = (text: string) => (UNEVEN.test(text) ? text.replace(/[\s\u200b]+/g, ' ') : text);

/** The number or address behind a link whose words do not say it. */
function hiddenContact({ attribs }: Element, words: string): string {
  const href = attribs.href ?? '';
  const value = /^(?:tel|mailto):([^?]{3,100})/i.exec(href)?.[1]?.trim() ?? '';
  if (!value) return '';
  const isMail = /^mailto:/i.test(href);
  const isSaid = isMail ? words.includes('@') : words.replace(/\D/g, '').length >= 8;
  return isSaid ? '' : ` (${value})`;
}

/**
 * The text of inline nodes: runs of spaces become one, `br` a line break, a block a space. Elements for which `isOut`
 * answers true are left out.
 */
export function inlineText(nodes: readonly AnyNode[], isOut: (element: Element) => boolean): string {
  let text = '';
  for (const node of nodes) {
    if (isText(node)) text += spaced(node.data);
    else if (isTag(node) && !isOut(node)) text += elementText(node, isOut);
  }
  return text;
}

function elementText(element: Element, isOut: (element: Element) => boolean): string {
  if (element.name === 'br') return '\n';
  const inner = inlineText(element.children, isOut);
  if (BLOCK_TAGS.has(element.name)) return ` ${inner} `;
  return element.name === 'a' ? `${inner}${hiddenContact(element, inner)} ` : inner;
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
