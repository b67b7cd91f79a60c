import type { Block } from './blocks.ts';

/** `1) Carne R$ 9; 2) Frango R$ 8`, also behind a label: `Espetinhos: 1) …` */
const FIRST = /^((?:[-•*] )?(?:[^:;]{1,60}: ?)?)(1[).] .*)$/;
const NEXT = /[;,] (?=\d{1,2}[).] )/;

/** Of an entry. The steps of a sentence stay together. */
const PRICED = /R\$|\d$/;

/** Returns numbered entries with prices that stand in one line as lines of a list. */
export function splitEntries(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'paragraph' && block.kind !== 'list') return block;
    const lines = block.text.split('\n').flatMap(entriesIn);
    const text = lines.join('\n');
    return text === block.text ? block : { ...block, kind: 'list' as const, text };
  });
}

function entriesIn(line: string): string[] {
  const [, label = '', numbered = ''] = FIRST.exec(line) ?? [];
  const entries = numbered.split(NEXT);
  const areInOrder = entries.length > 1 && entries.every((entry, at) => /^\d+/.exec(entry)?.[0] === String(at + 1));
  const priced = entries.filter((entry) => PRICED.test(entry));
  return areInOrder && priced.length * 2 > entries.length
    ? [...(label.trim() === '' ? [] : [label.trim()]), ...entries]
    : [line];
}
