import type { Block } from './blocks.ts';

/** A line that holds only a price, with what may stand around it. */
const PRICE_LINE =
  /^(?:(?:por|a partir de|apenas|só|preço|valor|de)?:?\s*(?:\(antes R\$\s?[\d.,]+\)\s*)?R\$\s?[\d.]+(?:,\d{2})?(?:\s*(?:\(antes R\$\s?[\d.,]+\)|à vista|no pix|cada|por mês|\/\s?mês|(?:[–-]|a|até|por)\s*R\$\s?[\d.,]+))*)\.?$/i;
const OLD_PRICE_LINE = /^\(antes R\$\s?[\d.,]+\)$/i;
const NAME_MAX = 100;

/** Joins an old price on a line of its own with the price that stands beside it. */
function joinOldPrices(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const lines = [last, block].map((one) => (one?.kind === 'paragraph' ? one.text.trim() : ''));
    const isPrice = (line: string) => PRICE_LINE.test(line) && !line.includes('(antes');
    if (lines.some((line) => OLD_PRICE_LINE.test(line)) && lines.some(isPrice))
      joined[joined.length - 1] = { ...last!, text: lines.join(' ') };
    else joined.push(block);
  }
  return joined;
}

/** Returns the blocks with the name of the product in front of a price that stands alone below its heading. */
export function namePrices(blocks: readonly Block[]): Block[] {
  let name: string | null = null;
  return joinOldPrices(blocks).map((block) => {
    if (block.kind === 'heading') {
      name = block.text.length <= NAME_MAX && !block.text.endsWith('?') ? block.text : null;
      return block;
    }
    const isPrice = block.kind === 'paragraph' && name !== null && PRICE_LINE.test(block.text.trim());
    return isPrice ? { ...block, text: `${name}: ${block.text.trim()}` } : block;
  });
}
