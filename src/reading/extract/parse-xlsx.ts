import type { Block, ExtractedDocument } from '../blocks.ts';
import { ExtractError } from './extract-error.ts';
import { checkArchive, readEntries } from './office-archive.ts';
import { cellFormatsOf } from './sheet-formats.ts';
import { readSheetRows, type SheetContext, type SheetRow, type SheetRows } from './sheet-rows.ts';
import { eachElement, textsOf } from './sheet-xml.ts';

/** A heading whose text is this as JSON: the sheet of the rows after it. */
export interface SheetName extends Omit<SheetRows, 'rows'> {
  sheet: string;
  isHidden: boolean;
}

const PARTS = /^(?:_rels\/\.rels|xl\/.*\.(?:xml|rels))$/;
const RELATIONS_OF_WORKBOOK = 'xl/_rels/workbook.xml.rels';

/** Each name as a heading, each row that is not empty as a table whose text is a `SheetRow`. */
export async function parseXlsx(bytes: Buffer): Promise<ExtractedDocument> {
  await checkArchive(bytes);
  const parts = new Map(await readEntries(bytes, PARTS));
  const part = (name: string) => parts.get(name)?.toString() ?? '';
  const workbook = part('xl/workbook.xml');
  if (workbook === '') throw new ExtractError('damaged');
  const targets = new Map<string, string>();
  eachElement(part(RELATIONS_OF_WORKBOOK), 'Relationship', ({ Id = '', Target = '' }) =>
    targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`),
  );
  let isFrom1904 = false;
  eachElement(workbook, 'workbookPr', ({ date1904 }) => (isFrom1904 = /^(?:1|true)$/.test(date1904 ?? '')));
  const show = cellFormatsOf(part('xl/styles.xml'), isFrom1904);
  const strings = textsOf(part('xl/sharedStrings.xml'), 'si');
  const blocks: Block[] = [];
  const found = { rows: 0 };
  const foundHidden = { rows: 0 };
  eachElement(workbook, 'sheet', ({ name = '', state, 'r:id': id = '' }) => {
    const isHidden = state === 'hidden' || state === 'veryHidden';
    const xml = part(targets.get(id) ?? '');
    const { rows, ...hidden } = isHidden
      ? readHidden(xml, { strings, show, found: foundHidden })
      : readSheetRows(xml, { strings, show, found });
    blocks.push({ kind: 'heading', text: JSON.stringify({ sheet: name, isHidden, ...hidden } satisfies SheetName) });
    for (const row of rows) blocks.push({ kind: 'table', text: JSON.stringify(row satisfies SheetRow) });
  });
  return { title: null, blocks: blocks.some(({ kind }) => kind === 'table') ? blocks : [] };
}

/** One that is too large does not make the file unreadable: it often holds what the others compute from. */
function readHidden(xml: string, context: SheetContext): SheetRows {
  try {
    return readSheetRows(xml, context);
  } catch (error) {
    if (!(error instanceof ExtractError)) throw error;
    return { rows: [], hiddenRows: [], hiddenColumns: [] };
  }
}
