import type { Claim, ClaimReading, UnreadText } from './claim.ts';

/** Top-level domains that mark a name without a scheme as an address. Any other name with a dot is not a link. */
const ENDS =
  'com|net|org|br|io|app|me|co|info|shop|store|loja|online|site|website|dev|ai|ly|gl|gg|tv|us|pt|gov|edu|xyz|top|link|' +
  'click|page|biz|club|live|vip|digital|delivery|menu|bio|to|ee|ws|cc|ru|cn';
const WITH_SCHEME = /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s<>"'“”()[\]{}|\\^`]+/gi;
const EMAIL = /(?:\bmailto:)?[\w.+-]+@[a-z\d-]+(?:\.[a-z\d-]+)+/gi;
const CALL = /\btel:\+?[\d().-]+/gi;
const BARE = new RegExp(
  String.raw`(?<![\p{L}\d@.-])(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:${ENDS})(?![\p{L}\d-])(?:[/?#][^\s<>"'“”()[\]{}|]*)?`,
  'giu',
);
/** The target of a Markdown link that is none of the above: a relative link or a script. */
const OTHER_TARGET = /(?<=\]\(\s*<?)[^\s()<>\0]+/g;
const ENDING_MARKS = /[.,;:!?*_~]+$/;
const CHATS = new Set(['wa.me', 'api.whatsapp.com', 'web.whatsapp.com']);

/** Reads the addresses in a text and marks them as read: web pages by host and path, email addresses, phone numbers. */
export function readLinks(unread: UnreadText): Claim[] {
  const claims: Claim[] = [];
  const takeAll = (pattern: RegExp, read: (matched: string) => ClaimReading[]) =>
    unread.take(pattern, ({ 0: text, index: start }) => {
      claims.push({
        kind: 'link',
        start,
        end: start + text.length,
        text,
        readings: read(text.replace(ENDING_MARKS, '')),
      });
    });
  takeAll(WITH_SCHEME, (matched) => readPage(matched));
  takeAll(EMAIL, (matched) => [keyed(`mail:${matched.toLowerCase().replace(/^mailto:/, '')}`)]);
  takeAll(CALL, (matched) => [keyed(`id:${digitsOf(matched)}`)]);
  takeAll(BARE, (matched) => readPage(`https://${matched}`));
  takeAll(OTHER_TARGET, (matched) => [keyed(`target:${matched}`)]);
  return claims;
}

const keyed = (key: string): ClaimReading => ({ key, value: null });
const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^55(?=\d{10})/, '');

function readPage(matched: string): ClaimReading[] {
  if (!/^https?:/i.test(matched) || !URL.canParse(matched)) return [keyed(`target:${matched}`)];
  const { host, pathname, searchParams } = new URL(matched);
  const hostName = host.toLowerCase().replace(/^www\./, '');
  const path = pathname.replace(/\/+$/, '').toLowerCase();
  const page = [keyed(`page:${hostName}${path}`)];
  if (path === '') page.push(keyed(`host:${hostName}`));
  if (CHATS.has(hostName)) page.push(keyed(`id:${digitsOf(searchParams.get('phone') ?? path)}`));
  return page;
}

/** Returns the key of a page's site. A known page supports its site. */
export const hostOfPage = (key: string): string => `host:${key.slice('page:'.length).split('/')[0]}`;
