import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs';
import { drawsSoftHyphens, withDrawnHyphens } from './pdf-hyphens.ts';
import { layersOf, separateLayers } from './pdf-layers.ts';
import { Legibility } from './pdf-legibility.ts';
import { lowerCents, withoutLetterSpaces, withoutOverprints } from './pdf-mending.ts';
import { type Note, notesOf } from './pdf-notes.ts';
import { tidy } from './tidy-text.ts';

/** In points from the page's top left corner. */
export interface TextRun {
  text: string;
  x0: number;
  x1: number;
  y: number;
  size: number;
  bold: boolean;
  order: number;
  spaced: boolean;
}

interface PdfPage {
  number: number;
  width: number;
  height: number;
  runs: TextRun[];
  sides: TextRun[][];
  hidden: string[];
}

interface TextItem {
  str: string;
  transform: number[];
  width: number;
  fontName: string;
  hasEOL: boolean;
}
export type Matrix = [number, number, number, number, number, number];

/** To learn font names, which the text content does not include. */
const FONT_READS_MAX = 40;
const BOLD_NAME = /bold|black|heavy|semib|demi|negrito/i;

interface Font {
  isBold: boolean;
  /** Characters are numbers of glyphs. */
  isUnmapped: boolean;
}
interface LoadedFont {
  name?: string;
  black?: boolean;
  composite?: boolean;
  toUnicode?: { firstChar?: number; lastChar?: number };
}

const fontOf = ({ name, black, composite, toUnicode }: LoadedFont): Font => ({
  isBold: Boolean(black) || BOLD_NAME.test(name ?? ''),
  isUnmapped: Boolean(composite) && toUnicode?.firstChar === 0 && toUnicode.lastChar === 0xffff,
});

const textsOf = (items: readonly object[]) => items.filter((item): item is TextItem => 'str' in item);
const linesIn = (texts: readonly TextItem[]) =>
  texts
    .map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str))
    .join('')
    .split('\n')
    .map(tidy)
    .filter(Boolean);

/** Reads pages one at a time and remembers their fonts. */
export class PageReader {
  readonly #pdf: PDFDocumentProxy;
  readonly #fonts = new Map<string, Font>();
  readonly legibility = new Legibility();
  #fontReads = 0;
  #hasSoftHyphens = false;
  #layers: ReturnType<typeof layersOf> | undefined;

  constructor(pdf: PDFDocumentProxy) {
    this.#pdf = pdf;
  }

  /** `number` is 1-based. Runs are in drawing order. */
  async read(number: number): Promise<PdfPage> {
    const page = await this.#pdf.getPage(number);
    try {
      this.#layers ??= layersOf(this.#pdf);
      const layers = await this.#layers;
      const { visible, hidden } = layers
        ? await separateLayers(page, layers)
        : { visible: (await page.getTextContent()).items, hidden: [] };
      const texts = textsOf(visible);
      await this.#learnFonts(page, texts);
      if (this.#hasSoftHyphens) {
        const strings = withDrawnHyphens(
          texts.map(({ str }) => str),
          await page.getOperatorList(),
        );
        texts.forEach((item, at) => (item.str = strings[at]!));
      }
      const { width, height, transform } = page.getViewport({ scale: 1 });
      for (const { str, fontName } of texts)
        this.legibility.add(fontName, str.trim(), this.#fonts.get(fontName)?.isUnmapped ?? false);
      const runs = this.#placed(texts, transform as Matrix);
      const notes = placeNotes(await notesOf(page), runs, transform as Matrix);
      return { number, ...rotateUpright([...runs, ...notes], width, height), hidden: linesIn(textsOf(hidden)) };
    } finally {
      page.cleanup();
    }
  }

  async #learnFonts(page: PDFPageProxy, items: TextItem[]): Promise<void> {
    const unknown = new Set(items.map((item) => item.fontName).filter((name) => !this.#fonts.has(name)));
    if (unknown.size === 0 || this.#fontReads >= FONT_READS_MAX) return;
    this.#fontReads += 1;
    const operators = await page.getOperatorList().catch(() => null);
    if (operators && drawsSoftHyphens(operators)) this.#hasSoftHyphens = true;
    for (const name of unknown) {
      const loaded = page.commonObjs.has(name) ? (page.commonObjs.get(name) as LoadedFont) : {};
      this.#fonts.set(name, fontOf(loaded));
    }
  }

  #placed(items: TextItem[], view: Matrix): AngledRun[] {
    const runs: AngledRun[] = [];
    let spaced = false;
    items.forEach((item, order) => {
      if (item.str.trim() === '') {
        spaced = true;
        return;
      }
      const [a, b, c, d, x, y] = multiply(view, item.transform as Matrix);
      const font = this.#fonts.get(item.fontName);
      const bold = font?.isBold ?? false;
      const angle = Math.round((Math.atan2(b, a) * 2) / Math.PI);
      const isSlanted = Math.abs(Math.atan2(b, a) - (angle * Math.PI) / 2) > 0.05;
      const textRun = {
        text: item.str,
        x0: x,
        x1: x + item.width,
        y,
        size: Math.hypot(c, d),
        bold,
        order,
        spaced,
      };
      if (!isSlanted && textRun.size > 0.5) runs.push({ ...textRun, quarter: ((angle % 4) + 4) % 4 });
      spaced = item.hasEOL || /\s$/.test(item.str);
    });
    return runs;
  }
}

interface AngledRun extends TextRun {
  quarter: number;
}

export function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}

/** In drawing order, each follows the text to its left. */
function placeNotes(notes: Note[], runs: AngledRun[], view: Matrix): AngledRun[] {
  return notes.flatMap((note, at) => {
    if (note.text.trim() === '') return [];
    const [, , , , x, y] = multiply(view, [1, 0, 0, 1, note.x, note.y]);
    const before = runs.findLast((run) => Math.abs(run.y - y) < 0.5 * note.size && run.x0 < x);
    const order = before ? before.order + 0.5 : runs.length + at;
    const x1 = x + note.text.length * note.size * 0.5;
    return [{ text: note.text, x0: x, x1, y, size: note.size, bold: false, order, spaced: true, quarter: 0 }];
  });
}

/** Also each text in another direction, such as a note at the side. */
function rotateUpright(runs: AngledRun[], width: number, height: number): Omit<PdfPage, 'number' | 'hidden'> {
  const turned = [0, 1, 2, 3].map((quarter) => {
    const own = runs.filter((run) => run.quarter === quarter).map((run) => turnedUpright(run, width, height));
    return mended(own);
  });
  const share = turned.map((own) => own.reduce((sum, run) => sum + run.text.length, 0));
  const quarter = share.indexOf(Math.max(...share));
  const isSideways = quarter % 2 === 1;
  return {
    width: isSideways ? height : width,
    height: isSideways ? width : height,
    runs: turned[quarter]!,
    sides: turned.filter((own, at) => at !== quarter && own.length > 0),
  };
}

function turnedUpright(run: AngledRun, width: number, height: number): TextRun {
  const [x, y] = [
    [run.x0, run.y],
    [run.y, width - run.x0],
    [width - run.x0, height - run.y],
    [height - run.y, run.x0],
  ][run.quarter] as [number, number];
  return { ...run, x0: x, x1: x + (run.x1 - run.x0), y };
}

const mended = (runs: TextRun[]) => lowerCents(withoutLetterSpaces(withoutDuplicates(withoutOverprints(runs))));

const DUPLICATE_OFFSET = 0.1;

/** Some programs draw bold text twice with a small offset. */
function withoutDuplicates(runs: TextRun[]): TextRun[] {
  const runsByText = new Map<string, TextRun[]>();
  return runs.filter((run) => {
    const offset = Math.max(1, DUPLICATE_OFFSET * run.size);
    const row = Math.round(run.y / 4);
    const others = [row - 1, row, row + 1].flatMap((at) => runsByText.get(`${run.text}\n${at}`) ?? []);
    if (others.some((other) => Math.abs(other.x0 - run.x0) < offset && Math.abs(other.y - run.y) < offset))
      return false;
    const key = `${run.text}\n${row}`;
    const same = runsByText.get(key);
    if (same) same.push(run);
    else runsByText.set(key, [run]);
    return true;
  });
}
