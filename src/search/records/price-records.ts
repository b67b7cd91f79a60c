import { amountsIn, centsOf } from './amounts.ts';
import type { Line, PriceRecord } from './record.ts';

const JOINT =
  /(?:\s*(?:[.…_·|:;=–—-]+|\b(?:custam?|sai(?:em)?(?: por)?|fica(?:m)?(?: em| por)?|por|é|são|a partir de|desde|de|valor|preço|apenas|só)\b)\s*)+$/iu;
const BULLET = /^[\s•*–—·>✅✔️-]+/u;
const BEGINS_AMOUNT = /(?:a partir de|desde|até|de|apenas|só|\d{1,2}\s?x(?: de)?)\s*$/iu;
/** Amounts that nothing costs: `limite de R$ 81.000`, `cobertura de até R$ 20 mil`. */
const NO_PRICE =
  /\b(?:limite|renda|faturamento|cobertura (?:de )?(?=at[ée])|acima de(?!\s*\d+\s*(?:kg|quilos?|anos|pessoas|km|m²|metros))|a partir de compras|compras (?:acima|a partir))\b[^.;]*$/iu;
/** Separates priced things within a line: `Corte R$ 40; barba R$ 30`. */
const SEPARATOR = /;\s|\s[•·]\s|\s\.\s|,\s(?=\p{L}[^,;]*R\$)|\se\s(?=\p{L}[^,;]{2,40}R\$)|\s\|\s(?=\p{L}[^|]*R\$)/u;

export function pricesIn(line: Line): PriceRecord[] {
  const parts = partsOf(line.text);
  return parts.flatMap((part) => {
    const amounts = amountsIn(part);
    const [first] = amounts;
    if (!first || NO_PRICE.test(part.slice(0, first.start))) return [];
    const lead = BEGINS_AMOUNT.exec(part.slice(0, first.start))?.[0].length ?? 0;
    const name = part
      .slice(0, first.start - lead)
      .replace(JOINT, '')
      .replace(BULLET, '')
      .trim();
    const amount = part.slice(first.start - lead).trim();
    return [{ kind: 'price', quote: line, name, amount, cents: amounts.map(({ cents }) => cents) } as const];
  });
}

function partsOf(text: string): string[] {
  const parts = text.split(SEPARATOR);
  return parts.every((part) => amountsIn(part).length > 0) ? parts : [text];
}

const BARE = String.raw`(?:\d{1,3}(?:,\d{2})?|[-–—])`;
/** `X-bacon 20`, `Batata frita P 12 / G 20`, and a row with a price or a dash for each size: `Calabresa | 34 | 47 | 58`. */
const BARE_PRICE = new RegExp(
  String.raw`^[\s•*–—-]*(\p{L}[^|:\n]*?)(?: (?=\d(?!\d* \|))| \| (?=${BARE} \|.*\d))(${BARE}(?:(?: \/ (?:\p{L}+ )?| \| )${BARE})*)$`,
  'u',
);
const LIST_MIN = 3;

/** Prices of a list that has no currency: numbers behind different names, one below the other. */
export function barePricesIn(lines: readonly Line[], text: string): PriceRecord[] {
  const found = lines.map((line): PriceRecord | null => {
    const [, name, amount] = BARE_PRICE.exec(line.text) ?? [];
    if (!name || !amount || amountsIn(line.text).length > 0) return null;
    const cents = [...amount.matchAll(/\d+(?:,\d{2})?/g)].map(([number]) => centsOf(number));
    return { kind: 'price', quote: line, name, amount, cents };
  });
  const isBelow = (at: number) => /^[^\S\n]*\n[^\S\n]*$/.test(text.slice(lines[at - 1]!.end, lines[at]!.start));
  const lists: PriceRecord[][] = [[]];
  found.forEach((price, at) => {
    if (price && (lists.at(-1)!.length === 0 || isBelow(at))) lists.at(-1)!.push(price);
    else lists.push(price ? [price] : []);
  });
  return lists.filter((list) => new Set(list.map(({ name }) => name)).size >= LIST_MIN).flat();
}
