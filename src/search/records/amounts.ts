const NUMBER = String.raw`\d{1,3}(?:\.\d{3})+(?:,\d{2})?|\d+(?:,\d{2})?`;
const WRITTEN = new RegExp(
  String.raw`(?:R\$|RS)\s?(${NUMBER})(?![\d]|,\d)|(?<![\d.,/])(${NUMBER})\s?(?:reais|real)\b`,
  'giu',
);
/** A number without a currency: only after dots or columns of spaces in a price list, or with cents or a point in a table or after a dash. */
const AFTER_LEADER = new RegExp(
  String.raw`(?:(?:\.{2,}|…|(?:\s\.){2,}|_{2,}|\s{3,}|\t)\s*(${NUMBER})|(?:\||\s[-–—])\s*(\d{1,3}(?:\.?\d{3})*,\d{2}|\d{1,3}(?:\.\d{3})+))(?=\s*(?:$|\/|\||,|;|\())`,
  'gu',
);

interface Amount {
  start: number;
  end: number;
  cents: number;
}

export const centsOf = (number: string): number =>
  Math.round(Number(number.replace(/\./g, '').replace(',', '.')) * 100);

export function amountsIn(text: string): Amount[] {
  const written = [...text.matchAll(WRITTEN)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    cents: centsOf((match[1] ?? match[2])!),
  }));
  if (written.length > 0) return written;
  return [...text.matchAll(AFTER_LEADER)].map((match) => {
    const end = match.index + match[0].length;
    const number = (match[1] ?? match[2])!;
    return { start: end - number.length, end, cents: centsOf(number) };
  });
}
