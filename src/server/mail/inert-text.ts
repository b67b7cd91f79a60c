/** They could hide an address from the patterns below. */
const INVISIBLE =
  /[\u00AD\u061C\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|\u200D(?!\p{Extended_Pictographic})/gu;
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const ADDRESSES = /(?:[a-z][a-z0-9+.-]*:\/\/|\bwww[.\u3002\uFF0E\uFF61\u2024])\S*|\b(?:mailto|javascript):/giu;
/** With the characters that browsers treat as one. */
const DOT_IN_NAME = /(?<=[^\s.])[.\u3002\uFF0E\uFF61\u2024](?=\p{L}[\p{L}\p{M}\p{N}-])/gu;
const IPV4 = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g;

/** One line of users' text without anything that mail programs turn into a link (`exemplo.com` → `exemplo·com`). */
export const inertText = (text: string): string =>
  text
    .replace(INVISIBLE, '')
    .replace(BREAKS, ' ')
    .replace(ADDRESSES, ' ')
    .replace(DOT_IN_NAME, '·')
    .replace(IPV4, (address) => address.replaceAll('.', '·'))
    .replace(/ {2,}/g, ' ')
    .trim();
