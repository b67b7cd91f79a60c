import * as cheerio from 'cheerio/slim';
import mammoth from 'mammoth';
import type { Block, ExtractedDocument } from '../blocks.ts';
import { withMargins } from '../boilerplate-facts.ts';
import { linesLeftOut } from '../left-out.ts';
import { ExtractError } from './extract-error.ts';
import { checkArchive, holdsWordDocument, readEntries } from './office-archive.ts';
import type { PictureReader } from './pictures/picture-reader.ts';
import { readDocxPicture } from './pictures/read-docx-picture.ts';
import { boldHeadingLevel, plainHeadingLevel } from './plain-headings.ts';
import { blocksOfPart, LABEL_END, LABEL_START, PART, prepareDocx, removeHidden } from './prepare-docx.ts';
import { tidy } from './tidy-text.ts';
import { tableText } from './word-tables.ts';

const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Título'] => h1:fresh",
  ...[1, 2, 3, 4, 5, 6].map((level) => `p[style-name='Título ${level}'] => h${level}:fresh`),
];

const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

type DocxDom = cheerio.CheerioAPI;
type DocxElement = ReturnType<DocxDom>;

/** The format has no page numbers. */
export async function parseDocx(bytes: Buffer, reader: PictureReader): Promise<ExtractedDocument> {
  if (bytes.subarray(0, COMPOUND.length).equals(COMPOUND)) throw new ExtractError('encrypted');
  await checkArchive(bytes);
  if (!(await holdsWordDocument(bytes))) throw new ExtractError('wrong_format');
  const { bytes: prepared, imported, hidden } = await prepareDocx(bytes);
  const pictures: { readAsBuffer(): Promise<Buffer> }[] = [];
  const { value: html } = await mammoth.convertToHtml(
    { buffer: prepared },
    {
      styleMap: STYLES,
      includeEmbeddedStyleMap: false,
      convertImage: mammoth.images.imgElement((image) => {
        pictures.push(image);
        return Promise.resolve({ src: String(pictures.length - 1) });
      }),
    },
  );
  const $ = cheerio.load(html, null, false);
  $('sup a[href^="#footnote"], sup a[href^="#endnote"], a[href^="#footnote-ref"], a[href^="#endnote-ref"]').remove();
  const elements = $.root()
    .children()
    .toArray()
    .map((element) => $(element));
  const parts = await Promise.all(imported.map(({ name, contents }) => blocksOfPart(name, contents)));
  const seen = new Map<string, Block[]>();
  for (const image of $('img').toArray()) {
    const at = $(image).attr('src') ?? '';
    const picture = pictures[Number(at)];
    if (picture && reader.hasRoom) seen.set(at, await readDocxPicture(picture, reader));
  }
  const inPictures = (element: DocxElement) =>
    element
      .find('img')
      .toArray()
      .flatMap((image) => seen.get($(image).attr('src') ?? '') ?? []);
  const blocks = joinItems(
    elements.flatMap((element, index) => {
      const [, part] = IMPORTED.exec(element.text()) ?? [];
      return part ? (parts[Number(part)] ?? []) : [...blockOf($, element, elements[index + 1]), ...inPictures(element)];
    }),
  );
  const lines = await marginLines(bytes);
  const margins = lines.map((text): Block => ({ kind: 'paragraph', text }));
  const all = withMargins(blocks, margins);
  return { title: null, blocks: all, leftOut: linesLeftOut(all, { hidden, repeated: lines }) };
}

const IMPORTED = new RegExp(`^\\s*${PART}(\\d+)$`);
const LABEL = new RegExp(`${LABEL_START}([^${LABEL_END}]*)${LABEL_END}\\s*`, 'g');

/** The items are paragraphs with a label. */
function joinItems(blocks: Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const open = joined.at(-1);
    if (open?.kind === 'list' && block.kind === 'list' && open.isFromPicture === block.isFromPicture)
      open.text += `\n${block.text}`;
    else joined.push({ ...block });
  }
  return joined;
}

function blockOf($: DocxDom, element: DocxElement, next: DocxElement | undefined): Block[] {
  const tag = element.prop('tagName')?.toLowerCase() ?? '';
  const isItem = element.text().trimStart().startsWith(LABEL_START);
  const text = tag === 'table' ? tableText($, element, textOf) : textOf(element);
  if (text === '' || (isItem && ownTextOf(element) === '')) return [];
  if (tag === 'table') return [{ kind: 'table', text }];
  if (/^h[1-6]$/.test(tag)) return [{ kind: 'heading', text, level: Number(tag[1]) }];
  if (isItem) return [{ kind: 'list', text }];
  const level = titleLevel(element, text, next);
  return level > 0 ? [{ kind: 'heading', text, level }] : [{ kind: 'paragraph', text }];
}

function titleLevel(element: DocxElement, text: string, next: DocxElement | undefined): number {
  const isBold = element.children().length === 1 && element.children('strong').length === 1 && !ownText(element);
  const following = next && tidy(next.text());
  return (isBold && boldHeadingLevel(text, following)) || plainHeadingLevel(text, following || undefined);
}

const ownText = (element: DocxElement) =>
  element
    .contents()
    .toArray()
    .some((node) => node.type === 'text' && node.data.trim() !== '');

const ownTextOf = (element: DocxElement) => tidy(element.text().replace(LABEL, ''));

function textOf(element: DocxElement): string {
  const copy = element.clone();
  copy.find('br, p, li, td, th').before(' ');
  return tidy(copy.text().replace(LABEL, '$1 '));
}

const MARGINS = /^word\/(?:header|footer)\d*\.xml$/;

async function marginLines(bytes: Buffer): Promise<string[]> {
  const parts = await readEntries(bytes, MARGINS);
  return parts.flatMap(([, xml]) => paragraphsOf(cheerio.load(xml.toString(), { xml: true }))).filter(Boolean);
}

function paragraphsOf($: DocxDom): string[] {
  removeHidden($);
  // Word writes a text box twice, the second time for programs that do not know the first form.
  $('mc\\:Fallback').remove();
  // Not the tab stops of `w:tabs`.
  $('w\\:r > w\\:tab, w\\:r > w\\:ptab').replaceWith('<w:t> | </w:t>');
  $('w\\:br, w\\:cr').replaceWith('<w:t>\n</w:t>');
  return $('w\\:p')
    .toArray()
    .flatMap((paragraph) => {
      // The paragraphs of a text box are lines of their own.
      const own = $(paragraph)
        .find('w\\:t')
        .filter((_, run) => $(run).closest('w\\:p').is(paragraph));
      return own.text().split('\n').map(tidy);
    });
}
