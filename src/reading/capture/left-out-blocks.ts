import type { LeftOutBlocks } from '../left-out.ts';
import { extractBlocks } from './extract-blocks.ts';
import type { LeftOutElement } from './main-text.ts';
import { elementsOf, type PageElement } from './page-tree.ts';
import { KIND } from './tags.ts';

/** Makes the text of a dropped element readable again, without scripts and form fields. */
function restore(element: PageElement): void {
  for (const child of elementsOf(element)) {
    child.isDropped = child.is(KIND.neverText) && !/^(?:footer|nav|menu|dialog)$/.test(child.name);
    if (!child.isDropped) restore(child);
  }
}

/**
 * Returns the texts of the elements that were left out. The marks of the elements change, so nothing else may be read
 * from the page's tree afterwards. `places`: the index of the block that each stood before.
 */
export function leftOutBlocks(
  leftOut: readonly LeftOutElement[],
  places: ReadonlyMap<PageElement, number>,
): LeftOutBlocks[] {
  return leftOut.flatMap(({ element, reason }) => {
    if (reason === 'nothing' || element.chars === 0) return [];
    if (reason !== 'outside') restore(element);
    const blocks = extractBlocks({ root: element, heading: null });
    const at = places.get(element);
    return blocks.length > 0 ? [{ reason, blocks, ...(at !== undefined && { at }) }] : [];
  });
}
