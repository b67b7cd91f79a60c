import { OPS, type PDFPageProxy } from 'unpdf/pdfjs';
import { type Matrix, multiply } from '../pdf-page.ts';
import type { GreyPicture } from './recogniser.ts';

/** By pdf.js: one bit, three bytes or four bytes per pixel. */
interface Decoded {
  width: number;
  height: number;
  kind?: number;
  data?: Uint8Array | Uint8ClampedArray;
}

/** The matrix maps the unit square to points from the page's top left corner. */
interface Placed {
  matrix: Matrix;
  picture: Decoded;
}

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Pixels of a picture that is read, and pixels per point between which it is drawn. */
const PIXELS_MAX = 6_000_000;
const DENSITY_MIN = 2;
const DENSITY_MAX = 6;
const SIDE_MIN = 40;
/** From here on, a picture is the page itself, or its background. */
const PAGE_SHARE = 0.6;
const PLACED_MAX = 200;
const [, RGB, RGBA] = [1, 2, 3] as const;

/** All in one if the page is a scan, else each that may hold text; one at a time, because each takes megabytes. */
export async function* picturesOf(page: PDFPageProxy, isScan: boolean): AsyncGenerator<GreyPicture> {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const placed = await placedOn(page, transform as unknown as Matrix);
  const whole = { x0: 0, y0: 0, x1: width, y1: height };
  if (isScan) {
    if (placed.length > 0) yield drawn(placed, whole);
    return;
  }
  for (const one of placed) {
    const box = boxOf(one.matrix);
    const [across, down] = [box.x1 - box.x0, box.y1 - box.y0];
    const isBackground = across * down > PAGE_SHARE * width * height;
    if (!isBackground && Math.min(across, down) >= SIDE_MIN) yield drawn([one], box);
  }
}

async function placedOn(page: PDFPageProxy, view: Matrix): Promise<Placed[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const placed: Placed[] = [];
  const stack: Matrix[] = [];
  let current = view;
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at] as unknown[] | null;
    if (operator === OPS.save) stack.push(current);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) current = stack.pop() ?? view;
    else if (operator === OPS.transform) current = multiply(current, args as unknown as Matrix);
    else if (operator === OPS.paintFormXObjectBegin) {
      stack.push(current);
      if (args?.[0]) current = multiply(current, args[0] as Matrix);
    } else if (PAINTS.has(operator)) {
      const picture = await decodedOf(page, args?.[0]);
      if (picture?.data && placed.length < PLACED_MAX) placed.push({ matrix: current, picture });
    }
  }
  return placed;
}

const PAINTS = new Set<number>([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);

async function decodedOf(page: PDFPageProxy, source: unknown): Promise<Decoded | null> {
  const named = typeof source === 'string' ? source : (source as { data?: unknown } | null)?.data;
  if (typeof named !== 'string') return source as Decoded | null;
  const objects = named.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise((resolve) => objects.get(named, resolve) as unknown);
}

function boxOf([a, b, c, d, e, f]: Matrix): Box {
  const [xs, ys] = [
    [e, e + a, e + c, e + a + c],
    [f, f + b, f + d, f + b + d],
  ];
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

const densityOf = ({ matrix: [a, b], picture }: Placed) => picture.width / Math.max(1, Math.hypot(a, b));

function drawn(placed: readonly Placed[], box: Box): GreyPicture {
  const [across, down] = [box.x1 - box.x0, box.y1 - box.y0];
  const dense = Math.max(DENSITY_MIN, ...placed.map(densityOf));
  const scale = Math.min(dense, DENSITY_MAX, Math.sqrt(PIXELS_MAX / (across * down)));
  const width = Math.max(1, Math.round(across * scale));
  const height = Math.max(1, Math.round(down * scale));
  const pixels = new Uint8Array(width * height).fill(255);
  for (const one of placed) paint(one, box, scale, { width, height, pixels });
  return { width, height, pixels };
}

/** With the mean of the pixels that fall on one. */
function paint({ matrix, picture }: Placed, box: Box, scale: number, { width, height, pixels }: GreyPicture): void {
  const [a, b, c, d] = matrix;
  const [e, f] = [matrix[4] - box.x0, matrix[5] - box.y0];
  const area = a * d - b * c;
  if (area === 0) return;
  const greyAt = readerOf(picture);
  const samples = Math.min(4, Math.max(1, Math.round(densityOf({ matrix, picture }) / scale)));
  const own = boxOf([a, b, c, d, e, f]);
  const [left, right] = [Math.max(0, Math.floor(own.x0 * scale)), Math.min(width, Math.ceil(own.x1 * scale))];
  const [top, bottom] = [Math.max(0, Math.floor(own.y0 * scale)), Math.min(height, Math.ceil(own.y1 * scale))];
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      let [sum, count] = [0, 0];
      for (let sample = 0; sample < samples * samples; sample += 1) {
        const x = (column + ((sample % samples) + 0.5) / samples) / scale - e;
        const y = (row + (Math.floor(sample / samples) + 0.5) / samples) / scale - f;
        const u = (d * x - c * y) / area;
        const v = (a * y - b * x) / area;
        if (u < 0 || u >= 1 || v < 0 || v >= 1) continue;
        // The unit square of a PDF stands on its lower edge.
        sum += greyAt(Math.floor(u * picture.width), Math.floor((1 - v) * picture.height));
        count += 1;
      }
      if (count > 0) pixels[row * width + column] = sum / count;
    }
  }
}

function readerOf({ kind, width, height, data }: Decoded): (x: number, y: number) => number {
  const bytes = data!;
  const clamped = (y: number) => Math.min(height - 1, y);
  if (kind === RGB || kind === RGBA) {
    const step = kind === RGB ? 3 : 4;
    return (x, y) => {
      const at = (clamped(y) * width + x) * step;
      return 0.3 * bytes[at]! + 0.59 * bytes[at + 1]! + 0.11 * bytes[at + 2]!;
    };
  }
  const rowBytes = (width + 7) >> 3;
  return (x, y) => ((bytes[clamped(y) * rowBytes + (x >> 3)]! >> (7 - (x & 7))) & 1) * 255;
}
