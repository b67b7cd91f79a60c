import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

type Cell = string | number | boolean | null;

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const columnOf = (at: number) => String.fromCharCode(65 + at);

function cellXml(cell: Cell, row: number, at: number): string {
  const reference = `r="${columnOf(at)}${row + 1}"`;
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c ${reference}><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c ${reference} t="b"><v>${Number(cell)}</v></c>`;
  return `<c ${reference} t="inlineStr"><is><t xml:space="preserve">${escape(cell)}</t></is></c>`;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Zips files by name. */
export async function zip(files: Record<string, string | Buffer>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(files)) archive.addBuffer(Buffer.from(content), name);
  archive.end();
  return buffer(archive.outputStream);
}

/** Returns an Excel file with one sheet. `change` replaces or adds files of the archive. */
export function excel(rows: readonly (readonly Cell[])[], change: Record<string, string> = {}): Promise<Buffer> {
  const data = rows.map(
    (cells, row) => `<row r="${row + 1}">${cells.map((cell, at) => cellXml(cell, row, at)).join('')}</row>`,
  );
  return zip({
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets><sheet name="FAQ" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${LINKS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${data.join('')}</sheetData></worksheet>`,
    ...change,
  });
}
