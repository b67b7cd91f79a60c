import { element } from './element.ts';
import { withoutEntities } from './entities.ts';

const PROTOCOLS = /^(?:https?|mailto):$/;
const WEB = /https?:\/\/[^\s<>"'`]+/iy;
const MAIL = /[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/y;

/** Returns the normalized address if it may be linked to (an absolute http, https or mailto address). */
export function safeAddress(address: string): string | undefined {
  try {
    const url = new URL(address.trim());
    return PROTOCOLS.test(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Creates a link that opens in a new tab, without opener and referrer. */
export function externalLink(href: string, children: readonly (Node | string)[]): HTMLAnchorElement {
  return element('a', { href, target: '_blank', rel: 'noopener noreferrer nofollow' }, children);
}

/**
 * Finds a web or email address without markup at position `at`. `ends`: its end in the text; `reaches`: with its
 * trailing punctuation.
 */
export function bareAddress(
  text: string,
  at: number,
): { href: string; shown: string; ends: number; reaches: number } | undefined {
  WEB.lastIndex = MAIL.lastIndex = at;
  const web = WEB.exec(text);
  const found = (web ?? MAIL.exec(text))?.[0];
  if (!found) return undefined;
  const shown = withoutTail(found);
  const address = withoutEntities(shown);
  const href = safeAddress(web ? address : 'mailto:' + address);
  return href ? { href, shown: address, ends: at + shown.length, reaches: at + found.length } : undefined;
}

/** Removes trailing punctuation, which belongs to the sentence. */
function withoutTail(address: string): string {
  let shown = address;
  for (;;) {
    const isLoneBracket = /\)$/.test(shown) && shown.split('(').length < shown.split(')').length;
    if (!isLoneBracket && !/[.,;:!?*_\]}~]$/.test(shown)) return shown;
    shown = shown.slice(0, -1);
  }
}
