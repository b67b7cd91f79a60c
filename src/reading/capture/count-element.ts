import { countNonSpace, NO_ATTRIBUTES, NOTICE, type PageElement, type PageNode } from './page-tree.ts';
import { KIND } from './tags.ts';
import { MAY_NAME_COOKIES } from './text-traits.ts';

const COOKIES = /\bcookies?\b|\blgpd\b/i;
const CONSENT =
  /^\W*(?:aceit|concord|entendi|ok\b|permitir|rejeit|recus|accept|agree|allow|got it|reject|fechar|estou ciente)/i;
const BOTH = NOTICE.cookies | NOTICE.consent;
const BELOW = BOTH | NOTICE.heading1 | NOTICE.landmark;

function shortText(nodes: readonly PageNode[], limit = 40): string {
  let text = '';
  for (const node of nodes) {
    if (text.length >= limit) break;
    text += typeof node === 'string' ? node : shortText(node.children, limit - text.length);
  }
  return text.trimStart();
}

export function addToParent(child: PageElement): void {
  const { parent, tag, notice } = child;
  if (!parent) return;
  const { kind } = tag;
  parent.below |= child.below | kind;
  parent.paragraphs += child.paragraphs + (tag.name === 'p' ? 1 : 0);
  if (kind & KIND.uncounted) return;
  parent.chars += child.chars;
  parent.linkChars += child.linkChars;
  parent.links += child.links;
  parent.notice |= notice & BELOW;
  if ((notice & BOTH) === BOTH) parent.notice |= NOTICE.innermostBelow;
  if (kind & KIND.heading1) parent.notice |= NOTICE.heading1;
  if (kind & KIND.landmark) parent.notice |= NOTICE.landmark;
}

const namesCookies = (node: PageNode) => typeof node === 'string' && COOKIES.test(node) && countNonSpace(node) >= 4;

/** Once per element, after its descendants. */
export function countElement(element: PageElement): void {
  const { children, attribs, name } = element;
  // Fast path: on many pages, scripts are the largest part.
  if (element.is(KIND.uncounted) && children.every((child) => typeof child === 'string')) {
    element.chars = 0;
    return;
  }
  if (element.traits & MAY_NAME_COOKIES && children.some(namesCookies)) element.notice |= NOTICE.cookies;
  const isLink = name === 'a' && attribs.href !== undefined;
  if (isLink) {
    element.linkChars = element.chars;
    element.links = 1;
  }
  const isButton = isLink || name === 'button' || (attribs !== NO_ATTRIBUTES && attribs.role === 'button');
  if (isButton && CONSENT.test(shortText(children))) element.notice |= NOTICE.consent;
  if ((element.notice & (BOTH | NOTICE.innermostBelow)) === BOTH) element.notice |= NOTICE.innermost;
}
