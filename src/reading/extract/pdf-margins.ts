import type { PdfLine } from './pdf-lines.ts';

/** Of the page's height, at top and bottom. */
const MARGIN_SHARE = 0.12;
const LINES_AT_END = 3;
/** So often within so many consecutive pages, a text is a header or footer. */
const REPEATS = 3;
const WINDOW = 6;
const PAGE_NUMBER =
  /^(?:p[áa]g(?:ina|\.)?|page|folha|fl\.)?\s*[-–—|]?\s*\d{1,4}\s*(?:(?:de|of|\/)\s*\d{1,4})?\s*[-–—|]?$/i;

const ROMAN = /^[ivxl]{1,7}$/;
/** The page number at the end or the beginning of a line that goes on: `Rua Sete, 12 – página 3 de 9`. */
const NUMBER_BESIDE =
  /(?<=\S)[\s\-–—|•·]+(?:p[áa]g(?:ina|\.)?|page|folha|fl\.)?\s*\d{1,4}(?:\s*(?:de|of|\/)\s*\d{1,4})?$|^\d{1,4}(?:\s+|\s*[-–—|•·]\s*)/i;

export interface PageLines {
  number: number;
  height: number;
  lines: PdfLine[];
  sides: PdfLine[];
}

/** Page numbers, and texts that repeat at the same height on several pages; they come back without numbers. */
export function separateMargins(pages: PageLines[], bodySize: number): { body: PdfLine[]; margins: string[] } {
  const candidates = pages.flatMap(marginLines);
  const dropped = new Map<PdfLine, string>();
  const repeats = pages.length === 2 ? 2 : REPEATS;
  // Only small text: a large title with a number ("Módulo 12") is a heading.
  const isSmall = (line: PdfLine) => line.size <= bodySize * 1.1;
  for (const level of sameHeight(candidates.filter(isSmall))) {
    for (const line of counting(level, repeats)) dropped.set(line, line.text.replace(NUMBER_BESIDE, ''));
  }
  const keyOf = (line: PdfLine) => (isSmall(line) ? withoutPageNumbers(line, pages.length) : line.text);
  for (const lines of Map.groupBy(candidates, keyOf).values()) {
    for (const level of sameHeight(lines)) {
      for (const line of dense(level, repeats)) if (!dropped.has(line)) dropped.set(line, line.text);
    }
  }
  return {
    body: pages.flatMap((page) => [...page.lines, ...page.sides].filter((line) => !dropped.has(line))),
    margins: [...dropped.values()],
  };
}

/** `Ficha 1 de 3 – Rua Sete` */
const withoutPageNumbers = ({ text, page }: PdfLine, pages: number) =>
  text.replace(/\d+/g, (number) => (Number(number) === page || Number(number) === pages ? '#' : number));

function marginLines({ lines, sides, height }: PageLines): PdfLine[] {
  const byHeight = [...lines].sort((a, b) => a.y - b.y);
  const top = byHeight.slice(0, LINES_AT_END).filter((line) => line.y < height * MARGIN_SHARE);
  const bottom = byHeight.slice(-LINES_AT_END).filter((line) => line.y > height * (1 - MARGIN_SHARE));
  return [...new Set([...top, ...bottom]), ...sides];
}

function sameHeight(lines: PdfLine[]): PdfLine[][] {
  const levels: PdfLine[][] = [];
  for (const line of [...lines].sort((a, b) => a.y - b.y)) {
    const level = levels.at(-1);
    if (level && line.y - level.at(-1)!.y < 3) level.push(line);
    else levels.push([line]);
  }
  return levels.map((level) => level.sort((a, b) => a.page - b.page));
}

/** Lines that are page numbers, or begin or end with one. */
function counting(lines: PdfLine[], repeats: number): PdfLine[] {
  const numbered = lines.flatMap((line) => {
    const ends = [/^(\d{1,4})(?!\S)/, /(?<!\S)(\d{1,4})(?:\s*(?:de|of|\/)\s*\d{1,4})?$/i].map((end) =>
      end.exec(line.text),
    );
    return ends.flatMap((match, end) => (match ? [{ line, key: `${end}:${Number(match[1]) - line.page}` }] : []));
  });
  const running = [...Map.groupBy(numbered, (item) => item.key).values()].map((items) =>
    items.map((item) => item.line),
  );
  const isOwnNumber = (line: PdfLine) =>
    ROMAN.test(line.text) || (PAGE_NUMBER.test(line.text) && Number(/\d+/.exec(line.text)![0]) === line.page);
  return [...running.flatMap((same) => dense(same, repeats)), ...lines.filter(isOwnNumber)];
}

function dense(lines: PdfLine[], needed: number): PdfLine[] {
  return lines.filter((line) => {
    const near = lines.filter((other) => Math.abs(other.page - line.page) < WINDOW);
    return near.length >= needed;
  });
}
