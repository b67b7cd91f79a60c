import type { Block } from './blocks.ts';
import { rowText } from './extract/tidy-text.ts';

/** A line that holds only a price, with what may stand around it. */
const PRICE_LINE =
  /^(?:(?:por|a partir de|apenas|só|preço|valor|de)?:?\s*(?:\(antes R\$\s?[\d.,]+\)\s*)?R\$\s?[\d.]+(?:,\d{2})?(?:\s*(?:\(antes R\$\s?[\d.,]+\)|à vista|no pix|cada|(?:por|ao|\/)\s?\p{L}{3,}|(?:[–-]|a|até|por)\s*R\$\s?[\d.,]+))*)\.?$/iu;
const CURRENCY_LINE = /^R\$$/;
const AMOUNT_LINE = /^\d[\d.]*(?:,\d{2})?(?!\S)/;
const UNIT_LINE = /^(?:por|ao|\/)\s?\p{L}{3,}$/iu;
const OLD_PRICE_LINE = /^\(antes R\$\s?[\d.,]+\)$/i;
const NAME_MAX = 100;

/** Joins the parts of a price that stand on lines of their own: the old price beside it, its currency, its unit (`por mês`). */
function joinPrices(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const lines = [last, block].map((one) => (one?.kind === 'paragraph' ? one.text.trim() : ''));
    const isPrice = (line: string) => PRICE_LINE.test(line) && !line.includes('(antes');
    const [before, own] = lines as [string, string];
    const isPart =
      (lines.some((line) => OLD_PRICE_LINE.test(line)) && lines.some(isPrice)) ||
      (CURRENCY_LINE.test(before) && AMOUNT_LINE.test(own)) ||
      (PRICE_LINE.test(before) && UNIT_LINE.test(own));
    if (isPart) joined[joined.length - 1] = { ...last!, text: lines.join(' ') };
    else joined.push(block);
  }
  return joined;
}

/** Of a menu, also without currency. */
const BARE_PRICE = /^\d{1,4},\d{2}$/;
/** A name, and up to two lines that describe it. */
const ENTRY_MAX = 3;

/** `arroz e fritas` below the price, and the next name below that; or nothing stands between the first name and its price. */
function areDescribedBelow(run: readonly Block[], prices: readonly number[], usual: number): boolean {
  const isSmall = (at: number) => /^\p{Ll}/u.test(run[at]!.text);
  const between = prices.slice(1).map((at, nth) => [prices[nth]! + 1, at - 1] as const);
  const longer = between.filter(([from, to]) => from < to);
  if (longer.length > 0 && longer.every(([from, to]) => isSmall(from) && !isSmall(to))) return true;
  return prices[0]! < usual && prices.at(-1)! + 1 < run.length;
}

/**
 * Returns lists whose prices stand on lines of their own with one row for each entry: `X-Bacon | Pão, hambúrguer e bacon | 26,00`. Of the
 * lines above the first price of a list, as many are its entry as the others have; if the lines below the prices describe them, only one.
 */
function rowsOfEntries(blocks: readonly Block[]): Block[] {
  const isPrice = ({ kind, text }: Block) =>
    kind === 'paragraph' && (PRICE_LINE.test(text.trim()) || BARE_PRICE.test(text.trim()));
  const runs: Block[][] = [];
  for (const block of blocks) {
    const run = runs.at(-1);
    if (run?.[0]?.kind === 'paragraph' && block.kind === 'paragraph' && !block.isApart) run.push(block);
    else runs.push([block]);
  }
  const priced = runs.flatMap((run) => run.filter((block, at) => at > 0 && isPrice(block)));
  if (priced.length < 2) return [...blocks];
  return runs.flatMap((run, index) => {
    const prices = run.flatMap((block, at) => (isPrice(block) ? [at] : []));
    const lengths = prices.map((at, nth) => at - 1 - (prices[nth - 1] ?? -1));
    const [first = 0, ...others] = lengths;
    const usual = Math.min(ENTRY_MAX, ...(others.length > 0 ? others : [first]));
    // A heading names what stands below it.
    const isNamed = prices.length === 1 && runs[index - 1]?.[0]?.kind === 'heading';
    if (isNamed || usual === 0 || lengths.includes(0) || others.some((length) => length > ENTRY_MAX)) return run;
    const isBelow = areDescribedBelow(run, prices, usual);
    const start = Math.max(0, prices[0]! - (isBelow ? 1 : usual));
    const ends = prices.map((at, nth) =>
      isBelow ? (prices[nth + 1] ?? Math.min(run.length, at + usual) + 1) - 1 : at + 1,
    );
    const rows = ends.map((end, nth) => rowText(run.slice(ends[nth - 1] ?? start, end).map(({ text }) => text)));
    const list: Block = { ...run[start]!, kind: 'table', text: rows.join('\n') };
    return [...run.slice(0, start), list, ...run.slice(ends.at(-1))];
  });
}

const PRICED_HEADING = /^([^?]*?\p{L})[\s:–—|-]+((?:por |a partir de |só |apenas )?R\$\s?\d[^?]*)$/iu;

/** A heading is not told, so its price stands below it, too: `Aula experimental: R$ 40`. */
function withoutPricesInHeadings(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    const [, name, price] = (block.kind === 'heading' && PRICED_HEADING.exec(block.text)) || [];
    if (!name || !price) return block;
    const { level: _level, ...line } = block;
    return [
      { ...block, text: name },
      { ...line, kind: 'paragraph' as const, text: price },
    ];
  });
}

/** Returns the blocks with the name of the product in front of a price that stands alone below its heading. */
export function namePrices(blocks: readonly Block[]): Block[] {
  let name: string | null = null;
  return rowsOfEntries(joinPrices(withoutPricesInHeadings(blocks))).map((block) => {
    if (block.kind === 'heading') {
      name = block.text.length <= NAME_MAX && !block.text.endsWith('?') ? block.text : null;
      return block;
    }
    const isPrice = block.kind === 'paragraph' && name !== null && PRICE_LINE.test(block.text.trim());
    return isPrice ? { ...block, text: `${name}: ${block.text.trim()}` } : block;
  });
}
