import type { Block } from './blocks.ts';

/** A line that holds only a price, with what may stand around it. */
const PRICE_LINE =
  /^(?:(?:por|a partir de|apenas|só|preço|valor|de)?:?\s*(?:\(antes R\$\s?[\d.,]+\)\s*)?R\$\s?[\d.]+(?:,\d{2})?(?:\s*(?:\(antes R\$\s?[\d.,]+\)|à vista|no pix|cada|por mês|\/\s?mês|(?:[–-]|a|até|por)\s*R\$\s?[\d.,]+))*)\.?$/i;
const NAME_MAX = 100;

/** For a price that stands alone below its heading. */
export function namePrices(blocks: readonly Block[]): Block[] {
  let name: string | null = null;
  return blocks.map((block) => {
    if (block.kind === 'heading') {
      name = block.text.length <= NAME_MAX && !block.text.endsWith('?') ? block.text : null;
      return block;
    }
    const isPrice = block.kind === 'paragraph' && name !== null && PRICE_LINE.test(block.text.trim());
    return isPrice ? { ...block, text: `${name}: ${block.text.trim()}` } : block;
  });
}
