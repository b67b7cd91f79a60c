import { writeFileSync } from 'node:fs';
import { CLASSES_PER_DOUBLING, COUNTED_FROM } from '../../src/search/rerank/background.ts';
import { rootOf } from '../../src/search/roots.ts';
import { STOPWORDS } from '../../src/search/stopwords.ts';
import { wordsOf } from '../../src/search/words.ts';
import { UsageError } from '../command-line.ts';
import { readDocuments } from './question-set.ts';

/*
 * `npm run bench -- count-background FOLDER…`: counts in how many documents of the folders each root occurs, and writes the
 * table of general word frequencies. Must be run again whenever `rootOf` changes. Stores only counts, no text.
 */
const folders = process.argv.slice(2);
if (folders.length === 0) throw new UsageError('a folder is needed');
const counts = new Map<string, number>();
let documents = 0;
for (const { passage } of folders.flatMap(readDocuments)) {
  documents++;
  const words = wordsOf(`${passage.question ?? passage.title}\n${passage.text}`).map(({ word }) => word);
  const roots = new Set(words.filter((word) => /^[a-z]{2,}$/.test(word) && !STOPWORDS.has(word)).map(rootOf));
  for (const root of roots) counts.set(root, (counts.get(root) ?? 0) + 1);
}
const classes = new Map<number, string[]>();
for (const [root, count] of counts) {
  if (count < COUNTED_FROM) continue;
  const ofClass = Math.round(Math.log2(count) * CLASSES_PER_DOUBLING);
  classes.set(ofClass, [...(classes.get(ofClass) ?? []), root]);
}
const lines = [...classes].sort(([a], [b]) => a - b).map(([ofClass, roots]) => `${ofClass} ${roots.sort().join(' ')}`);
const text = `${documents} documents; class, roots: a root stands in about 2^(class / ${CLASSES_PER_DOUBLING}) of them\n${lines.join('\n')}\n`;
writeFileSync(new URL('../../src/search/rerank/background.txt', import.meta.url), text);
console.log(`${documents} documents, ${counts.size} roots, ${(text.length / 1000).toFixed(0)} kB`);
