import * as cheerio from 'cheerio/slim';
import type { Block } from '../blocks.ts';
import { readEntries, replaceEntries } from './office-archive.ts';
import { isOn, WordNumbering } from './word-numbering.ts';

type Dom = cheerio.CheerioAPI;

/** Characters that no document has: they stand around the label of a list item, and before the number of a part. */
export const LABEL_START = '\ufdd0';
export const LABEL_END = '\ufdd1';
export const PART = '\ufdd2';

interface PreparedDocx {
  bytes: Buffer;
  /** `altChunk`, by the number in their place. */
  imported: { name: string; contents: Buffer }[];
  hidden: string[];
}

const xmlOf = (contents: Buffer | undefined): Dom => cheerio.load(contents?.toString() ?? '', { xml: true });

/** Hidden themselves or by their style. Fields keep their structure: they begin and end in runs of their own. */
export function removeHidden($: Dom, hiddenStyles: ReadonlySet<string> = new Set()): string[] {
  const byStyle = (id: string | undefined) => id !== undefined && hiddenStyles.has(id);
  const runs = hiddenStyles.size > 0 ? $('w\\:r') : $('w\\:vanish').closest('w\\:r');
  const texts = new Map<unknown, string>();
  for (const element of runs.toArray()) {
    const run = $(element);
    const properties = run.children('w\\:rPr');
    const own = properties.children('w\\:vanish');
    const isHidden =
      own.length > 0
        ? isOn(own)
        : byStyle(properties.children('w\\:rStyle').attr('w:val')) ||
          byStyle(run.closest('w\\:p').children('w\\:pPr').children('w\\:pStyle').attr('w:val'));
    if (!isHidden) continue;
    const paragraph = run.closest('w\\:p')[0];
    texts.set(paragraph, (texts.get(paragraph) ?? '') + run.children('w\\:t').text());
    run.children().not('w\\:rPr, w\\:fldChar, w\\:instrText').remove();
  }
  return [...texts.values()].map((text) => text.trim());
}

const hiddenStylesOf = (styles: Dom) =>
  new Set(
    styles('w\\:style > w\\:rPr > w\\:vanish')
      .toArray()
      .filter((element) => isOn(styles(element)))
      .map((element) => styles(element).closest('w\\:style').attr('w:styleId') ?? ''),
  );

function writeLabels($: Dom, numbering: Dom, styles: Dom): void {
  const counter = new WordNumbering(numbering, styles);
  for (const element of $('w\\:p').toArray()) {
    const properties = $(element).children('w\\:pPr');
    const label = properties.length > 0 ? counter.next(properties) : null;
    if (label === null) continue;
    const run = $('<w:r><w:t xml:space="preserve"></w:t></w:r>');
    run.children().text(`${LABEL_START}${label}${LABEL_END}`);
    properties.after(run);
  }
}

const PARTS = /^word\/(?:document\d*|numbering|styles|footnotes|endnotes)\.xml$|^word\/_rels\/document\d*\.xml\.rels$/;

/** Writes out what mammoth leaves out: numbers of lists that go on and of clauses, and places of imported parts. */
export async function prepareDocx(bytes: Buffer): Promise<PreparedDocx> {
  const parts = new Map(await readEntries(bytes, PARTS));
  const part = (pattern: RegExp) => [...parts].find(([name]) => pattern.test(name));
  const [name, document] = part(/^word\/document\d*\.xml$/) ?? [];
  if (name === undefined || document === undefined) return { bytes, imported: [], hidden: [] };
  const styles = xmlOf(parts.get('word/styles.xml'));
  const hiddenStyles = hiddenStylesOf(styles);
  const hidden: string[] = [];
  const replaced = new Map<string, string>();
  for (const notes of ['word/footnotes.xml', 'word/endnotes.xml']) {
    if (!parts.has(notes)) continue;
    const $ = xmlOf(parts.get(notes));
    hidden.push(...removeHidden($, hiddenStyles));
    replaced.set(notes, $.xml());
  }
  const $ = xmlOf(document);
  hidden.push(...removeHidden($, hiddenStyles));
  writeLabels($, xmlOf(parts.get('word/numbering.xml')), styles);
  const targets = targetsOf(xmlOf(part(/\.rels$/)?.[1]));
  const names = $('w\\:altChunk')
    .toArray()
    .map((element, at) => {
      const target = targets.get($(element).attr('r:id') ?? '') ?? '';
      $(element).replaceWith(`<w:p><w:r><w:t>${PART}${at}</w:t></w:r></w:p>`);
      return target;
    });
  replaced.set(name, $.xml());
  const read = new Map(names.length > 0 ? await readEntries(bytes, /./) : []);
  const imported = names.map((part) => ({ name: part, contents: read.get(part) ?? Buffer.alloc(0) }));
  return { bytes: await replaceEntries(bytes, replaced, /^word\/numbering\.xml$/), imported, hidden };
}

function targetsOf($: Dom): Map<string, string> {
  return new Map(
    $('Relationship')
      .toArray()
      .map((element) => {
        const target = $(element).attr('Target') ?? '';
        return [$(element).attr('Id') ?? '', target.startsWith('/') ? target.slice(1) : `word/${target}`];
      }),
  );
}

/** Reads an imported part with the parser for its name. */
export async function blocksOfPart(name: string, contents: Buffer): Promise<Block[]> {
  if (/\.(?:x?html?|mht|mhtml)$/i.test(name)) {
    const { blocksOfHtml, htmlInMime } = await import('./parse-html-file.ts');
    const { decodeHtml } = await import('../capture/charset.ts');
    return blocksOfHtml(decodeHtml(/\.mht/i.test(name) ? htmlInMime(contents) : contents));
  }
  if (/\.rtf$/i.test(name)) return (await import('./parse-rtf.ts')).parseRtf(contents).blocks;
  if (/\.txt$/i.test(name)) return (await import('./parse-txt.ts')).parseTxt(contents).blocks;
  return [];
}
