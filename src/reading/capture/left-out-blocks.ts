import type { LeftOutBlocks } from '../left-out.ts';
import { extractBlocks } from './extract-blocks.ts';
import type { LeftOutElement } from './main-text.ts';
import { elementsOf, type PageElement } from './page-tree.ts';
import { KIND } from './tags.ts';

function restore(element: PageElement): void {
  for (const child of elementsOf(element)) {
    child.isDropped = child.is(KIND.neverText) && !/^(?:footer|nav|menu|dialog)$/.test(child.name);
    if (!child.isDropped) restore(child);
  }
}

/** Changes the marks of elements, so nothing else may be read from the tree afterwards. */
export function leftOutBlocks(
  leftOut: readonly LeftOutElement[],
  places: ReadonlyMap<PageElement, number>,
): LeftOutBlocks[] {
  return leftOut.flatMap(({ element, reason }) => {
    if (reason === 'nothing' || element.chars === 0) return [];
    if (element.isDropped) restore(element);
    const blocks = extractBlocks({ root: element, heading: null });
    const at = places.get(element);
    return blocks.length > 0 ? [{ reason, blocks, ...(at !== undefined && { at }) }] : [];
  });
}
