import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs';

/** A run of text with its position on the page, in points from the top left corner. */
export interface TextRun {
  text: string;
  x0: number;
  x1: number;
  /** The y position of the baseline. */
  y: number;
  size: number;
  bold: boolean;
  /** Position in the file's drawing order. */
  order: number;
  /** A space precedes it. */
  spaced: boolean;
}

export interface PdfPage {
  number: number;
  width: number;
  height: number;
  runs: TextRun[];
}

interface TextItem {
  str: string;
  transform: number[];
  width: number;
  fontName: string;
  hasEOL: boolean;
}
type Matrix = [number, number, number, number, number, number];

/**
 * Maximum number of pages whose drawing operators are loaded to learn font names; the text content does not include
 * them.
 */
const FONT_READS_MAX = 40;
const BOLD_NAME = /bold|black|heavy|semib|demi|negrito/i;

/** Reads pages one at a time and remembers which fonts are bold. */
export class PageReader {
  readonly #pdf: PDFDocumentProxy;
  readonly #bold = new Map<string, boolean>();
  #fontReads = 0;

  constructor(pdf: PDFDocumentProxy) {
    this.#pdf = pdf;
  }

  /** Returns a page (`number` is 1-based) with its runs in drawing order, and frees its resources. */
  async read(number: number): Promise<PdfPage> {
    const page = await this.#pdf.getPage(number);
    try {
      const { items } = await page.getTextContent();
      const texts = items.filter((item) => 'str' in item) as unknown as TextItem[];
      await this.#learnFonts(page, texts);
      const { width, height, transform } = page.getViewport({ scale: 1 });
      const runs = this.#placed(texts, transform as Matrix);
      return { number, ...rotateUpright(runs, width, height) };
    } finally {
      page.cleanup();
    }
  }

  async #learnFonts(page: PDFPageProxy, items: TextItem[]): Promise<void> {
    const unknown = new Set(items.map((item) => item.fontName).filter((name) => !this.#bold.has(name)));
    if (unknown.size === 0 || this.#fontReads >= FONT_READS_MAX) return;
    this.#fontReads += 1;
    await page.getOperatorList().catch(() => undefined);
    for (const name of unknown) {
      const font = page.commonObjs.has(name) ? (page.commonObjs.get(name) as { name?: string; black?: boolean }) : null;
      this.#bold.set(name, Boolean(font?.black) || BOLD_NAME.test(font?.name ?? ''));
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
      const bold = this.#bold.get(item.fontName) ?? false;
      const angle = Math.round((Math.atan2(b, a) * 2) / Math.PI);
      const isSlanted = Math.abs(Math.atan2(b, a) - (angle * Math.PI) / 2) > 0.05;
      const textRun = { text: item.str, x0: x, x1: x + item.width, y, size: Math.hypot(c, d), bold, order, spaced };
      if (!isSlanted && textRun.size > 0.5) runs.push({ ...textRun, quarter: ((angle % 4) + 4) % 4 });
      spaced = item.hasEOL || /\s$/.test(item.str);
    });
    return runs;
  }
}

interface AngledRun extends TextRun {
  /** Clockwise quarter turns. */
  quarter: number;
}

function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}

/** Rotates a sideways page, and removes runs in other directions, such as watermarks and side notes. */
function rotateUpright(runs: AngledRun[], width: number, height: number): Omit<PdfPage, 'number'> {
  const share = [0, 0, 0, 0];
  for (const run of runs) share[run.quarter]! += run.text.length;
  const quarter = share.indexOf(Math.max(...share));
  const upright = runs.filter((run) => run.quarter === quarter);
  const turned = upright.map((run): TextRun => {
    const [x, y] = [
      [run.x0, run.y],
      [run.y, width - run.x0],
      [width - run.x0, height - run.y],
      [height - run.y, run.x0],
    ][quarter] as [number, number];
    return { ...run, x0: x, x1: x + (run.x1 - run.x0), y };
  });
  const isSideways = quarter % 2 === 1;
  return { width: isSideways ? height : width, height: isSideways ? width : height, runs: withoutDuplicates(turned) };
}

/** Removes duplicate runs: some programs draw bold text twice with a small offset. */
function withoutDuplicates(runs: TextRun[]): TextRun[] {
  const runsByText = new Map<string, TextRun[]>();
  return runs.filter((run) => {
    const key = `${run.text}\n${Math.round(run.y / 4)}`;
    const others = runsByText.get(key) ?? [];
    if (others.some((other) => Math.abs(other.x0 - run.x0) < 1 && Math.abs(other.y - run.y) < 1)) return false;
    others.push(run);
    runsByText.set(key, others);
    return true;
  });
}
