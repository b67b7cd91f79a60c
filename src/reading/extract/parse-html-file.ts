import type { Block, ExtractedDocument } from '../blocks.ts';
import { decodeHtml } from '../capture/charset.ts';
import { extractBlocks } from '../capture/extract-blocks.ts';
import { parseHtml } from '../capture/parse-html.ts';

const WITHOUT_TEXT = /<(head|script|style|title)\b[^>]*>.*?<\/\1\s*>/gis;

/** Returns the blocks of a whole HTML document, which has no menus and margins as a page of a site has. */
export function blocksOfHtml(html: string): Block[] {
  return extractBlocks({ root: parseHtml(html.replace(WITHOUT_TEXT, '')).root, heading: null });
}

/** Extracts the blocks of an HTML file, as Word and many systems save one under the name `.doc`. */
export const parseHtmlFile = (bytes: Buffer): ExtractedDocument => ({
  title: null,
  blocks: blocksOfHtml(decodeHtml(bytes)),
});
