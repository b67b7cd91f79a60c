import type { Block } from './blocks.ts';

const HEADING_MAX = 60;
const CAPTION_MAX = 80;
/** From this level on, headings share a passage, in which they are only lines. */
const LEVEL_MIN = 3;

const isShort = (text: string, max: number) => text.length <= max && !/\n|[.!?:;]$/.test(text);

/** A heading with only a short line below it: a card, such as `Piscina` above `aberta das 8h às 20h`. */
function isCaptioned(blocks: readonly Block[], at: number): boolean {
  const [heading, caption, next] = [blocks[at]!, blocks[at + 1], blocks[at + 2]];
  const level = heading.level ?? 2;
  if (heading.kind !== 'heading' || level < LEVEL_MIN || caption?.kind !== 'paragraph') return false;
  const isAlone =
    next === undefined || next.kind === 'boilerplate' || (next.kind === 'heading' && (next.level ?? 2) <= level);
  return isAlone && isShort(heading.text, HEADING_MAX) && isShort(caption.text, CAPTION_MAX);
}

/** Joins such cards to one line each, as soon as two stand side by side. */
export function joinCaptions(blocks: readonly Block[]): Block[] {
  const captioned = blocks.map((_, at) => isCaptioned(blocks, at));
  const joins = (at: number) =>
    captioned[at] === true &&
    [at - 2, at + 2].some((other) => captioned[other] && blocks[other]!.level === blocks[at]!.level);
  return blocks.flatMap((block, at) => {
    if (at > 0 && joins(at - 1)) return [];
    if (!joins(at)) return block;
    const { text } = blocks[at + 1]!;
    return { ...blocks[at + 1]!, text: text.startsWith(`${block.text}: `) ? text : `${block.text}: ${text}` };
  });
}
