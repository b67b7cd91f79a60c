import type { Claim, ClaimReading, UnreadText } from './claim.ts';

const ENDS =
  'com|net|org|br|io|app|me|co|info|shop|store|loja|online|site|website|dev|ai|ly|gl|gg|tv|us|pt|gov|edu|xyz|top|link|' +
  'click|page|biz|club|live|vip|digital|delivery|menu|bio|to|ee|ws|cc|ru|cn';
const WITH_SCHEME = /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s<>"'“”()[\]{}|\\^`]+/gi;
const EMAIL = /(?:\bmailto:)?[\w.+-]+@[a-z\d-]+(?:\.[a-z\d-]+)+/gi;
const CALL = /\btel:\+?[\d().-]+/gi;
/** Browsers read them as a dot. */
const DOT = String.raw`[.\u3002\uff0e\uff61]`;
const LABEL = String.raw`[\p{L}\p{M}\d](?:[\p{L}\p{M}\d-]*[\p{L}\p{M}\d])?`;
const PATH = String.raw`(?:[/?#][^\s<>"'“”()[\]{}|]*)?`;
const BEFORE = String.raw`(?<![\p{L}\p{M}\d@.-])`;
/** With an unknown ending only in lower case: `dias.Depois` joins two sentences. */
const BARE = new RegExp(String.raw`${BEFORE}(?:${LABEL}${DOT})+(?:${ENDS})(?![\p{L}\p{M}\d-])${PATH}`, 'giu');
const BARE_ELSEWHERE = new RegExp(
  String.raw`${BEFORE}(?:${LABEL}${DOT})*(?=[\p{L}\d-]*\p{L})[\p{L}\p{M}\d-]{2,}${DOT}(?:xn--[a-z\d-]+|[\p{Ll}\p{Lo}\p{M}]{2,24})(?![\p{L}\p{M}\d-])${PATH}`,
  'gu',
);
const OTHER_TARGET = /(?<=\]\(\s*<?)[^\s()<>\0]+/g;
const ENDING_MARKS = /[.,;:!?*_~]+$/;
const CHATS = new Set(['wa.me', 'api.whatsapp.com', 'web.whatsapp.com']);

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
  for (const pattern of [BARE, BARE_ELSEWHERE]) takeAll(pattern, (matched) => readPage(`https://${matched}`));
  takeAll(OTHER_TARGET, (matched) => [keyed(`target:${matched}`)]);
  return claims;
}

const keyed = (key: string): ClaimReading => ({ key, value: null });
const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^55(?=\d{10})/, '');

function readPage(matched: string): ClaimReading[] {
  if (!/^https?:/i.test(matched) || !URL.canParse(matched)) return [keyed(`target:${matched}`)];
  const { host, pathname, searchParams } = new URL(matched);
  searchParams.sort();
  const hostName = host.toLowerCase().replace(/^www\./, '');
  const path = pathname.replace(/\/+$/, '');
  const query = searchParams.size > 0 ? `?${searchParams}` : '';
  const page = [keyed(`page:${hostName}${path}${query}`)];
  if (path + query === '') page.push(keyed(`host:${hostName}`));
  if (CHATS.has(hostName)) page.push(keyed(`id:${digitsOf(searchParams.get('phone') ?? path)}`));
  return page;
}

/** Its site, and the page without its query. */
export const widerPages = (key: string): string[] => [
  `host:${key.slice('page:'.length).split(/[/?]/)[0]}`,
  key.split('?')[0]!,
];
