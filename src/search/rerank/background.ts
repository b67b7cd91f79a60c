import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * A base of ten passages cannot tell a rare word from one that it happens to lack. The table has only counts, in
 * logarithmic classes; `npm run bench -- count-background` generates it.
 */

export const CLASSES_PER_DOUBLING = 2;
/** Roots in fewer documents are left out: names, typos, other languages. */
export const COUNTED_FROM = 3;

const [head = '', ...lines] = readFileSync(join(import.meta.dirname, 'background.txt'), 'utf8')
  .trim()
  .split('\n');
const DOCUMENTS = Number(/\d+/.exec(head)?.[0]);
const CLASSES = new Map<string, number>();
for (const line of lines) {
  const [ofLine, ...roots] = line.split(' ');
  for (const root of roots) CLASSES.set(root, Number(ofLine));
}

const RAREST = Math.log(1 + DOCUMENTS / COUNTED_FROM);
const RARITIES = Array.from({ length: 64 }, (_, ofClass) => {
  const documents = 2 ** (ofClass / CLASSES_PER_DOUBLING);
  return Math.min(1, Math.log(1 + DOCUMENTS / (documents + 1)) / RAREST);
});

export function rarityAtLarge(root: string): number {
  const ofClass = CLASSES.get(root);
  return ofClass === undefined ? 1 : RARITIES[ofClass]!;
}

export function isKnownAtLarge(root: string): boolean {
  return CLASSES.has(root);
}
