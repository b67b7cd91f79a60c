import { rootOf } from '../rerank/roots.ts';
import { wordsOf } from '../words.ts';

/** Names of amounts that are not what something costs: `multa por atraso: R$ 165,74`. */
const MEASURES: ReadonlySet<string> = new Set(
  'limite teto multa juros caucao fianca franquia sinal'.split(' ').map(rootOf),
);

const measuresIn = (text: string): string[] =>
  wordsOf(text).flatMap(({ word }) => {
    const root = rootOf(word);
    return MEASURES.has(root) ? [root] : [];
  });

/** Returns whether a text names an amount that the question does not. */
export function namesOtherMeasure(question: string, text: string): boolean {
  const asked = measuresIn(question);
  return measuresIn(text).some((measure) => !asked.includes(measure));
}
/** Returns whether a text lacks an amount that the question names. */
export function lacksMeasure(question: string, text: string): boolean {
  const said = measuresIn(text);
  return measuresIn(question).some((measure) => !said.includes(measure));
}
