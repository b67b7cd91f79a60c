import { element } from './element.ts';
import { withoutEntities } from './entities.ts';

const PROTOCOLS = /^(?:https?|mailto):$/;
const WEB = /https?:\/\/[^\s<>"'`]+/iy;
const MAIL = /[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/y;

/** Only absolute http, https or mailto addresses. */
export function safeAddress(address: string): string | undefined {
  try {
    const url = new URL(address.trim());
    return PROTOCOLS.test(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Without opener and referrer. */
export function externalLink(href: string, children: readonly (Node | string)[]): HTMLAnchorElement {
  return element('a', { href, target: '_blank', rel: 'noopener noreferrer nofollow' }, children);
}

/** Position `at` of text without markup. `ends` in the text; `reaches` includes trailing punctuation. */
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

/** Punctuation at the end belongs to the sentence. */
function withoutTail(address: string): string {
  let shown = address;
  for (;;) {
    const isLoneBracket = /\)$/.test(shown) && shown.split('(').length < shown.split(')').length;
    if (!isLoneBracket && !/[.,;:!?*_\]}~]$/.test(shown)) return shown;
    shown = shown.slice(0, -1);
  }
}
