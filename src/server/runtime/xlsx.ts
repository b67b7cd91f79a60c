import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A spreadsheet's programs refuse longer texts. */
const TEXT_MAX = 32_767;
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const PART = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${PART}.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${PART}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** XML has no other control characters. */
const escape = (text: string) =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .slice(0, TEXT_MAX)
    .replace(/[&<>]/g, (sign) => ESCAPES[sign] as string);

export type Cell = string | number | null;

/** Texts are never formulas. */
function cellXml(value: Cell): string {
  if (value === null) return '<c/>';
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escape(value)}</t></is></c>`;
}

const rowsXml = (rows: readonly (readonly Cell[])[]) =>
  rows.map((cells) => `<row>${cells.map(cellXml).join('')}</row>`).join('');

async function* sheetXml(heading: readonly string[], batches: AsyncIterable<readonly (readonly Cell[])[]>) {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rowsXml([heading])}`;
  for await (const rows of batches) yield rowsXml(rows);
  yield '</sheetData></worksheet>';
}

/** Returns a workbook of one sheet (Office Open XML), written by batch. */
export function toXlsx(heading: readonly string[], batches: AsyncIterable<readonly (readonly Cell[])[]>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  for (const [path, xml] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(XML + xml), path);
  const sheet = Readable.from(sheetXml(heading, batches), { objectMode: false });
  sheet.on('error', (error) => output.destroy(error));
  output.once('close', () => sheet.destroy());
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml');
  zip.end();
  return output;
}
