import { amountsIn } from './amounts.ts';
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
