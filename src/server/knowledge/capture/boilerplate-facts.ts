import type { Block } from '../blocks.ts';
import { linesWithFacts } from '../facts/text-facts.ts';
import { extractBlocks } from './extract-blocks.ts';
import type { PageElement } from './page-tree.ts';

/** Limits in lines and characters. More facts than these are a directory of other businesses. */
const STATED_MAX = 30;
const LINE_MAX = 300;
const LINES_READ = 500;
const MARKER = /^(?:[-•*]|\d+\.) (?=\S)/;

/**
 * Returns the facts that a page states outside its main text, or null if there are none: many sites state their
 * telephone number, address and opening hours only in the footer.
 */
export function boilerplateBlock(elements: readonly PageElement[], mainText: string): Block | null {
  const lines = elements
    .flatMap((root) => extractBlocks({ root, heading: null }))
    .flatMap(({ text }) => text.split(/\n| [|•·] /))
    .map((line) => line.replace(MARKER, '').trim())
    .filter(({ length }) => length <= LINE_MAX);
  const stated = linesWithFacts([...new Set(lines)].slice(-LINES_READ));
  const isNew = stated.some((line) => !mainText.includes(line));
  return isNew && stated.length <= STATED_MAX ? { kind: 'boilerplate', text: stated.join('\n') } : null;
}
