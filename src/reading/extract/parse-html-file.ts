import type { Block, ExtractedDocument } from '../blocks.ts';
import { decodeHtml } from '../capture/charset.ts';
import { extractBlocks } from '../capture/extract-blocks.ts';
import { parseHtml } from '../capture/parse-html.ts';

const WITHOUT_TEXT = /<(head|script|style|title)\b[^>]*>.*?<\/\1\s*>/gis;

export function blocksOfHtml(html: string): Block[] {
  return extractBlocks({ root: parseHtml(html.replace(WITHOUT_TEXT, '')).root, heading: null });
}

/** Word and many systems save HTML as `.doc`. */
export const parseHtmlFile = (bytes: Buffer): ExtractedDocument => ({
  title: null,
  blocks: blocksOfHtml(decodeHtml(bytes)),
});

/** MHTML: the first part of that type. */
export function htmlInMime(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const part = /^content-type:\s*text\/html\b/im.exec(text);
  const head = part ? text.slice(text.lastIndexOf('--', part.index), text.length) : text;
  const [fields = '', ...rest] = head.split(/\r?\n\r?\n/);
  const body = rest.join('\n\n').split(/\r?\n--[^\n]{5,}/, 1)[0]!;
  const encoding = /^content-transfer-encoding:\s*(\S+)/im.exec(fields)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const plain = body
    .replace(/=\r?\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}
