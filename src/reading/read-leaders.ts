import type { Block } from './blocks.ts';

/** An item and its price or number, joined by a line of dots, dashes or underscores. */
const LEADER_LINE =
  /^(?:[-•*] )?(.*[\p{L})])\s?(?:\.{3,}(?=\s?R\$)|\.{4,}|…{2,}|(?: ?\. ?){4,}|_{3,}|-{3,}|–{2,})\s*((?:R\$|\d).*)$/u;

/** As rows of a table: `Pastel de queijo | R$ 9,50`. */
export function readLeaders(blocks: readonly Block[]): Block[] {
  const read: Block[] = [];
  for (const block of blocks) {
    const parts = block.kind === 'paragraph' || block.kind === 'list' ? partsOf(block) : [block];
    for (const part of parts) {
      const last = read.at(-1);
      const isSameTable = part.kind === 'table' && last?.kind === 'table' && part.isFromPicture === last.isFromPicture;
      if (part !== block && isSameTable) last.text += `\n${part.text}`;
      else read.push(part);
    }
  }
  return read;
}

/** The block itself if no line has leaders. */
function partsOf(block: Block): Block[] {
  const lines = block.text.split('\n');
  const rows = lines.map((line) => LEADER_LINE.exec(line.trim()));
  if (rows.every((row) => row === null)) return [block];
  const parts: Block[] = [];
  for (const [at, line] of lines.entries()) {
    const [, item, value] = rows[at] ?? [];
    const part: Block = item ? { ...block, kind: 'table', text: `${item} | ${value}` } : { ...block, text: line };
    const last = parts.at(-1);
    if (last?.kind === part.kind) last.text += `\n${part.text}`;
    else parts.push(part);
  }
  return parts;
}
