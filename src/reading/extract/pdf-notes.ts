import type { PDFPageProxy } from 'unpdf/pdfjs';

/** Written onto a page: the value of a form field, or a free-text note. */
export interface Note {
  text: string;
  /** Points, from the bottom left corner. */
  x: number;
  y: number;
  size: number;
}

interface Annotation {
  subtype: string;
  annotationFlags: number;
  /** Null for a comment that does not say where it opens. */
  rect: [number, number, number, number] | null;
  contentsObj?: { str: string };
  textContent?: string[];
  textPosition?: [number, number];
  defaultAppearanceData?: { fontSize: number };
  fieldType?: 'Tx' | 'Btn' | 'Ch' | 'Sig';
  fieldValue?: string | string[] | null;
  password?: boolean;
  options?: { exportValue: string; displayValue: string }[];
  checkBox?: boolean;
  radioButton?: boolean;
  exportValue?: string;
  buttonValue?: string | null;
}

const HIDDEN = 0b10;
const NO_VIEW = 0b100000;
const SIZE = 11;
const LEADING = 1.2;

function valueOf(field: Annotation): string {
  const { fieldType, fieldValue, options = [], textContent = [] } = field;
  if (field.password) return '';
  if (field.checkBox || field.radioButton) {
    const own = field.checkBox ? field.exportValue : field.buttonValue;
    return fieldValue && fieldValue !== 'Off' && fieldValue === own ? '(X)' : '';
  }
  // The result of a calculation may stand in what the field shows only.
  if (fieldType === 'Tx' && !fieldValue) return textContent.join('\n').trim();
  const shown = (value: string) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value;
  return [fieldValue ?? []].flat().map(shown).join(', ');
}

export async function notesOf(page: PDFPageProxy): Promise<Note[]> {
  const annotations = (await page.getAnnotations().catch(() => [])) as Annotation[];
  return annotations.flatMap((annotation) => {
    const { subtype, annotationFlags, rect, textPosition, defaultAppearanceData } = annotation;
    if (rect === null || (annotationFlags & (HIDDEN | NO_VIEW)) !== 0) return [];
    const text =
      subtype === 'Widget' ? valueOf(annotation) : subtype === 'FreeText' ? (annotation.contentsObj?.str ?? '') : '';
    const lines = text.split(/\r\n?|\n/);
    const height = rect[3] - rect[1];
    const size = Math.min(defaultAppearanceData?.fontSize || SIZE, height || SIZE);
    const isOneLine = lines.length === 1 && height < 2 * LEADING * size;
    const top = isOneLine ? rect[1] + (textPosition?.[1] ?? (height - size) / 2 + 0.2 * size) : rect[3] - size;
    return lines.map((line, at) => ({ text: line, x: rect[0], y: top - at * LEADING * size, size }));
  });
}
