import { element } from './element.ts';

const PROTOCOLS = /^(?:https?|mailto):$/;
const WEB = /https?:\/\/[^\s<>"'`]+/iy;
const MAIL = /[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/y;

/** The address when it may be linked to (http, https, mailto, in full), as the browser writes it. */
export function safeAddress(address: string): string | undefined {
  try {
    const url = new URL(address.trim());
    return PROTOCOLS.test(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** A link out of the answer: a new tab that learns nothing of this page. */
export function outwardLink(href: string, children: readonly (Node | string)[]): HTMLAnchorElement {
  return element('a', { href, target: '_blank', rel: 'noopener noreferrer nofollow' }, children);
}

/** The web or e-mail address that stands bare in a text at a place; `reaches`: where its last character's tail ends. */
export function bareAddress(text: string, at: number): { href: string; shown: string; reaches: number } | undefined {
  WEB.lastIndex = MAIL.lastIndex = at;
  const web = WEB.exec(text);
  const found = (web ?? MAIL.exec(text))?.[0];
  if (!found) return undefined;
  const shown = withoutTail(found);
  const href = safeAddress(web ? shown : 'mailto:' + shown);
  return href ? { href, shown, reaches: at + found.length } : undefined;
}

/** Leaves out the punctuation that ends the sentence, not the address. */
function withoutTail(address: string): string {
  let shown = address;
  for (;;) {
    const isLoneBracket = /\)$/.test(shown) && shown.split('(').length < shown.split(')').length;
    if (!isLoneBracket && !/[.,;:!?*_\]}~]$/.test(shown)) return shown;
    shown = shown.slice(0, -1);
  }
}
