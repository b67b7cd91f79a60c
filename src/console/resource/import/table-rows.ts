import papaparse from 'papaparse';
import { type Field, kindOf } from '../../../../resources/kit/field.ts';
import type { Resource } from '../../../../resources/kit/resource.ts';
import { filterValues } from '../../providers/view.ts';
import type { ResourceTexts } from '../texts.ts';

/** A line of a file, by the names of its columns. */
export type TableLine = Readonly<Record<string, string | undefined>>;

/** A line of the file: its number, and what is wrong with it. */
export interface ImportedLine {
  number: number;
  line: TableLine;
  problems: string[];
}

const folded = (text: string) => text.trim().toLowerCase();
/** The export marks what could be a formula with an apostrophe. */
const unmarked = (text: string) => text.trim().replace(/^'(?='*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, '');

/** Returns the fields that a file can have. */
export const importedFields = ({ fields }: Resource): [string, Field][] =>
  Object.entries(fields).filter(
    ([, field]) => !field.readOnly && !field.expression && !field.items && !kindOf(field).isFile,
  );

export const fieldOfColumn = (resource: Resource, texts: ResourceTexts, column: string): string | undefined =>
  importedFields(resource).find(([name]) => [name, texts.field(name)].map(folded).includes(folded(column)))?.[0];

/** Returns the values to send for a line. Empty cells are left out. */
export function valuesOf(resource: Resource, texts: ResourceTexts, line: TableLine): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [column, cell] of Object.entries(line)) {
    const name = fieldOfColumn(resource, texts, column);
    const text = unmarked(cell ?? '');
    if (name === undefined || text === '') continue;
    const field = resource.fields[name] as Field;
    const options = field.options || field.kind === 'toggle' ? filterValues(resource, name) : [];
    const optionOf = (label: string) =>
      options.find((option) => [option, texts.option(name, option)].map(folded).includes(folded(label))) ?? label;
    values[name] = kindOf(field).fromText?.(text, optionOf) ?? text;
  }
  return values;
}

/** Returns a file as text. Excel writes Windows-1252 unless it is told to write UTF-8. */
export async function decode(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Returns the lines of a CSV file, without the first, which names the columns. */
export function readLines(text: string): ImportedLine[] {
  const [columns = [], ...rows] = papaparse.parse<string[]>(text, { skipEmptyLines: 'greedy' }).data;
  return rows.map((cells, at) => ({
    ...{ number: at + 2, problems: [] },
    line: Object.fromEntries(columns.map((column, place) => [column, cells[place]])),
  }));
}

export function csvOf(columns: readonly string[], lines: readonly TableLine[]): File {
  const data = lines.map((line) => columns.map((column) => line[column]));
  const text = papaparse.unparse({ fields: [...columns], data }, { delimiter: ';', quotes: true });
  return new File([`\uFEFF${text}\r\n`], 'linhas.csv', { type: 'text/csv' });
}
