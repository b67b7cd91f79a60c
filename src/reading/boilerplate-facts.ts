import { linesWithFacts } from '../search/facts/text-facts.ts';
import type { Block } from './blocks.ts';

/** In lines and characters. More facts are a directory of other businesses. */
const FACTS_MAX = 30;
const LINE_MAX = 300;
const LINES_READ = 500;
const MARKER = /^(?:[-•*]|\d+\.) (?=\S)/;
const PAGE = String.raw`p[áa]g(?:ina|\.)?\s*\d{1,4}(?:\s*(?:de|\/)\s*\d{1,4})?`;
/** `Página 1 de 3 – `, ` – Página 1 de 3` */
const PAGE_AT_END = new RegExp(`^${PAGE}(?:[\\s–—-]+|$)|[\\s–—-]+${PAGE}$`, 'i');

/** Puts behind the blocks the facts that only the texts outside state. */
export function withBoilerplate(blocks: Block[], outside: readonly string[]): Block[] {
  const boilerplate = boilerplateBlock(outside, blocks.map(({ text }) => text).join('\n'));
  return boilerplate ? [...blocks, boilerplate] : blocks;
}

/** For the header and footer of a document, which are its text when it has no other. */
export const withMargins = (blocks: Block[], margins: readonly Block[]): Block[] =>
  blocks.length > 0
    ? withBoilerplate(
        blocks,
        margins.map(({ text }) => text),
      )
    : [...margins];

/** Many sites state telephone, address and hours only in the footer, many documents in their letterhead. */
export function boilerplateBlock(texts: readonly string[], mainText: string): Block | null {
  const lines = texts
    .flatMap((text) => text.split(/\n| [|•·] /))
    .map((line) => line.replace(MARKER, '').replace(PAGE_AT_END, '').trim())
    .filter(({ length }) => length <= LINE_MAX);
  const stated = linesWithFacts([...new Set(lines)].slice(-LINES_READ));
  const isNew = stated.some((line) => !mainText.includes(line));
  return isNew && stated.length <= FACTS_MAX ? { kind: 'boilerplate', text: stated.join('\n') } : null;
}
