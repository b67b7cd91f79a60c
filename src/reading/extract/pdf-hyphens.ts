import { OPS, type PDFPageProxy } from 'unpdf/pdfjs';

/** The character of soft hyphens, to which some programs map the hyphen that they draw. */
const SOFT_HYPHEN = '\u00ad';

type Operators = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>;
type Glyph = { unicode: string } | number | null;

interface Drawn {
  char: string;
  before: string;
  after: string;
}

function drawnOf({ fnArray, argsArray }: Operators): Drawn[] {
  const drawn: Drawn[] = [];
  let before = '';
  fnArray.forEach((operator, at) => {
    if (operator !== OPS.showText) return;
    let isFirst = true;
    for (const glyph of (argsArray[at] as [Glyph[]])[0]) {
      if (glyph === null || typeof glyph === 'number') continue;
      if (glyph.unicode === SOFT_HYPHEN) {
        const last = drawn.at(-1);
        if (isFirst || !last) before += '-';
        else last.after += '-';
        continue;
      }
      isFirst = false;
      for (const char of glyph.unicode.normalize('NFKC').replace(/\s+/g, '')) {
        drawn.push({ char, before, after: '' });
        before = '';
      }
    }
  });
  return drawn;
}

export const drawsSoftHyphens = ({ fnArray, argsArray }: Operators): boolean =>
  fnArray.some(
    (operator, at) =>
      operator === OPS.showText &&
      (argsArray[at] as [Glyph[]])[0].some(
        (glyph) => glyph !== null && typeof glyph === 'object' && glyph.unicode === SOFT_HYPHEN,
      ),
  );

/**
 * pdf.js leaves them out as format marks. Texts whose characters differ from those drawn, in order, stay as they are.
 */
export function withDrawnHyphens(texts: readonly string[], operators: Operators): string[] {
  const drawn = drawnOf(operators);
  let at = 0;
  return texts.map((text) => {
    const start = at;
    let mended = '';
    for (const char of text) {
      const found = drawn[at];
      if (/\s/.test(char)) mended += char;
      else if (found && char.normalize('NFKC') === found.char) {
        mended += found.before + char + found.after;
        at += 1;
      } else {
        at = start;
        return text;
      }
    }
    return mended;
  });
}
