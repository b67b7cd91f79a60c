import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { UsageError } from '../command-line.ts';
import { readBusinesses } from './businesses.ts';
import { readCases, readStoryCases, THRESHOLDS, trainDecisions } from './cases.ts';
import { readDocumentCases } from './document-cases.ts';
import type { Fitted } from './logistic.ts';

/*
 * `npm run bench -- train-search FOLDER… [--documents FOLDER]`: trains the decisions of the reranking on the businesses
 * in the folders, and on small bases cut out of a large set of documents. Writes them to the source tree
 * (docs/search.md). The thresholds are in cases.ts.
 */
const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { documents: { type: 'string' } },
});
if (folders.length === 0) throw new UsageError('a folder is needed');
const businesses = folders.flatMap(readBusinesses);
const cases = readCases(businesses);
const documentCases = values.documents === undefined ? [] : readDocumentCases(values.documents);
const learned = trainDecisions([...cases, ...readStoryCases(businesses), ...documentCases]);
const { signs } = cases.find((one) => one.signs?.story)!;

const inCode = (name: string, type: string, { bias, weights }: Fitted, names: string[], from: number) =>
  `export const ${name}: Logistic<${type}> = {
  from: ${from},
  bias: ${bias.toFixed(3)},
  weights: {
${names.map((sign, at) => `    ${sign}: ${weights[at]!.toFixed(3)},`).join('\n')}
  },
};
`;

const text = `import type { AnswerNowSignals, StorySignals, SuggestSignals } from './decision-signals.ts';
import type { Logistic } from './decide.ts';

/*
 * Written by \`npm run bench -- train-search\`: logistic regressions, held close to zero, over ${cases.length} questions to
 * ${businesses.length} small businesses and ${documentCases.length} to bases cut out of documents, which count less. Do not edit the weights; \`from\` is chosen in the script.
 */

/** Whether the best content answers at once. */
${inCode('ANSWER_NOW', 'AnswerNowSignals', learned.now, Object.keys(signs!.now), THRESHOLDS.now)}
/** Whether the base has an answer at all; near-misses count for little. */
${inCode('SUGGEST', 'SuggestSignals', learned.near, Object.keys(signs!.near), THRESHOLDS.near)}
/** Whether the best content answers a question that is told as a story. */
${inCode('ANSWER_STORY', 'StorySignals', learned.story, Object.keys(signs!.story!), THRESHOLDS.story)}`;
writeFileSync(new URL('../../src/search/rerank/learned-weights.ts', import.meta.url), text);
console.log(text);
