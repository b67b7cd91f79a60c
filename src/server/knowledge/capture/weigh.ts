import { inkOf, NOTICE, type PageElement, type PageNode } from './page-tree.ts';
import { KIND } from './tags.ts';

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

/** What a child adds to what is known of its parent. */
function addChild(element: PageElement, child: PageElement): void {
  const { kind } = child.tag;
  element.below |= child.below | kind;
  element.paragraphs += child.paragraphs + (child.name === 'p' ? 1 : 0);
  if (kind & KIND.unweighed) return;
  element.chars += child.chars;
  element.linkChars += child.linkChars;
  element.links += child.links;
  element.notice |= child.notice & BELOW;
  if (kind & KIND.heading1) element.notice |= NOTICE.heading1;
  if (kind & KIND.landmark) element.notice |= NOTICE.landmark;
}

/** Counts what lies below an element. To be called once, when all below it is there and has been weighed. */
export function weigh(element: PageElement): void {
  // Programs make up the greater part of many a page.
  if (element.is(KIND.unweighed) && element.children.every((child) => typeof child === 'string')) return;
  const { children, attribs, name } = element;
  let hasCore = false;
  for (const child of children) {
    if (typeof child === 'string') {
      const ink = inkOf(child);
      element.chars += ink;
      if (ink >= 4 && !(element.notice & NOTICE.cookies) && COOKIES.test(child)) element.notice |= NOTICE.cookies;
    } else {
      addChild(element, child);
      hasCore ||= (child.notice & BOTH) === BOTH && !child.is(KIND.unweighed);
    }
  }
  const isLink = name === 'a' && attribs.href !== undefined;
  if (isLink) {
    element.linkChars = element.chars;
    element.links = 1;
  }
  if ((isLink || name === 'button' || attribs.role === 'button') && CONSENT.test(shortText(children)))
    element.notice |= NOTICE.consent;
  if (!hasCore && (element.notice & BOTH) === BOTH) element.notice |= NOTICE.core;
}
