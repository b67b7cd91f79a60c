import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * How common words are in Portuguese at large: a base of ten passages cannot tell a rare word from one it happens to lack.
 * The table holds counts alone, by classes of their logarithm; `npm run search:background` makes it.
 */

/** Classes to a doubling of the count. */
export const CLASSES_PER_DOUBLING = 2;
/** Roots in fewer documents than this are left out: names, slips, other languages. */
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
/** Of each class, how much a root of it tells: 0 for one in every document to 1. */
const RARITIES = Array.from({ length: 64 }, (_, ofClass) => {
  const documents = 2 ** (ofClass / CLASSES_PER_DOUBLING);
  return Math.min(1, Math.log(1 + DOCUMENTS / (documents + 1)) / RAREST);
});

/** How rare a root is in Portuguese at large, 0 to 1; 1 for one that is never met. */
export function rarityAtLarge(root: string): number {
  const ofClass = CLASSES.get(root);
  return ofClass === undefined ? 1 : RARITIES[ofClass]!;
}

/** Whether Portuguese at large knows the root, so that it is no slip. */
export function isKnownAtLarge(root: string): boolean {
  return CLASSES.has(root);
}
